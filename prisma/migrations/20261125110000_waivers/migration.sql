-- Waivers: the office's draft, the published versions, and who signed. Emails may have files.
ALTER TABLE "school" ADD COLUMN "waiver_required" BOOLEAN;
ALTER TABLE "retention" ADD COLUMN "waivers" INTEGER NOT NULL DEFAULT 84 CHECK (waivers BETWEEN 12 AND 300);
ALTER TABLE "email_outbox" ADD COLUMN "attachments" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];

CREATE TABLE "waiver_draft" (
    "id" INTEGER NOT NULL DEFAULT 1 CHECK (id = 1),
    "title" VARCHAR(100) NOT NULL,
    "text" TEXT NOT NULL,

    CONSTRAINT "waiver_draft_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "waiver_versions" (
    "id" SERIAL NOT NULL,
    "number" INTEGER NOT NULL,
    "title" VARCHAR(100) NOT NULL,
    "text" TEXT NOT NULL,
    "asks_again" BOOLEAN NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL,
    "published_by" TEXT NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "withdrawn_by" TEXT,
    "withdrawn_note" VARCHAR(300),

    CONSTRAINT "waiver_versions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "waiver_versions_published_by_fkey" FOREIGN KEY ("published_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "waiver_versions_withdrawn_by_fkey" FOREIGN KEY ("withdrawn_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT waiver_versions_text CHECK (number > 0 AND btrim(title) <> '' AND btrim(text) <> '' AND length(text) <= 20000),
    CONSTRAINT waiver_versions_first CHECK (number > 1 OR asks_again),
    CONSTRAINT waiver_versions_withdrawn CHECK (num_nulls(withdrawn_at, withdrawn_by, withdrawn_note) IN (0, 3))
);
CREATE UNIQUE INDEX "waiver_versions_number_key" ON "waiver_versions"("number");

CREATE TABLE "waiver_signatures" (
    "id" SERIAL NOT NULL,
    "version_id" INTEGER NOT NULL,
    "rider_id" TEXT NOT NULL,
    "rider_name" VARCHAR(200) NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'signed',
    "signer_id" TEXT,
    "typed_name" VARCHAR(200) NOT NULL,
    "drawing" TEXT,
    "signed_at" TIMESTAMPTZ(3) NOT NULL,
    "ip" VARCHAR(45),
    "user_agent" VARCHAR(200),
    "paper_on" DATE,
    "recorded_by" TEXT,
    "note" VARCHAR(300),
    "digest" CHAR(64) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),
    "withdrawn_by" TEXT,
    "withdrawn_note" VARCHAR(300),
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "waiver_signatures_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "waiver_signatures_version_id_fkey" FOREIGN KEY ("version_id") REFERENCES "waiver_versions"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "waiver_signatures_rider_id_fkey" FOREIGN KEY ("rider_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "waiver_signatures_signer_id_fkey" FOREIGN KEY ("signer_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "waiver_signatures_recorded_by_fkey" FOREIGN KEY ("recorded_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "waiver_signatures_withdrawn_by_fkey" FOREIGN KEY ("withdrawn_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT waiver_signatures_kind CHECK (
      kind = 'signed' AND signer_id IS NOT NULL AND num_nonnulls(paper_on, recorded_by, note) = 0
      OR kind = 'paper' AND paper_on IS NOT NULL AND recorded_by IS NOT NULL AND num_nonnulls(signer_id, drawing, ip, user_agent) = 0),
    CONSTRAINT waiver_signatures_named CHECK (erased_at IS NOT NULL OR btrim(typed_name) <> '' AND btrim(rider_name) <> ''),
    CONSTRAINT waiver_signatures_erased CHECK (erased_at IS NULL OR (
      typed_name = '' AND rider_name = '' AND num_nonnulls(drawing, ip, user_agent, note) = 0)),
    CONSTRAINT waiver_signatures_drawing CHECK (length(drawing) <= 8000 AND drawing ~ '^[0-9,; ]+$'),
    CONSTRAINT waiver_signatures_withdrawn CHECK (num_nulls(withdrawn_at, withdrawn_by, withdrawn_note) IN (0, 3))
);
CREATE UNIQUE INDEX waiver_signatures_one ON waiver_signatures (rider_id, version_id) WHERE withdrawn_at IS NULL;
CREATE INDEX "waiver_signatures_rider_id_idx" ON "waiver_signatures"("rider_id");
CREATE INDEX "waiver_signatures_signer_id_idx" ON "waiver_signatures"("signer_id");

-- What was published or signed stays as it was. It may be withdrawn once, with a note; and a signature loses its names once the rider was erased.
CREATE FUNCTION waivers_stay() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted CONSTANT text[] := ARRAY['withdrawn_at', 'withdrawn_by', 'withdrawn_note'];
  named CONSTANT text[] := ARRAY['erased_at', 'rider_name', 'typed_name', 'drawing', 'ip', 'user_agent', 'note'];
  was CONSTANT jsonb := to_jsonb(OLD);
  is_now jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    is_now := to_jsonb(NEW);
    IF was->>'withdrawn_at' IS NULL AND is_now->>'withdrawn_at' IS NOT NULL AND was - noted = is_now - noted THEN
      RETURN NEW;
    END IF;
    IF TG_TABLE_NAME = 'waiver_signatures' AND was->>'erased_at' IS NULL AND is_now->>'erased_at' IS NOT NULL
       AND was - named = is_now - named
       AND EXISTS (SELECT FROM users WHERE id = was->>'rider_id' AND erased_at IS NOT NULL) THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'What was published or signed cannot be changed' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'waivers_stay';
END $$;
CREATE TRIGGER waiver_versions_stay BEFORE UPDATE OR DELETE ON waiver_versions FOR EACH ROW EXECUTE FUNCTION waivers_stay();
CREATE TRIGGER waiver_signatures_stay BEFORE UPDATE OR DELETE ON waiver_signatures FOR EACH ROW EXECUTE FUNCTION waivers_stay();
