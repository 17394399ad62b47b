-- Beside the old version: it goes on without the column. Null is what nobody has said.
ALTER TABLE "users" ADD COLUMN "rides_too" BOOLEAN;
ALTER TABLE users ADD CONSTRAINT users_erased_rides CHECK (erased_at IS NULL OR rides_too IS NULL) NOT VALID;
