-- Beside the old version: three years of a school are 4,300 makeups and 33,000 lines of the log, so nobody waits for the two indexes.
-- The makeups that still hold are found without those that ended years ago.
CREATE INDEX "makeups_valid_to_idx" ON "makeups"("valid_to");

-- The log of the schedule is counted and paged without the rest of the log. The words are those of `OF_SCHEDULE`.
CREATE INDEX audit_log_of_schedule ON audit_log (id) WHERE entity IN ('lesson', 'ride') OR (entity = 'student' AND action LIKE 'makeup.%');
