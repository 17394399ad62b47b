-- Beside the old version: `makeups` has a row for each ride of a closed day, a few hundred, so its index and its update take milliseconds.
-- The old version goes on with `lesson_date` and `scheduled_time`, which only its own rows have: it sees none of the new kinds, and a
-- trigger gives its rows the new columns.

ALTER TABLE "makeups"
  ADD COLUMN "why" VARCHAR(20) NOT NULL DEFAULT 'closed',
  ADD COLUMN "ride_date" DATE,
  ADD COLUMN "ride_time" VARCHAR(20),
  ADD COLUMN "revoked_at" TIMESTAMPTZ(3),
  ADD COLUMN "revoked_by" TEXT,
  ADD COLUMN "revoke_reason" VARCHAR(300),
  ALTER COLUMN "lesson_date" DROP NOT NULL,
  ALTER COLUMN "scheduled_time" DROP NOT NULL,
  DROP CONSTRAINT makeups_valid;

UPDATE makeups SET ride_date = lesson_date, ride_time = scheduled_time;

CREATE FUNCTION makeups_of_the_old_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.ride_date IS NULL AND NEW.lesson_date IS NOT NULL THEN
    NEW.ride_date := NEW.lesson_date;
    NEW.ride_time := NEW.scheduled_time;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER makeups_of_the_old_version BEFORE INSERT ON makeups
  FOR EACH ROW EXECUTE FUNCTION makeups_of_the_old_version();

