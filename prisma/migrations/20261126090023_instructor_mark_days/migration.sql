-- Beside the old version: one row, and it goes on without the column. Null is what the school has not said: 3 days.
ALTER TABLE "school" ADD COLUMN "instructor_mark_days" INTEGER;
ALTER TABLE school ADD CONSTRAINT school_instructor_mark_days CHECK (instructor_mark_days BETWEEN 0 AND 31);
