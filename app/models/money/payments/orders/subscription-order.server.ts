import type { Tx } from '~/platform/tx.server'

/**
 * Ends the order of a subscription: it is paid with the first paid month, and canceled if the subscription ended
 * without one. Called with each change of the subscription and of its months.
 */
export async function endSubscriptionOrder(tx: Tx, subscriptionId: number): Promise<void> {
  await tx.$executeRaw`
    UPDATE orders o SET status = CASE WHEN begun.at IS NULL THEN 'canceled' ELSE 'paid' END, paid_at = begun.at, updated_at = now()
    FROM subscriptions s, LATERAL (
      SELECT min(g.purchase_date) AS at FROM package_purchases g WHERE g.subscription_id = s.id AND g.status IN ('active', 'refunded')) begun
    WHERE s.id = ${subscriptionId} AND o.id = s.order_id AND o.status = 'pending'
      AND (begun.at IS NOT NULL OR s.status IN ('canceled', 'incomplete_expired'))`
}
