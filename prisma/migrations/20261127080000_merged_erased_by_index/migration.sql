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
