ALTER TABLE school VALIDATE CONSTRAINT school_remind_note;
