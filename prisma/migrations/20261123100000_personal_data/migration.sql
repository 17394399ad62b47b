-- A family that was erased keeps its rows under a number. Who of the office looked at whose data, once an hour. How long data is kept.
ALTER TABLE "users" ADD COLUMN "erased_at" TIMESTAMPTZ(3), ADD COLUMN "former_number" INTEGER;
CREATE UNIQUE INDEX "users_former_number_key" ON "users"("former_number");

ALTER TABLE users
  DROP CONSTRAINT users_can_sign_in_or_has_guardian,
  ADD CONSTRAINT users_can_sign_in_or_has_guardian
    CHECK (role = 'instructor' OR guardian_id IS NOT NULL OR erased_at IS NOT NULL OR (email IS NOT NULL AND password IS NOT NULL)),
  ADD CONSTRAINT users_erased_has_number CHECK ((erased_at IS NULL) = (former_number IS NULL)),
  ADD CONSTRAINT users_erased_is_nobody CHECK (erased_at IS NULL OR (
    role = 'customer' AND NOT active AND hidden_at IS NOT NULL AND guardian_id IS NULL
    AND first_name = 'Former' AND last_name = 'rider ' || former_number
    AND email IS NULL AND password IS NULL AND phone IS NULL AND parent_name IS NULL AND profile_image_url IS NULL
    AND reset_token IS NULL AND magic_link_token IS NULL AND calendar_key IS NULL));

CREATE TABLE "data_views" (
    "viewer_id" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "data_views_pkey" PRIMARY KEY ("subject_id", "hour", "kind", "viewer_id")
);
CREATE INDEX "data_views_at_idx" ON "data_views"("at");
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_viewer_id_fkey" FOREIGN KEY ("viewer_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_subject_id_fkey" FOREIGN KEY ("subject_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "retention" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "emails" INTEGER NOT NULL,
    "changes" INTEGER NOT NULL,
    "views" INTEGER NOT NULL,
    "notes" INTEGER NOT NULL,
    "inactive" INTEGER NOT NULL,

    CONSTRAINT "retention_pkey" PRIMARY KEY ("id")
);
ALTER TABLE retention
  ADD CONSTRAINT retention_one CHECK (id = 1),
  ADD CONSTRAINT retention_months CHECK (
    emails BETWEEN 1 AND 120 AND changes BETWEEN 6 AND 120 AND views BETWEEN 3 AND 120 AND notes BETWEEN 1 AND 120 AND inactive BETWEEN 12 AND 120);
