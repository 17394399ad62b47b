-- Beside the old version: it goes on without the column.
ALTER TABLE "school" ADD COLUMN "remind_note" TEXT;
ALTER TABLE school ADD CONSTRAINT school_remind_note CHECK (remind_note <> '' AND length(remind_note) <= 300) NOT VALID;
