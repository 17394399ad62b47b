-- A new address is unproved, whoever writes it, unless the same statement says when it was proved.
CREATE OR REPLACE FUNCTION new_address_is_unproved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email IS DISTINCT FROM OLD.email AND NEW.email_verified_at IS NOT DISTINCT FROM OLD.email_verified_at THEN
    NEW.email_verified_at := NULL;
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER users_new_address_is_unproved BEFORE UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION new_address_is_unproved();
