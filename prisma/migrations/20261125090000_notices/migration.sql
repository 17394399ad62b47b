-- Notices to families: whose an email of the outbox is and of which kind, what each family wants to hear, and when nobody is written to.
-- Beside the old version: the outbox has some ten thousand rows, so its index is built within a second; the old version leaves the new columns null.
ALTER TABLE "email_outbox" ADD COLUMN "kind" TEXT, ADD COLUMN "user_id" TEXT, ADD COLUMN "held_until" TIMESTAMPTZ(3), ADD COLUMN "send_until" TIMESTAMPTZ(3);
ALTER TABLE "email_outbox" ADD CONSTRAINT "email_outbox_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;
CREATE INDEX "email_outbox_user_id_idx" ON "email_outbox"("user_id");

CREATE TABLE "notice_choices" (
    "user_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "wanted" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notice_choices_pkey" PRIMARY KEY ("user_id", "kind", "channel")
);
ALTER TABLE "notice_choices" ADD CONSTRAINT "notice_choices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "school" ADD COLUMN "quiet_from" TEXT, ADD COLUMN "quiet_to" TEXT, ADD COLUMN "remind_at" TEXT;
