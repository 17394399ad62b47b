-- A season announces rides that are simply new. The version before announces none, and leaves it as it is.
ALTER TABLE "told_rides" ADD COLUMN "announced" BOOLEAN NOT NULL DEFAULT false;
