-- A time of the day, as everywhere.
ALTER TABLE instructor_absences
  ADD CONSTRAINT instructor_absences_from_time CHECK (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$') NOT VALID;
