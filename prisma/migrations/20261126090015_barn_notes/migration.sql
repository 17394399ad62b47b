-- Null where nobody has said yet: notes from before this, and those that the old version writes beside it, stay in the office.
ALTER TABLE "student_notes" ADD COLUMN     "for_barn" BOOLEAN;
