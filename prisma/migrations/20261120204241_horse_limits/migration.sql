-- AlterTable
ALTER TABLE "horse_usage" ADD COLUMN     "over_reason" VARCHAR(300);

-- AlterTable
ALTER TABLE "horses" ADD COLUMN     "day_limit" INTEGER NOT NULL DEFAULT 3,
ADD COLUMN     "on_rest" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "week_limit" INTEGER NOT NULL DEFAULT 14;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "calendar_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "users_calendar_key_key" ON "users"("calendar_key");

-- Rules that the schema language cannot say.
ALTER TABLE horses ADD CONSTRAINT horses_limits CHECK (day_limit BETWEEN 0 AND 99 AND week_limit BETWEEN 0 AND 999);
ALTER TABLE horse_usage ADD CONSTRAINT horse_usage_reason CHECK (btrim(over_reason) <> '');

-- A horse on rest goes out for nobody, and beyond its limit of a day or a week (Monday to Sunday) only with a reason. The
-- horse's row is locked, so that two rides that are assigned at once are counted one after the other.
CREATE FUNCTION horse_usage_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  horse horses;
  on_day integer;
  in_week integer;
BEGIN
  SELECT * INTO horse FROM horses WHERE id = NEW.horse_id FOR NO KEY UPDATE;
  IF horse.on_rest THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'horse_usage_not_on_rest',
      MESSAGE = 'new row for relation "horse_usage" violates check constraint "horse_usage_not_on_rest"';
  END IF;
  IF NEW.over_reason IS NOT NULL THEN
    RETURN NEW;
  END IF;
  SELECT count(*) FILTER (WHERE usage_date = NEW.usage_date), count(*) INTO on_day, in_week
  FROM horse_usage
  WHERE horse_id = NEW.horse_id AND id <> NEW.id
    AND usage_date BETWEEN date_trunc('week', NEW.usage_date)::date AND date_trunc('week', NEW.usage_date)::date + 6;
  IF (horse.day_limit > 0 AND on_day >= horse.day_limit) OR (horse.week_limit > 0 AND in_week >= horse.week_limit) THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation', CONSTRAINT = 'horse_usage_within_limits',
      MESSAGE = 'new row for relation "horse_usage" violates check constraint "horse_usage_within_limits"';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER horse_usage_allowed BEFORE INSERT OR UPDATE OF horse_id, usage_date, over_reason ON horse_usage
  FOR EACH ROW EXECUTE FUNCTION horse_usage_allowed();
