-- No exclusion reaches over two tables. Both sides lock the horse's row, so that of two that come at once the later sees the earlier.
CREATE OR REPLACE FUNCTION horse_work_not_riding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM horses WHERE id = NEW.horse_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM horse_usage u WHERE u.horse_id = NEW.horse_id AND u.usage_date = NEW.work_date
      AND lesson_minutes(u.lesson_time, u.duration) && lesson_minutes(NEW.start_time, NEW.duration)
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'horse_work_not_riding',
      MESSAGE = 'new row for relation "horse_work" violates exclusion constraint "horse_work_not_riding"';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER horse_work_not_riding BEFORE INSERT OR UPDATE OF horse_id, work_date, start_time, duration ON horse_work
  FOR EACH ROW EXECUTE FUNCTION horse_work_not_riding();
