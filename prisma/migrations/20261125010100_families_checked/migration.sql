ALTER TABLE users VALIDATE CONSTRAINT users_birth_date_sane;
ALTER TABLE users VALIDATE CONSTRAINT users_erased_has_no_birth_date;
