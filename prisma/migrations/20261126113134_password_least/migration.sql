-- Beside the old version: it goes on without the column, with six characters.
ALTER TABLE "school" ADD COLUMN "password_least" INTEGER;
ALTER TABLE school ADD CONSTRAINT school_password_least CHECK (password_least BETWEEN 6 AND 12) NOT VALID;
