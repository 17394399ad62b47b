-- No ride while the horse rests or is at its limits, but with a reason beyond these. Who gave a ride of a resting horse to another may undo
-- that: the setting, of one transaction, lets the ride have its horse back.
CREATE OR REPLACE FUNCTION horse_usage_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  horse horses;
  day_limit integer;
  on_day integer;
  in_week integer;
BEGIN
  SELECT * INTO horse FROM horses WHERE id = NEW.horse_id FOR NO KEY UPDATE;
  IF horse_rests(horse, NEW.usage_date) AND coalesce(current_setting('stirrup.back_from_rest', true), '') <> 'on' THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'horse_usage_not_on_rest',
      MESSAGE = 'new row for relation "horse_usage" violates check constraint "horse_usage_not_on_rest"';
  END IF;
  IF NEW.over_reason IS NOT NULL THEN
    RETURN NEW;
  END IF;
  day_limit := limit_on_day(horse.day_limit, (SELECT fewer FROM hot_days WHERE date = NEW.usage_date));
  SELECT count(*) FILTER (WHERE day = NEW.usage_date), count(*) INTO on_day, in_week
  FROM horse_outings
  WHERE horse_id = NEW.horse_id AND ride_id IS DISTINCT FROM NEW.id
    AND day BETWEEN date_trunc('week', NEW.usage_date)::date AND date_trunc('week', NEW.usage_date)::date + 6;
  IF (day_limit > 0 AND on_day >= day_limit) OR (horse.week_limit > 0 AND in_week >= horse.week_limit) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'horse_usage_within_limits',
      MESSAGE = 'new row for relation "horse_usage" violates check constraint "horse_usage_within_limits"';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER horse_usage_allowed BEFORE INSERT OR UPDATE OF horse_id, usage_date, over_reason ON horse_usage
  FOR EACH ROW EXECUTE FUNCTION horse_usage_allowed();
