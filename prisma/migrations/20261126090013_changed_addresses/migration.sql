-- AlterTable
ALTER TABLE "address_links" ADD COLUMN     "kind" TEXT NOT NULL DEFAULT 'confirm';

-- Beside the old version: it writes links of the first kind alone, and the table has a few rows.
ALTER TABLE address_links ADD CONSTRAINT address_links_kind CHECK (kind IN ('confirm', 'change', 'take-back'));
