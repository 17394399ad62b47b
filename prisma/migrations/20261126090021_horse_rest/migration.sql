-- Beside the old version: a school has a few dozen horses, so checking all of them holds nobody up.
-- From a day, until a day, and why. Null from: since before this, or set by the version before, which knows `on_rest` alone.
ALTER TABLE "horses" ADD COLUMN     "rest_from" DATE,
ADD COLUMN     "rest_reason" VARCHAR(200),
ADD COLUMN     "rest_until" DATE;

-- Rules that the schema language cannot say.
ALTER TABLE horses
  ADD CONSTRAINT horses_rest_days CHECK (rest_until >= rest_from),
  ADD CONSTRAINT horses_rest_reason CHECK (btrim(rest_reason) <> '');

-- A rest that is taken off leaves no days behind, whichever version takes it off.
CREATE FUNCTION horses_rest_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT NEW.on_rest THEN
    NEW.rest_from := NULL;
    NEW.rest_until := NULL;
    NEW.rest_reason := NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER horses_rest_ends BEFORE INSERT OR UPDATE ON horses FOR EACH ROW EXECUTE FUNCTION horses_rest_ends();

-- The last day is a day of rest too.
CREATE FUNCTION horse_rests(horse horses, day date) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT horse.on_rest AND day >= coalesce(horse.rest_from, '-infinity') AND day <= coalesce(horse.rest_until, 'infinity')
$$;

-- As before, but a horse rests from a day until a day. Who gave a ride of a resting horse to another may undo that: the setting, of one
-- transaction, lets the ride have its horse back.
CREATE OR REPLACE FUNCTION horse_usage_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  horse horses;
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
  SELECT count(*) FILTER (WHERE day = NEW.usage_date), count(*) INTO on_day, in_week
  FROM horse_outings
  WHERE horse_id = NEW.horse_id AND ride_id IS DISTINCT FROM NEW.id
    AND day BETWEEN date_trunc('week', NEW.usage_date)::date AND date_trunc('week', NEW.usage_date)::date + 6;
  IF (horse.day_limit > 0 AND on_day >= horse.day_limit) OR (horse.week_limit > 0 AND in_week >= horse.week_limit) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'horse_usage_within_limits',
      MESSAGE = 'new row for relation "horse_usage" violates check constraint "horse_usage_within_limits"';
  END IF;
  RETURN NEW;
END $$;
