-- CreateTable
CREATE TABLE "horse_wishes" (
    "id" SERIAL NOT NULL,
    "student_id" TEXT NOT NULL,
    "horse_id" INTEGER NOT NULL,
    "good" BOOLEAN NOT NULL,
    "reason" VARCHAR(200),
    "by_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "horse_wishes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "horse_wishes_reason" CHECK (reason <> '')
);

-- CreateIndex
CREATE INDEX "horse_wishes_horse_id_idx" ON "horse_wishes"("horse_id");

-- CreateIndex
CREATE UNIQUE INDEX "horse_wishes_student_id_horse_id_key" ON "horse_wishes"("student_id", "horse_id");

-- AddForeignKey
ALTER TABLE "horse_wishes" ADD CONSTRAINT "horse_wishes_student_id_fkey" FOREIGN KEY ("student_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "horse_wishes" ADD CONSTRAINT "horse_wishes_horse_id_fkey" FOREIGN KEY ("horse_id") REFERENCES "horses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "horse_wishes" ADD CONSTRAINT "horse_wishes_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
