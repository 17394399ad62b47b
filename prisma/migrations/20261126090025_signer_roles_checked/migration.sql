-- Rows of before are looked at without a lock on those who write.
ALTER TABLE waiver_signatures VALIDATE CONSTRAINT waiver_signatures_role;
