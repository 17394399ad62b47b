-- How many places a lesson has, and for which riders it is.
ALTER TABLE "ride_types" ADD COLUMN "capacity" INTEGER;
ALTER TABLE "weekly_schedule" ADD COLUMN "capacity" INTEGER, ADD COLUMN "level" TEXT;
ALTER TABLE "temporary_lessons" ADD COLUMN "capacity" INTEGER, ADD COLUMN "level" TEXT;
ALTER TABLE "users" ADD COLUMN "level" TEXT;

ALTER TABLE ride_types ADD CONSTRAINT ride_types_capacity CHECK (capacity BETWEEN 1 AND 99) NOT VALID;
ALTER TABLE weekly_schedule
  ADD CONSTRAINT weekly_schedule_capacity CHECK (capacity BETWEEN 0 AND 99) NOT VALID,
  ADD CONSTRAINT weekly_schedule_level CHECK (level IN ('beginner', 'novice', 'intermediate', 'advanced')) NOT VALID;
ALTER TABLE temporary_lessons
  ADD CONSTRAINT temporary_lessons_capacity CHECK (capacity BETWEEN 0 AND 99) NOT VALID,
  ADD CONSTRAINT temporary_lessons_level CHECK (level IN ('any', 'beginner', 'novice', 'intermediate', 'advanced')) NOT VALID;
ALTER TABLE users
  ADD CONSTRAINT users_level CHECK (level IN ('beginner', 'novice', 'intermediate', 'advanced')) NOT VALID;
