-- AlterTable
ALTER TABLE "school" ADD COLUMN     "invite_note" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "signed_in_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "invitations" (
    "user_id" TEXT NOT NULL,
    "token" TEXT,
    "email" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "sends" INTEGER NOT NULL DEFAULT 1,
    "confirmed_at" TIMESTAMPTZ(3),
    "wrong" TEXT,
    "wrong_at" TIMESTAMPTZ(3),
    "answer" TEXT,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("user_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_key" ON "invitations"("token");

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

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

-- Who signed in before this version kept it: by a password, a session, or the log.
UPDATE users u SET signed_in_at = u.created_at
WHERE u.password IS NOT NULL AND u.password <> 'none' OR EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id)
  OR EXISTS (SELECT FROM audit_log a WHERE a.actor_id = u.id AND a.action = 'account.sign-in');

ALTER TABLE school ADD CONSTRAINT school_invite_note CHECK (invite_note <> '' AND length(invite_note) <= 1000) NOT VALID;
ALTER TABLE invitations
  ADD CONSTRAINT invitations_sends CHECK (sends > 0),
  ADD CONSTRAINT invitations_times CHECK (expires_at > sent_at),
  ADD CONSTRAINT invitations_wrong CHECK ((wrong IS NULL) = (wrong_at IS NULL) AND wrong <> '' AND length(wrong) <= 2000),
  ADD CONSTRAINT invitations_done CHECK (done_at IS NULL OR wrong IS NOT NULL),
  ADD CONSTRAINT invitations_answer CHECK (answer IS NULL OR done_at IS NOT NULL AND answer <> '' AND length(answer) <= 2000);
