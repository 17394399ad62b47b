-- When a try began whose end nobody noted, and whether an e-mail was tried again after such a one.
ALTER TABLE "email_outbox" ADD COLUMN "sending_since" TIMESTAMPTZ(3),
ADD COLUMN "maybe_twice" BOOLEAN NOT NULL DEFAULT false;
