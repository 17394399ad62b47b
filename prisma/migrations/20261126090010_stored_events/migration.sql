-- AlterTable
ALTER TABLE "stripe_events" ADD COLUMN     "about_id" TEXT,
ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "next_attempt_at" TIMESTAMPTZ(3);

-- Beside the old version: the table has a few rows a payment, so some ten thousand in years. What it writes has no next attempt: the provider sends it again.
CREATE INDEX stripe_events_due ON stripe_events (next_attempt_at) WHERE processed_at IS NULL;
