-- CreateTable
CREATE TABLE "student_imports" (
    "id" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "file_name" TEXT NOT NULL,
    "lines" JSONB NOT NULL,
    "columns" JSONB NOT NULL,
    "mends" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "moved_in_at" TIMESTAMPTZ(3),
    "made" JSONB,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "student_imports_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "student_imports" ADD CONSTRAINT "student_imports_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
