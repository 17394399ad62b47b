-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "card_fee_rate" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "bank_returns" (
    "stripe_charge_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "disputed" BOOLEAN NOT NULL DEFAULT false,
    "returned_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bank_returns_pkey" PRIMARY KEY ("stripe_charge_id")
);

-- CreateIndex
CREATE INDEX "bank_returns_user_id_returned_at_idx" ON "bank_returns"("user_id", "returned_at");

-- AddForeignKey
ALTER TABLE "bank_returns" ADD CONSTRAINT "bank_returns_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

UPDATE "orders" SET "card_fee_rate" = "fee_rate";

ALTER TABLE orders ADD CONSTRAINT orders_card_fee_rate CHECK (card_fee_rate BETWEEN 0 AND 10000);

-- Of returns before this table the charge is not known: the payment stands for it.
INSERT INTO bank_returns (stripe_charge_id, user_id, disputed, returned_at)
SELECT stripe_payment_intent_id, user_id, status = 'disputed', updated_at
FROM payment_transactions
WHERE status IN ('failed', 'disputed') AND payment_method LIKE 'Bank account%' AND stripe_payment_intent_id IS NOT NULL;
