-- As what somebody signed, and the sentence that was ticked. Neither has a name in it, so both stay once the names are erased. What was signed
-- before has neither.
ALTER TABLE waiver_signatures ADD COLUMN signer_role TEXT, ADD COLUMN agreed_to VARCHAR(300);
ALTER TABLE waiver_signatures ADD CONSTRAINT waiver_signatures_role CHECK (
  num_nulls(signer_role, agreed_to) IN (0, 2) AND (signer_role IS NULL OR kind = 'signed' AND signer_role IN ('adult', 'guardian'))) NOT VALID;
