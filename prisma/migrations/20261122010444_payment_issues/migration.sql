-- AlterTable
ALTER TABLE "payment_transactions" ADD COLUMN     "last_refund_at" TIMESTAMPTZ(3),
ADD COLUMN     "period_end" DATE,
ADD COLUMN     "period_start" DATE,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "payment_issues" (
    "id" SERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "stripe_id" TEXT NOT NULL,
    "user_id" TEXT,
    "order_id" INTEGER,
    "subscription_id" INTEGER,
    "transaction_id" INTEGER,
    "amount" DECIMAL(10,2),
    "payer" TEXT,
    "detail" TEXT NOT NULL,
    "opened" INTEGER NOT NULL DEFAULT 1,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),
    "outcome" TEXT,
    "reason" TEXT,
    "closed_by" TEXT,

    CONSTRAINT "payment_issues_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payment_issues_closed_at_idx" ON "payment_issues"("closed_at");

-- CreateIndex
CREATE UNIQUE INDEX "payment_issues_stripe_id_kind_key" ON "payment_issues"("stripe_id", "kind");

-- AddForeignKey
ALTER TABLE "payment_issues" ADD CONSTRAINT "payment_issues_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_issues" ADD CONSTRAINT "payment_issues_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_issues" ADD CONSTRAINT "payment_issues_subscription_id_fkey" FOREIGN KEY ("subscription_id") REFERENCES "subscriptions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_issues" ADD CONSTRAINT "payment_issues_transaction_id_fkey" FOREIGN KEY ("transaction_id") REFERENCES "payment_transactions"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_issues" ADD CONSTRAINT "payment_issues_closed_by_fkey" FOREIGN KEY ("closed_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE payment_issues
  ADD CONSTRAINT payment_issues_kind_known CHECK (kind IN (
    'paid-twice', 'wrong-amount', 'wrong-currency', 'wrong-customer', 'unknown-order', 'unknown-subscription', 'doubled-item',
    'foreign-item', 'fee-differs')),
  ADD CONSTRAINT payment_issues_outcome_known CHECK (outcome IN ('refunded', 'granted', 'ignored', 'gone')),
  ADD CONSTRAINT payment_issues_closed CHECK ((closed_at IS NULL) = (outcome IS NULL)),
  ADD CONSTRAINT payment_issues_reason CHECK (outcome <> 'ignored' OR reason <> ''),
  ADD CONSTRAINT payment_issues_amount CHECK (amount >= 0),
  ADD CONSTRAINT payment_issues_opened CHECK (opened >= 1);
ALTER TABLE payment_transactions
  ADD CONSTRAINT payment_transactions_period CHECK (period_start < period_end),
  ADD CONSTRAINT payment_transactions_version CHECK (version >= 1);

-- The months of subscriptions that the job asks about, however many payments lie in the books.
CREATE INDEX payment_transactions_open ON payment_transactions (id) WHERE status IN ('processing', 'requires_action', 'failed');
CREATE INDEX payment_transactions_refunded ON payment_transactions (last_refund_at) WHERE last_refund_at IS NOT NULL;
-- A refund that was noticed before this column existed is looked at for its 60 days too.
UPDATE payment_transactions SET last_refund_at = updated_at WHERE amount_refunded > 0;
-- Periods of what was sold before: the grant of a payment has its days.
UPDATE payment_transactions t SET period_start = g.valid_from, period_end = g.valid_to + 1
FROM package_purchases g WHERE g.order_id = t.order_id OR g.stripe_invoice_id = t.stripe_invoice_id;
