-- The list of first steps no longer stands over the week. A school that has lessons needs it no more.
ALTER TABLE "school" ADD COLUMN "start_hidden" BOOLEAN;
INSERT INTO "school" ("id", "start_hidden") SELECT 1, true WHERE EXISTS (SELECT FROM "weekly_schedule")
ON CONFLICT ("id") DO UPDATE SET "start_hidden" = true;
