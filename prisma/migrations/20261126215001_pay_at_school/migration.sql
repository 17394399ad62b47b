-- A family asks for what it pays at the school, and the office records the payment.
ALTER TABLE "school" ADD COLUMN "pay_words" TEXT, ADD COLUMN "pay_at_school" BOOLEAN;
ALTER TABLE "recorded_payments" ADD COLUMN "order_id" INTEGER;
CREATE INDEX "recorded_payments_order_id_idx" ON "recorded_payments"("order_id");
ALTER TABLE "recorded_payments" ADD CONSTRAINT "recorded_payments_order_id_fkey"
  FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE RESTRICT ON UPDATE CASCADE NOT VALID;

-- Beside the old version: the index is of a table with a few rows a day, and the old version opens no payment of an order that nobody pays
-- by the provider, because no address of such an order is given out.
ALTER TABLE orders DROP CONSTRAINT orders_method_known;
ALTER TABLE orders ADD CONSTRAINT orders_method_known CHECK (method_type IN ('card', 'us_bank_account', 'school')) NOT VALID;
ALTER TABLE orders ADD CONSTRAINT orders_at_school CHECK (method_type <> 'school' OR (
  kind = 'one_time' AND fee = 0 AND status IN ('pending', 'paid', 'canceled')
  AND stripe_payment_intent_id IS NULL AND stripe_checkout_session_id IS NULL)) NOT VALID;
