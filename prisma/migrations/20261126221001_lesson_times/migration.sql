-- Beside the old version: it goes on without the columns, with the half hours from 7:00 AM to 6:30 PM.
ALTER TABLE "school" ADD COLUMN "first_lesson" TEXT,
ADD COLUMN "last_lesson" TEXT,
ADD COLUMN "lesson_step" INTEGER,
ADD COLUMN "lesson_lengths" TEXT;
ALTER TABLE school
  ADD CONSTRAINT school_first_lesson CHECK (first_lesson ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') NOT VALID,
  ADD CONSTRAINT school_last_lesson CHECK (last_lesson ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' AND last_lesson >= first_lesson) NOT VALID,
  ADD CONSTRAINT school_lesson_step CHECK (lesson_step BETWEEN 5 AND 60) NOT VALID,
  ADD CONSTRAINT school_lesson_lengths CHECK (lesson_lengths ~ '^[0-9]{1,3}(, [0-9]{1,3})*$') NOT VALID;
