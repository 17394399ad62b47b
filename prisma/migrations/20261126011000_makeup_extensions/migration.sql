-- A later last day that the office gave a makeup, with the one before it, so that it can be undone.
ALTER TABLE "makeups"
  ADD COLUMN "extended_from" DATE,
  ADD COLUMN "extended_to" DATE,
  ADD COLUMN "extended_by" TEXT,
  ADD COLUMN "extend_reason" VARCHAR(300);
ALTER TABLE makeups
  ADD CONSTRAINT makeups_extended CHECK (
    (extended_from IS NULL AND extended_to IS NULL AND extended_by IS NULL AND extend_reason IS NULL)
    OR (extended_from < extended_to AND extended_by IS NOT NULL AND btrim(extend_reason) <> '')) NOT VALID;
ALTER TABLE makeups
  ADD CONSTRAINT "makeups_extended_by_fkey" FOREIGN KEY ("extended_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
