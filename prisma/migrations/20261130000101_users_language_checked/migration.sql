-- Rows of before are looked at without a lock on those who write.
ALTER TABLE users VALIDATE CONSTRAINT users_language_known;
ALTER TABLE users VALIDATE CONSTRAINT users_erased_language;
