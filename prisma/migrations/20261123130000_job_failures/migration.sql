-- How often a job failed, and when it did last.
ALTER TABLE "job_runs" ADD COLUMN "failed_at" TIMESTAMPTZ(3), ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0;
