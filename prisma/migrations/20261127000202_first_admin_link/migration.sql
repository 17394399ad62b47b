-- The link that a start prints while the school has no administrator.
ALTER TABLE "installation" ADD COLUMN "first_admin_token" TEXT, ADD COLUMN "first_admin_until" TIMESTAMPTZ(3);
