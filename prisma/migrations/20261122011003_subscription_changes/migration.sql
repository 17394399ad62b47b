-- AlterTable
ALTER TABLE "subscriptions" ADD COLUMN     "change_token" TEXT,
ADD COLUMN     "changing_since" TIMESTAMPTZ(3),
ADD COLUMN     "ends_on" DATE,
ADD COLUMN     "fee_rate" INTEGER,
ADD COLUMN     "fee_scope" TEXT NOT NULL DEFAULT 'all_cards',
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 0;

UPDATE subscriptions s SET
  fee_scope = o.fee_scope,
  fee_rate = CASE
    WHEN s.method_type = 'card' AND o.method_type = 'card'
      AND NOT (o.fee_scope = 'credit_cards' AND coalesce(s.card_funding, '') IN ('debit', 'prepaid'))
    THEN o.fee_rate
  END
FROM orders o WHERE o.id = s.order_id;

ALTER TABLE subscriptions
  ADD CONSTRAINT subscriptions_fee_scope_known CHECK (fee_scope IN ('all_cards', 'credit_cards')),
  ADD CONSTRAINT subscriptions_fee_rate CHECK (fee_rate BETWEEN 0 AND 10000),
  ADD CONSTRAINT subscriptions_change CHECK ((change_token IS NULL) = (changing_since IS NULL));
-- The provider's portal or dashboard can set more than a form of ours takes.
ALTER TABLE subscription_add_ons
  DROP CONSTRAINT subscription_add_ons_quantity,
  ADD CONSTRAINT subscription_add_ons_quantity CHECK (quantity >= 1);
