-- AlterTable
ALTER TABLE "usage_adjustments" ADD COLUMN     "for_all" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "ride_ids" INTEGER[] DEFAULT ARRAY[]::INTEGER[];

ALTER TABLE usage_adjustments ALTER COLUMN ride_ids SET NOT NULL;

-- A reset of several students was made for all of them.
UPDATE usage_adjustments a SET for_all = true
WHERE kind = 'reset' AND EXISTS (
  SELECT 1 FROM usage_adjustments b
  WHERE b.kind = 'reset' AND b.by_id = a.by_id AND b.at = a.at AND b.student_id <> a.student_id);
