-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "fee_scope" TEXT NOT NULL DEFAULT 'all_cards';

-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "card_funding" TEXT;

ALTER TABLE orders ADD CONSTRAINT orders_fee_scope_known CHECK (fee_scope IN ('all_cards', 'credit_cards'));
