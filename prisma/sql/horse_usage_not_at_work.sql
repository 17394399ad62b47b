-- The other side of horse_work_not_riding.
CREATE OR REPLACE FUNCTION horse_usage_not_at_work() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM horses WHERE id = NEW.horse_id FOR NO KEY UPDATE;
  IF EXISTS (
    SELECT FROM horse_work w WHERE w.horse_id = NEW.horse_id AND w.work_date = NEW.usage_date
      AND lesson_minutes(w.start_time, w.duration) && lesson_minutes(NEW.lesson_time, NEW.duration)
  ) THEN
    RAISE EXCEPTION USING ERRCODE = 'exclusion_violation', CONSTRAINT = 'horse_usage_not_at_work',
      MESSAGE = 'new row for relation "horse_usage" violates exclusion constraint "horse_usage_not_at_work"';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER horse_usage_not_at_work BEFORE INSERT OR UPDATE OF horse_id, usage_date, lesson_time, duration ON horse_usage
  FOR EACH ROW EXECUTE FUNCTION horse_usage_not_at_work();
