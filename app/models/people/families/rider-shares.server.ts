import { Prisma } from '~/generated/prisma/client'

const { sql } = Prisma

/**
 * Returns a condition on `payment_transactions t`: one of these people paid it, or it has a line for one of them.
 * `part` narrows it by columns of the payment alone.
 */
export const concerns = (ids: string[], part: Prisma.Sql = sql`true`) => sql`t.id = ANY(ARRAY(
  SELECT id FROM payment_transactions WHERE user_id = ANY(${ids}) AND ${part}
  UNION SELECT id FROM payment_transactions
    WHERE order_id = ANY(ARRAY(SELECT i.order_id FROM order_items i WHERE i.rider_id = ANY(${ids}))) AND ${part}
  UNION SELECT id FROM payment_transactions
    WHERE user_id = ANY(ARRAY(SELECT s.user_id FROM subscriptions s WHERE s.rider_id = ANY(${ids}) AND s.user_id <> s.rider_id))
      AND subscription_id = ANY(ARRAY(SELECT s.id FROM subscriptions s WHERE s.rider_id = ANY(${ids}))) AND ${part}))`

/**
 * Splits what is kept of a payment `t` by rider: `rider_id`, and `share`, with the fee and without refunded lines. The
 * shares add up to the cent. A line without a rider, and a payment without lines, is the payer's.
 */
export const sharesSql = sql`(
  SELECT rider_id, round(kept * coalesce(upto / whole, 1), 2) - round(kept * coalesce((upto - part) / whole, 0), 2) AS share
  FROM (
    SELECT rider_id, part, t.amount - t.amount_refunded AS kept, sum(part) OVER (ORDER BY rider_id) AS upto,
           nullif(sum(part) OVER (), 0) AS whole
    FROM (
      SELECT coalesce(line->>'riderId', t.user_id) AS rider_id, sum((line->>'amount')::numeric - coalesce((line->>'back')::numeric, 0)) AS part
      FROM jsonb_array_elements(CASE WHEN t.lines = '[]' THEN '[{"amount": 1}]' ELSE t.lines END) line GROUP BY 1) parts) sums)`
