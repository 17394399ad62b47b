-- AlterTable
ALTER TABLE "events" ADD COLUMN     "canceled_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "donation_credit_uses" (
    "id" SERIAL NOT NULL,
    "credit_id" INTEGER NOT NULL,
    "year" INTEGER NOT NULL,
    "month" INTEGER NOT NULL,
    "amount" DECIMAL(10,2) NOT NULL,
    "by_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "donation_credit_uses_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "donation_credit_uses_credit_id_year_month_idx" ON "donation_credit_uses"("credit_id", "year", "month");

-- AddForeignKey
ALTER TABLE "donation_credit_uses" ADD CONSTRAINT "donation_credit_uses_credit_id_fkey" FOREIGN KEY ("credit_id") REFERENCES "donation_credits"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "donation_credit_uses" ADD CONSTRAINT "donation_credit_uses_by_id_fkey" FOREIGN KEY ("by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE donation_credit_uses
  ADD CONSTRAINT donation_credit_uses_month CHECK (month BETWEEN 1 AND 12),
  ADD CONSTRAINT donation_credit_uses_amount CHECK (amount > 0);
