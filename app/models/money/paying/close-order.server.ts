import { changeUnpaid, findOrder, isPaying, type Order } from '~/models/money/payments/order.server'
import { isClosed } from '~/models/money/payments/order-end'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { cancelIntent, expireSession } from '~/services/stripe/end-payment.server'
import { idOf } from '~/services/stripe/stripe.server'
import { formatMonth } from '~/utils/dates'

/** The order can no longer be paid. The family returns to the shop. */
export class OrderClosed extends Refused {
  constructor(readonly order: Order) {
    const why = order.forErased
      ? 'someone who isn’t at the school anymore'
      : `${formatMonth(order.validFrom)}, which is over`
    super(
      'order_closed',
      `This purchase was for ${why}, so you can’t pay for it anymore. Nothing was charged. Please start over.`,
    )
    this.name = 'OrderClosed'
  }
}

/**
 * Closes an order's open payments at the provider, and marks it canceled: a payment that someone opens in the meantime
 * belongs to an older attempt. An order that was paid in the meantime is synced instead.
 */
export async function closeOrder(order: Order): Promise<void> {
  const session = order.stripeCheckoutSessionId ? await expireSession(order.stripeCheckoutSessionId) : null
  const ofSession = session?.payment_intent ? idOf(session.payment_intent) : null
  const ids = new Set([ofSession, order.stripePaymentIntentId].filter((id) => id !== null))
  let open = false
  for (const id of ids) {
    const intent = await cancelIntent(id)
    await syncPayment(id)
    open ||= intent.status !== 'canceled'
  }
  if (open) return
  await changeUnpaid(order, { status: 'canceled', attempt: order.attempt + 1 })
}

/** @throws OrderClosed if its month is over or one of its riders was erased, unless it was paid in the meantime. */
export async function refuseClosed(order: Order): Promise<void> {
  if (isPaying(order) || !(order.forErased || isClosed(order, today()))) return
  await closeOrder(order)
  const now = await findOrder(order.id)
  if (!now || !isPaying(now)) throw new OrderClosed(order)
}
