-- What is due for a horse, and what was done.
CREATE TABLE "horse_care" (
    "id" SERIAL NOT NULL,
    "horse_id" INTEGER NOT NULL,
    "kind" VARCHAR(60) NOT NULL,
    "due_on" DATE,
    "done_on" DATE,
    "every_weeks" INTEGER,
    "note" VARCHAR(300),

    CONSTRAINT "horse_care_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "horse_care_day" CHECK ("due_on" IS NOT NULL OR "done_on" IS NOT NULL),
    CONSTRAINT "horse_care_every" CHECK ("every_weeks" BETWEEN 1 AND 260)
);

CREATE INDEX "horse_care_horse_id_idx" ON "horse_care"("horse_id");

-- Of each kind a horse has one that is due.
CREATE UNIQUE INDEX "horse_care_due_once" ON "horse_care"("horse_id", lower("kind")) WHERE "done_on" IS NULL;

ALTER TABLE "horse_care" ADD CONSTRAINT "horse_care_horse_id_fkey" FOREIGN KEY ("horse_id") REFERENCES "horses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
