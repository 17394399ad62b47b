-- Notes when somebody first signed in, whichever version of the server does it: their family needs no invitation. A session that waits for
-- its code opens nothing yet.
CREATE OR REPLACE FUNCTION note_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET signed_in_at = coalesce((NEW.sess ->> 'since')::timestamptz, now())
  WHERE id = NEW.user_id AND signed_in_at IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER sessions_note_sign_in
  AFTER INSERT ON sessions
  FOR EACH ROW WHEN (NEW.sess ->> 'waits' IS NULL) EXECUTE FUNCTION note_sign_in();
