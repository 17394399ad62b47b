-- CreateTable
CREATE TABLE "makeups" (
    "id" SERIAL NOT NULL,
    "student_id" TEXT NOT NULL,
    "lesson_date" DATE NOT NULL,
    "scheduled_time" VARCHAR(20) NOT NULL,
    "lesson_type" VARCHAR(100) NOT NULL,
    "reason" VARCHAR(300) NOT NULL,
    "valid_from" DATE NOT NULL,
    "valid_to" DATE NOT NULL,
    "by_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "makeups_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "makeups_lesson_date_idx" ON "makeups"("lesson_date");

-- CreateIndex
CREATE UNIQUE INDEX "makeups_student_id_lesson_date_scheduled_time_key" ON "makeups"("student_id", "lesson_date", "scheduled_time");

-- AddForeignKey
ALTER TABLE "makeups" ADD CONSTRAINT "makeups_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "makeups" ADD CONSTRAINT "makeups_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "makeups" ADD CONSTRAINT "makeups_lesson_type_fkey" FOREIGN KEY ("lesson_type") REFERENCES "ride_types"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE makeups
  ADD CONSTRAINT makeups_reason CHECK (btrim(reason) <> ''),
  ADD CONSTRAINT makeups_valid CHECK (valid_from = lesson_date AND valid_to >= valid_from);
