-- AlterTable
ALTER TABLE "payment_transactions" ADD COLUMN     "lines" JSONB NOT NULL DEFAULT '[]';

ALTER TABLE payment_transactions ADD CONSTRAINT payment_transactions_lines CHECK (jsonb_typeof(lines) = 'array');

-- Orders know their lines; of the months before this column only the names are known.
UPDATE payment_transactions t SET lines = o.lines
FROM (
  SELECT order_id, jsonb_agg(jsonb_build_object('name', name, 'quantity', quantity, 'amount', (unit_price * 100)::integer * quantity)
                             ORDER BY id) AS lines
  FROM order_items GROUP BY order_id) o
WHERE o.order_id = t.order_id;
