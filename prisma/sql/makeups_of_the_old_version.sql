-- A version that knows no ledger of makeups writes the day of the ride into other columns.
CREATE OR REPLACE FUNCTION makeups_of_the_old_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.ride_date IS NULL AND NEW.lesson_date IS NOT NULL THEN
    NEW.ride_date := NEW.lesson_date;
    NEW.ride_time := NEW.scheduled_time;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER makeups_of_the_old_version BEFORE INSERT ON makeups
  FOR EACH ROW EXECUTE FUNCTION makeups_of_the_old_version();
