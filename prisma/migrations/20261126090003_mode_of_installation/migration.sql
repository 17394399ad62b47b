-- AlterTable
ALTER TABLE "installation" ADD COLUMN "mode" TEXT;

-- Rules that the schema language cannot say.
ALTER TABLE installation ADD CONSTRAINT installation_mode CHECK (mode IN ('demo', 'production')) NOT VALID;
