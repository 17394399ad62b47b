-- What a family was told of a rider's day, and what changed since: reminders and changes are each told once.
CREATE TABLE "told_rides" (
    "student_id" TEXT NOT NULL,
    "date" DATE NOT NULL,
    "known" TEXT NOT NULL,
    "present" TEXT NOT NULL,
    "weekly" BOOLEAN NOT NULL DEFAULT false,
    "changed_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "reminded_at" TIMESTAMPTZ(3),
    "told" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "told_rides_pkey" PRIMARY KEY ("student_id", "date")
);
CREATE INDEX "told_rides_due_at_idx" ON "told_rides"("due_at");
CREATE INDEX "told_rides_date_idx" ON "told_rides"("date");
ALTER TABLE "told_rides" ADD CONSTRAINT "told_rides_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
