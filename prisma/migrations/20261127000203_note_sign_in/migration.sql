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

-- Beside the old version: the accounts that signed in through it while one upgrade ran, a few at most.
UPDATE users u SET signed_in_at = u.created_at
WHERE u.signed_in_at IS NULL AND (EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND s.sess ->> 'waits' IS NULL)
  OR EXISTS (SELECT FROM audit_log a WHERE a.actor_id = u.id AND a.action = 'account.sign-in'));
