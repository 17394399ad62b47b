-- When a session's person last signed in or said their password again, by the database's clock. Open sessions are asked at the next thing
-- that wants it. A sign-in writes nothing of it: the default is its moment, beside the old version too.
ALTER TABLE "sessions" ADD COLUMN     "confirmed_at" TIMESTAMPTZ(3);
ALTER TABLE "sessions" ALTER COLUMN "confirmed_at" SET DEFAULT CURRENT_TIMESTAMP;