ALTER TABLE makeups
  ADD CONSTRAINT makeups_why CHECK (
    CASE why WHEN 'closed' THEN true WHEN 'absence' THEN ride_date IS NOT NULL WHEN 'office' THEN true ELSE false END) NOT VALID,
  ADD CONSTRAINT makeups_ride CHECK ((ride_date IS NULL) = (ride_time IS NULL)) NOT VALID,
  ADD CONSTRAINT makeups_lasts CHECK (valid_to >= valid_from) NOT VALID,
  ADD CONSTRAINT makeups_revoked CHECK (
    (revoked_at IS NULL AND revoked_by IS NULL AND revoke_reason IS NULL)
    OR (revoked_at IS NOT NULL AND revoked_by IS NOT NULL AND btrim(revoke_reason) <> '')) NOT VALID,
  ADD CONSTRAINT "makeups_revoked_by_fkey" FOREIGN KEY ("revoked_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

CREATE UNIQUE INDEX "makeups_student_id_ride_date_ride_time_key" ON "makeups"("student_id", "ride_date", "ride_time");
CREATE INDEX "makeups_ride_date_idx" ON "makeups"("ride_date");

-- The ride that a makeup is booked into, or was found used by. A makeup has one at a time, and a ride is one makeup at most.
CREATE TABLE "makeup_bookings" (
    "id" SERIAL NOT NULL,
    "makeup_id" INTEGER NOT NULL,
    "student_id" TEXT NOT NULL,
    "lesson_date" DATE NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "via" VARCHAR(20) NOT NULL DEFAULT 'place',
    "by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "makeup_bookings_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "makeup_bookings_via" CHECK (via IN ('place', 'mark')),
    -- A change of the week takes rows out before it puts them in again.
    CONSTRAINT "makeup_bookings_makeup_id_fkey" FOREIGN KEY ("makeup_id") REFERENCES "makeups"("id")
      ON DELETE NO ACTION ON UPDATE CASCADE DEFERRABLE INITIALLY DEFERRED,
    CONSTRAINT "makeup_bookings_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "makeup_bookings_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "makeup_bookings_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "makeup_bookings_makeup_id_key" ON "makeup_bookings"("makeup_id");
CREATE UNIQUE INDEX "makeup_bookings_student_id_lesson_date_scheduled_time_key" ON "makeup_bookings"("student_id", "lesson_date", "scheduled_time");
CREATE INDEX "makeup_bookings_lesson_date_idx" ON "makeup_bookings"("lesson_date");

-- When the family said that the rider cannot come; null if the office recorded it.
ALTER TABLE "lessons" ADD COLUMN "announced_at" TIMESTAMPTZ(3);

-- Null is what the school has not said: 24 hours, and 30 days.
ALTER TABLE "school"
  ADD COLUMN "absence_cutoff_hours" INTEGER,
  ADD COLUMN "makeup_holds" VARCHAR(20);
ALTER TABLE school
  ADD CONSTRAINT school_absence_cutoff_hours CHECK (absence_cutoff_hours BETWEEN 0 AND 168) NOT VALID,
  ADD CONSTRAINT school_makeup_holds CHECK (makeup_holds IN ('month', 'days', 'always')) NOT VALID;

-- Until now a rescheduled ride was its own makeup, good until the end of the following month.
INSERT INTO makeups (student_id, why, ride_date, ride_time, lesson_type, reason, valid_from, valid_to, by_id, created_at)
SELECT r.student_id, 'absence', r.scheduled_date, r.scheduled_time, r.type, 'Rescheduled', r.scheduled_date,
       (date_trunc('month', r.scheduled_date) + interval '2 months - 1 day')::date,
       coalesce((
         SELECT a.actor_id FROM audit_log a JOIN users u ON u.id = a.actor_id
         WHERE a.entity = 'ride' AND a.entity_id = r.scheduled_date || ' ' || r.scheduled_time || ' ' || r.student_id
         ORDER BY a.id DESC LIMIT 1), r.student_id),
       r.updated_at
FROM lessons r WHERE r.attendance = 'reschedule'
ON CONFLICT DO NOTHING;

-- A ride marked as a makeup used what the counters said so far: a rescheduled ride of its month, then of the month before, then of the
-- month after; then what the package of its month gives; then a closed day's makeup, the first one first.
DO $$
DECLARE
  mark record;
  found integer;
  own integer;
BEGIN
  FOR mark IN
    SELECT student_id, scheduled_date AS day, scheduled_time AS time, type, updated_at,
           date_trunc('month', scheduled_date)::date AS month
    FROM lessons WHERE attendance = 'makeup' ORDER BY student_id, scheduled_date, scheduled_time
  LOOP
    SELECT coalesce(sum(g.makeup_lessons), 0)
      - (SELECT count(*) FROM makeups m WHERE m.student_id = mark.student_id AND m.why = 'absence'
           AND date_trunc('month', m.ride_date) = mark.month)
      - (SELECT count(*) FROM lessons r WHERE r.student_id = mark.student_id AND r.attendance = 'makeup'
           AND date_trunc('month', r.scheduled_date) = mark.month AND (r.scheduled_date, r.scheduled_time) < (mark.day, mark.time)
           AND NOT EXISTS (SELECT FROM makeup_bookings b WHERE b.student_id = r.student_id
             AND b.lesson_date = r.scheduled_date AND b.scheduled_time = r.scheduled_time))
    INTO own
    FROM package_purchases g
    WHERE g.user_id = mark.student_id AND g.status IN ('active', 'clearing')
      AND g.valid_from < mark.month + interval '1 month' AND g.valid_to >= mark.month;

    SELECT m.id INTO found FROM makeups m
    WHERE m.student_id = mark.student_id AND NOT EXISTS (SELECT FROM makeup_bookings b WHERE b.makeup_id = m.id)
      AND CASE m.why
            WHEN 'absence' THEN date_trunc('month', m.ride_date) BETWEEN mark.month - interval '1 month' AND mark.month + interval '1 month'
            ELSE own <= 0 AND mark.month >= date_trunc('month', m.valid_from) AND mark.day <= m.valid_to END
    ORDER BY m.why <> 'absence',
             CASE WHEN date_trunc('month', m.ride_date) = mark.month THEN 0 WHEN m.ride_date < mark.month THEN 1 ELSE 2 END,
             m.valid_to, m.ride_date, m.ride_time
    LIMIT 1;
    IF found IS NOT NULL THEN
      INSERT INTO makeup_bookings (makeup_id, student_id, lesson_date, scheduled_time, lesson_type, via, by_id, created_at)
      VALUES (found, mark.student_id, mark.day, mark.time, mark.type, 'mark',
              (SELECT by_id FROM makeups WHERE id = found), mark.updated_at);
    END IF;
  END LOOP;
END $$;
