-- The school's logo. Its name says what is in it, its size in pixels, and its kind.
CREATE TABLE "logos" (
  "name" TEXT NOT NULL,
  "content" BYTEA NOT NULL,
  CONSTRAINT "logos_pkey" PRIMARY KEY ("name"),
  CONSTRAINT logos_name CHECK (name ~ '^[0-9a-f]{16}-[0-9]{1,4}x[0-9]{1,4}\.(png|jpg|webp)$'),
  CONSTRAINT logos_content CHECK (octet_length(content) BETWEEN 1 AND 102400)
);

ALTER TABLE "school" ADD COLUMN "logo" TEXT;

-- Beside the old version: it writes no logo.
ALTER TABLE "school" ADD CONSTRAINT "school_logo_fkey" FOREIGN KEY ("logo") REFERENCES "logos"("name") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;
