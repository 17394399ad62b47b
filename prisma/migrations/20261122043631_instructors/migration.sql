-- AlterTable
ALTER TABLE "temporary_lessons" ADD COLUMN     "instructor_id" TEXT;

-- AlterTable
ALTER TABLE "weekly_schedule" ADD COLUMN     "instructor_id" TEXT;

-- AddForeignKey
ALTER TABLE "weekly_schedule" ADD CONSTRAINT "weekly_schedule_instructor_id_fkey" FOREIGN KEY ("instructor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "temporary_lessons" ADD CONSTRAINT "temporary_lessons_instructor_id_fkey" FOREIGN KEY ("instructor_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- An instructor is a user who does not sign in.
ALTER TABLE users
  DROP CONSTRAINT users_role_known,
  DROP CONSTRAINT users_can_sign_in_or_has_guardian,
  ADD CONSTRAINT users_role_known CHECK (role IN ('customer', 'admin', 'instructor')),
  ADD CONSTRAINT users_can_sign_in_or_has_guardian
    CHECK (role = 'instructor' OR guardian_id IS NOT NULL OR (email IS NOT NULL AND password IS NOT NULL)),
  ADD CONSTRAINT users_instructor_does_not_sign_in
    CHECK (role <> 'instructor' OR (email IS NULL AND password IS NULL AND guardian_id IS NULL AND btrim(first_name) <> ''));

-- Few lessons have an instructor of their own.
CREATE INDEX lessons_of_instructors ON lessons (scheduled_date) WHERE instructor_id IS NOT NULL;
