-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_verified_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "address_links" (
    "token" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "address_links_pkey" PRIMARY KEY ("token")
);

-- CreateIndex
CREATE INDEX "address_links_user_id_idx" ON "address_links"("user_id");
CREATE INDEX "address_links_expires_at_idx" ON "address_links"("expires_at");

-- AddForeignKey
ALTER TABLE "address_links" ADD CONSTRAINT "address_links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Beside the old version: a few hundred rows, once. Families that ride or paid have had the school's emails until now, and go on having them;
-- so does whom the office entered. An account that only registered has its address still to prove.
UPDATE users u SET email_verified_at = now()
WHERE email IS NOT NULL AND (
  role <> 'customer' OR password IS NULL OR password NOT LIKE 'scrypt%'
  OR EXISTS (SELECT FROM users r WHERE r.guardian_id = u.id)
  OR EXISTS (SELECT FROM lessons l WHERE l.student_id = u.id)
  OR EXISTS (SELECT FROM weekly_schedule w WHERE w.student_id = u.id)
  OR EXISTS (SELECT FROM package_purchases p WHERE p.user_id = u.id));

-- A new address is unproved, whoever writes it (the old version does not know the column), unless the same statement says when it was proved.
CREATE FUNCTION new_address_is_unproved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.email IS DISTINCT FROM OLD.email AND NEW.email_verified_at IS NOT DISTINCT FROM OLD.email_verified_at THEN
    NEW.email_verified_at := NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER users_new_address_is_unproved BEFORE UPDATE OF email ON users
  FOR EACH ROW EXECUTE FUNCTION new_address_is_unproved();
