-- Texts to families: the number that a family confirmed, what is written to it, and which words of it were heard.
CREATE TABLE "text_numbers" (
    "user_id" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "code_hash" TEXT,
    "code_until" TIMESTAMPTZ(3),
    "tries" INTEGER NOT NULL DEFAULT 0,
    "verified_at" TIMESTAMPTZ(3),
    "stopped_at" TIMESTAMPTZ(3),

    CONSTRAINT "text_numbers_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "text_numbers_number_check" CHECK ("number" ~ '^\+[1-9][0-9]{7,14}$')
);
CREATE INDEX "text_numbers_number_idx" ON "text_numbers"("number");
ALTER TABLE "text_numbers" ADD CONSTRAINT "text_numbers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "text_outbox" (
    "id" SERIAL NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "kind" TEXT,
    "number" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "send_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "sending_since" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "sid" TEXT,
    "status" TEXT,
    "error" INTEGER,

    CONSTRAINT "text_outbox_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "text_outbox_dedupe_key_key" ON "text_outbox"("dedupe_key");
CREATE UNIQUE INDEX "text_outbox_sid_key" ON "text_outbox"("sid");
CREATE INDEX "text_outbox_user_id_idx" ON "text_outbox"("user_id");
CREATE INDEX "text_outbox_sent_at_next_attempt_at_idx" ON "text_outbox"("sent_at", "next_attempt_at");
ALTER TABLE "text_outbox" ADD CONSTRAINT "text_outbox_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "text_replies" (
    "sid" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "text_replies_pkey" PRIMARY KEY ("sid")
);
