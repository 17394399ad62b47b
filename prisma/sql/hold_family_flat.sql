-- Families have one storey. The guardian's row is locked, so that two changes at once cannot make a chain: whichever comes second sees the first.
CREATE OR REPLACE FUNCTION hold_family_flat() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  guardian users;
BEGIN
  IF NEW.guardian_id IS NULL THEN
    RETURN NEW;
  END IF;
  SELECT * INTO guardian FROM users WHERE id = NEW.guardian_id FOR SHARE;
  IF guardian.guardian_id IS NOT NULL OR guardian.role = 'instructor' OR NEW.role <> 'customer'
     OR EXISTS (SELECT FROM users WHERE guardian_id = NEW.id) THEN
    RAISE EXCEPTION 'violates "users_family_is_flat"' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_family_is_flat';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER users_family_is_flat BEFORE INSERT OR UPDATE OF guardian_id ON users
  FOR EACH ROW EXECUTE FUNCTION hold_family_flat();
