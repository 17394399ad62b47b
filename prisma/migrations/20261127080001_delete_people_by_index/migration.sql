-- Beside the old version: its rows are of one school, some thousands, so each index is built within a second.
-- CreateIndex
CREATE INDEX "student_notes_by_id_idx" ON "student_notes"("by_id");

-- CreateIndex
CREATE INDEX "usage_adjustments_by_id_idx" ON "usage_adjustments"("by_id");

-- CreateIndex
CREATE INDEX "weekly_schedule_instructor_id_idx" ON "weekly_schedule"("instructor_id");
