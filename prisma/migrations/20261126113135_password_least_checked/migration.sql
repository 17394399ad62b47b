ALTER TABLE school VALIDATE CONSTRAINT school_password_least;
