-- A birth date, and families of one storey: a guardian has no guardian, and no one is their own.
ALTER TABLE "users" ADD COLUMN "birth_date" DATE;

ALTER TABLE users
  ADD CONSTRAINT users_birth_date_sane CHECK (birth_date BETWEEN '1900-01-01' AND '2199-12-31') NOT VALID;
ALTER TABLE users
  ADD CONSTRAINT users_erased_has_no_birth_date CHECK (erased_at IS NULL OR birth_date IS NULL) NOT VALID;

-- The guardian's row is locked, so that two changes at once cannot make a chain: whichever comes second sees the first.
CREATE FUNCTION hold_family_flat() RETURNS trigger LANGUAGE plpgsql AS $$
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
