-- A second lesson at one hour has a ride type of its own, of the same kind as the first. Lessons may be in an arena.
ALTER TABLE "ride_types" ADD COLUMN "base_type" VARCHAR(100);
ALTER TABLE "school" ADD COLUMN "arenas" TEXT;
ALTER TABLE "weekly_schedule" ADD COLUMN "arena" VARCHAR(40);
ALTER TABLE "temporary_lessons" ADD COLUMN "arena" VARCHAR(40);
ALTER TABLE "season_lessons" ADD COLUMN "arena" VARCHAR(40);

-- CreateIndex
CREATE INDEX "ride_types_base_type_idx" ON "ride_types"("base_type");

-- Beside the old version: it writes none of them.
ALTER TABLE "ride_types" ADD CONSTRAINT "ride_types_base_type_fkey" FOREIGN KEY ("base_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
ALTER TABLE school ADD CONSTRAINT school_arenas CHECK (length(arenas) BETWEEN 1 AND 600) NOT VALID;
ALTER TABLE weekly_schedule ADD CONSTRAINT weekly_schedule_arena CHECK (arena <> '') NOT VALID;
-- On one day, '' is no arena, whatever the weekly lesson has.
ALTER TABLE season_lessons ADD CONSTRAINT season_lessons_arena CHECK (arena IS NULL OR arena <> '' AND NOT ends) NOT VALID;

CREATE OR REPLACE FUNCTION ride_type_is_like_its_base() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM ride_types second JOIN ride_types base ON base.name = second.base_type
    WHERE NEW.name IN (second.name, base.name)
      AND (base.base_type IS NOT NULL OR second.counter IS DISTINCT FROM base.counter)
  ) THEN
    RAISE EXCEPTION 'A ride type has the counter of its base, which has no base itself'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'ride_types_base';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER ride_types_base AFTER INSERT OR UPDATE OF name, counter, base_type ON ride_types
  FOR EACH ROW EXECUTE FUNCTION ride_type_is_like_its_base();
