-- AlterTable
ALTER TABLE "payment_transactions" ADD COLUMN "amount_disputed" DECIMAL(10,2) NOT NULL DEFAULT 0;

-- Rules that the schema language cannot say. The version before writes `amount_refunded` alone, so it is no bound here.
ALTER TABLE payment_transactions ADD CONSTRAINT payment_transactions_disputed CHECK (amount_disputed >= 0) NOT VALID;
