-- Minutes that a horse stands between two outings, at least; 0 is no limit.
ALTER TABLE "horses" ADD COLUMN     "gap_minutes" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE horses ADD CONSTRAINT horses_gap CHECK (gap_minutes BETWEEN 0 AND 240) NOT VALID;
