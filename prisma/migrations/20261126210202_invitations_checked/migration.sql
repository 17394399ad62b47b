ALTER TABLE school VALIDATE CONSTRAINT school_invite_note;
