-- CreateTable
CREATE TABLE "consents" (
    "id" SERIAL NOT NULL,
    "rider_id" TEXT NOT NULL,
    "by_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "given_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "consents_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "consents_version_positive" CHECK ("version" > 0)
);

-- CreateIndex
CREATE INDEX "consents_by_id_idx" ON "consents"("by_id");

-- CreateIndex
CREATE UNIQUE INDEX "consents_rider_id_by_id_version_key" ON "consents"("rider_id", "by_id", "version");

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_rider_id_fkey" FOREIGN KEY ("rider_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "consents" ADD CONSTRAINT "consents_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
