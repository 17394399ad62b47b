-- Beside the old version: it goes on without the columns. Who waits for a lesson that is gone already is told of it once.
ALTER TABLE "waitlist" ADD COLUMN "known_off" BOOLEAN NOT NULL DEFAULT false, ADD COLUMN "tell_at" TIMESTAMPTZ(3);
