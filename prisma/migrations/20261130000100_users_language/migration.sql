-- Beside the old version: it goes on without the column. Null is who never chose.
ALTER TABLE "users" ADD COLUMN "language" TEXT;
ALTER TABLE users ADD CONSTRAINT users_language_known CHECK (language IN ('en', 'es')) NOT VALID;
ALTER TABLE users ADD CONSTRAINT users_erased_language CHECK (erased_at IS NULL OR language IS NULL) NOT VALID;
