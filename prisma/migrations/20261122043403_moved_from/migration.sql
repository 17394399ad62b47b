-- AlterTable
ALTER TABLE "one_time_participants" ADD COLUMN     "moved_from" VARCHAR(120);

-- AlterTable
ALTER TABLE "temporary_lessons" ADD COLUMN     "moved_from" VARCHAR(120);
