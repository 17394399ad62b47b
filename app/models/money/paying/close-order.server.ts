import { t } from '#text'
import { changeUnpaid, findDuplicates, findOrder, isPaying, type Order } from '~/models/money/payments/order.server'
import { isClosed } from '~/models/money/payments/order-end'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { cancelIntent, expireSession } from '~/services/stripe/end-payment.server'
import { awaitsDeposits } from '~/services/stripe/microdeposits'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import { formatMonth } from '~/utils/dates'

/** The order can no longer be paid. The family returns to the shop. */
export class OrderClosed extends Refused {
  /** What the family reads above the shop. */
  readonly title: string
  constructor(
    readonly order: Order,
    title: 'Please start over' | 'You already bought this' = 'Please start over',
  ) {
    super('order_closed', title === 'Please start over' ? whyClosed(order) : boughtTwice())
    this.title = t(title)
    this.name = 'OrderClosed'
  }
}

const boughtTwice = () =>
  t('You already bought this in another window. Nothing was charged again. If you want it twice, buy it once more.')

const whyClosed = (order: Order): string =>
  order.forErased
    ? t(
        'This purchase was for someone who isn’t at the school anymore, so you can’t pay for it anymore. Nothing was charged. Please start over.',
      )
    : t(
        'This purchase was for {month}, which is over, so you can’t pay for it anymore. Nothing was charged. Please start over.',
        { month: formatMonth(order.validFrom) },
      )

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

/**
 * @throws OrderClosed if its month is over, one of its riders was erased, or the same was bought since its form was made,
 * unless it was paid in the meantime.
 */
export async function refuseClosed(order: Order): Promise<void> {
  if (isPaying(order)) return
  if (order.forErased || isClosed(order, today())) return refuse(order)
  // Its lessons were granted: it is owed.
  if (!order.granted && (await findDuplicates(order)).paid) return refuse(order, 'You already bought this')
}

async function refuse(order: Order, title?: 'You already bought this') {
  await closeOrder(order)
  const now = await findOrder(order.id)
  if (!now || !isPaying(now)) throw new OrderClosed(order, title)
}

/**
 * Closes other open orders of the same things once this one can be paid, so that two windows never charge twice: of two that
 * open at the same time, at least one sees the other. A bank account that waits for its deposits stays.
 * @throws OrderClosed if one of them was paid just now
 */
export async function closeDuplicates(order: Order): Promise<void> {
  if (order.granted) return
  const { open } = await findDuplicates(order)
  for (const other of open) {
    if (await waitsForDeposits(other)) continue
    await closeOrder(other)
    const now = await findOrder(other.id)
    if (now && isPaying(now)) return refuse(order, 'You already bought this')
  }
}

async function waitsForDeposits({ stripePaymentIntentId: id }: Order): Promise<boolean> {
  return id !== null && awaitsDeposits(await requireProvider().stripe.paymentIntents.retrieve(id))
}
