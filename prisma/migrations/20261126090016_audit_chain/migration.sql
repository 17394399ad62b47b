-- A seal for each line of the audit log, in a chain. It holds hashes alone, and outlives its line. What a job has not sealed yet, it will.
CREATE TABLE "audit_seals" (
    "seq" INTEGER NOT NULL,
    "line_id" INTEGER NOT NULL,
    "salt" TEXT,
    "line_hash" TEXT NOT NULL,
    "detail_hash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "detail_by" INTEGER,
    "gone_by" INTEGER,

    CONSTRAINT "audit_seals_pkey" PRIMARY KEY ("seq")
);

CREATE UNIQUE INDEX "audit_seals_line_id_key" ON "audit_seals"("line_id");
