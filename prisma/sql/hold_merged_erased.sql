-- Whoever is erased is erased with the accounts that were merged into them. At the end of the transaction, because people are erased one by one.
CREATE OR REPLACE FUNCTION hold_merged_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.merged_into_id IS NOT NULL OR NEW.erased_at IS NOT NULL) AND EXISTS (
    SELECT FROM users m JOIN users k ON k.id = m.merged_into_id
    WHERE (m.id = NEW.id OR m.merged_into_id = NEW.id) AND k.erased_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'violates "users_merged_into_nobody"' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_merged_into_nobody';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER users_merged_into_nobody AFTER INSERT OR UPDATE OF merged_into_id, erased_at ON users
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_merged_erased();
