-- An invitation's link proves that its reader is the family that the office wrote to. What makes the account another one ends it, whoever
-- does it: a password, another address, a merge, a block, a role of the office, a guardian.
CREATE OR REPLACE FUNCTION end_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.email, NEW.password, NEW.active, NEW.role, NEW.guardian_id, NEW.merged_into_id, NEW.hidden_at, NEW.erased_at)
     IS DISTINCT FROM
     (OLD.email, OLD.password, OLD.active, OLD.role, OLD.guardian_id, OLD.merged_into_id, OLD.hidden_at, OLD.erased_at) THEN
    UPDATE invitations SET token = NULL WHERE user_id = NEW.id AND token IS NOT NULL;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER users_end_invitation
  AFTER UPDATE OF email, password, active, role, guardian_id, merged_into_id, hidden_at, erased_at ON users
  FOR EACH ROW EXECUTE FUNCTION end_invitation();
