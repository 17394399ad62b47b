-- CreateTable
CREATE TABLE "horse_work" (
    "id" SERIAL NOT NULL,
    "horse_id" INTEGER NOT NULL,
    "work_date" DATE NOT NULL,
    "start_time" VARCHAR(20) NOT NULL,
    "duration" INTEGER NOT NULL,
    "kind" VARCHAR(200) NOT NULL,
    "who" VARCHAR(200),

    CONSTRAINT "horse_work_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "horse_work_horse_id_work_date_idx" ON "horse_work"("horse_id", "work_date");

-- CreateIndex
CREATE INDEX "horse_work_work_date_idx" ON "horse_work"("work_date");

-- AddForeignKey
ALTER TABLE "horse_work" ADD CONSTRAINT "horse_work_horse_id_fkey" FOREIGN KEY ("horse_id") REFERENCES "horses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Rules that the schema language cannot say.
ALTER TABLE horse_work
  ADD CONSTRAINT horse_work_time CHECK (start_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  ADD CONSTRAINT horse_work_duration CHECK (duration BETWEEN 5 AND 480),
  ADD CONSTRAINT horse_work_ends_that_day CHECK (upper(lesson_minutes(start_time, duration)) <= 24 * 60),
  ADD CONSTRAINT horse_work_texts CHECK (btrim(kind) <> '' AND btrim(who) <> '');
-- A horse does one thing at a time.
ALTER TABLE horse_work ADD CONSTRAINT horse_work_once EXCLUDE USING gist (
  horse_id WITH =, work_date WITH =, lesson_minutes(start_time, duration) WITH &&);

-- All that a horse does: rides and other work. Days of rest and limits are counted here alone.
CREATE VIEW horse_outings AS
  SELECT id AS ride_id, NULL::integer AS work_id, horse_id, usage_date AS day, lesson_time AS start_time, duration FROM horse_usage
  UNION ALL
  SELECT NULL, id, horse_id, work_date, start_time, duration FROM horse_work;

-- No exclusion reaches over two tables. Both sides lock the horse's row, so that of two that come at once the later sees the earlier.
CREATE FUNCTION horse_work_not_riding() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION horse_usage_not_at_work() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- As before, but other work counts as a ride does.
CREATE OR REPLACE FUNCTION horse_usage_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
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
