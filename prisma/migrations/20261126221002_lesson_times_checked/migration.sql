ALTER TABLE school VALIDATE CONSTRAINT school_first_lesson;
ALTER TABLE school VALIDATE CONSTRAINT school_last_lesson;
ALTER TABLE school VALIDATE CONSTRAINT school_lesson_step;
ALTER TABLE school VALIDATE CONSTRAINT school_lesson_lengths;
