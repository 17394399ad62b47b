-- Beside the old version: a school has a handful of ride types, and the old version does not read the column.
UPDATE ride_types SET capacity = 6 WHERE name ILIKE 'group%' AND counter = 'lessons';
UPDATE ride_types SET capacity = 1 WHERE name ILIKE 'private%' AND counter = 'private_lessons';

ALTER TABLE ride_types VALIDATE CONSTRAINT ride_types_capacity;
ALTER TABLE weekly_schedule VALIDATE CONSTRAINT weekly_schedule_capacity;
ALTER TABLE weekly_schedule VALIDATE CONSTRAINT weekly_schedule_level;
ALTER TABLE temporary_lessons VALIDATE CONSTRAINT temporary_lessons_capacity;
ALTER TABLE temporary_lessons VALIDATE CONSTRAINT temporary_lessons_level;
ALTER TABLE users VALIDATE CONSTRAINT users_level;
