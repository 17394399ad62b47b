-- AlterTable
ALTER TABLE "event_tickets" ADD COLUMN     "extra" JSONB;

-- AlterTable
ALTER TABLE "events" ADD COLUMN     "extra" JSONB;

-- CreateTable
CREATE TABLE "zeffy_imports" (
    "id" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "content" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "zeffy_imports_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "zeffy_imports" ADD CONSTRAINT "zeffy_imports_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
