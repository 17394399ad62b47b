import { changeUnpaid, findOrder, isPaying, type Order } from '~/models/money/payments/order.server'
import { markedOrder, orderNumber } from '~/models/money/payments/provider/our-mark.server'
import { prisma } from '~/platform/db.server'
import { endPayment, isOpenIntent } from '~/services/stripe/end-payment.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import { gather, PAGE } from './changed-at-provider.server'

/** A payment or a Checkout page, by its ID, that can be paid for one of our orders. */
interface OpenAtProvider {
  id: string
  orderId: number
}

/** Lists what was opened for our orders between two instants, in seconds, and can still be paid. */
export async function openedBetween(since: number, before: number): Promise<OpenAtProvider[]> {
  const { paymentIntents, checkout } = requireProvider().stripe
  const list = { created: { gte: since, lte: before }, limit: PAGE }
  const [intents, pages] = await Promise.all([
    gather(paymentIntents.list(list)),
    gather(checkout.sessions.list({ ...list, status: 'open' })),
  ])
  const open: OpenAtProvider[] = []
  for (const { id, metadata } of [...intents.filter(isOpenIntent), ...pages]) {
    const orderId = orderNumber(await markedOrder(prisma, metadata))
    if (orderId) open.push({ id, orderId })
  }
  return open
}

/**
 * Ends a payment that its order does not name: the answer to its creation was lost, or the process died before it wrote
 * the ID down, so that nobody would end it later, not even when the order is paid in another way or its family is erased.
 * Of an order that was paid nothing stays open.
 */
export async function endUnlessNamed({ id, orderId }: OpenAtProvider): Promise<void> {
  const order = await findOrder(orderId)
  if (!order || (!isPaying(order) && (await names(order, id)))) return
  // An attempt that opened it would get it back, ended, under the same idempotency key.
  await changeUnpaid(order, { attempt: order.attempt + 1 })
  await endPayment(id)
}

/** Whether a payment or a page is the order's, or a payment is made on the order's page. */
async function names({ stripePaymentIntentId, stripeCheckoutSessionId }: Order, id: string): Promise<boolean> {
  if (id === stripePaymentIntentId || id === stripeCheckoutSessionId) return true
  if (!stripeCheckoutSessionId) return false
  const { payment_intent } = await requireProvider().stripe.checkout.sessions.retrieve(stripeCheckoutSessionId)
  return payment_intent !== null && idOf(payment_intent) === id
}
