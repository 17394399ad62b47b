import type Stripe from 'stripe'
import { t } from '#text'
import type { SavedMethod } from '~/models/money/methods/payment-methods.server'
import { type Order, type OrderRequest, providerMethod } from '~/models/money/payments/order.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { markOf } from '~/models/money/payments/provider/our-mark.server'
import { newItems } from '~/models/money/subscriptions/items/billing-items.server'
import { hasFee, metadataOf, scopeOf } from '~/models/money/subscriptions/items/fee-terms'
import { accountClosed, lockBuyer } from '~/models/people/accounts/buyer.server'
import { CURRENT_STATUSES } from '~/models/vocabulary/subscription'
import { now } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { payableBy } from '~/services/stripe/read-subscription.server'
import { addDays, type LocalDate, startOfDayInZone, toDbDate } from '~/utils/dates'

const already = () => t('You already have a subscription. Change it instead of starting another.')
const paidElsewhere = () => t('This rider’s subscription is paid from another account. Please call the office.')
const underWay = () => t('Your subscription is being set up. Please check back in a few minutes.')
/** Returns the message for the form of a subscription that is over. */
export const ended = () => t('This subscription has ended. Please start over.')
const notMade = () => t('This purchase was not completed, and nothing was charged. Please start over.')
const over = () => t('The month you chose is over, and nothing was charged. Please start over.')

/** What our row stores of an order, so that a request sent again is the same one. */
interface NewSubscription {
  id: number
  status: string
  stripeSubscriptionId: string | null
  defaultPaymentMethodId: string | null
  cardFunding: string | null
}

const newSubscription = {
  id: true,
  status: true,
  stripeSubscriptionId: true,
  defaultPaymentMethodId: true,
  cardFunding: true,
} as const

/**
 * Writes our row before the provider is called, or finds that of the same form, so that two tabs start one.
 * @throws Refused 409 if another order holds the rider's only place for a subscription, or one of them was merged or
 * erased in the meantime.
 */
export const claimPlace = (userId: string, order: Order, method: SavedMethod): Promise<NewSubscription> =>
  withTx((tx) => claim(tx, userId, order, method))

async function claim(tx: Tx, userId: string, order: Order, method: SavedMethod): Promise<NewSubscription> {
  const family = await lockBuyer(tx, userId)
  const riderId = riderOf(order)
  if (!family.includes(riderId)) throw accountClosed()
  const current = await tx.subscription.findFirst({
    where: { riderId, status: { in: CURRENT_STATUSES } },
    select: { ...newSubscription, orderId: true, userId: true },
  })
  if (current?.orderId === order.id) return current
  const made = await findOfOrder(tx, order)
  if (made) return made
  if (current && current.userId !== userId) throw new Refused('already_subscribed', paidElsewhere())
  if (current)
    throw current.stripeSubscriptionId
      ? new Refused('already_subscribed', already())
      : new Refused('under_way', underWay())
  await tx.subscription.createMany({
    data: {
      userId,
      riderId,
      orderId: order.id,
      status: 'incomplete',
      methodType: order.methodType,
      defaultPaymentMethodId: method.id,
      cardFunding: method.funding,
      currentPeriodStart: toDbDate(order.validFrom),
      currentPeriodEnd: toDbDate(order.validTo),
    },
    skipDuplicates: true,
  })
  const winner = await findOfOrder(tx, order)
  if (!winner) throw new Refused('already_subscribed', already())
  return winner
}

/** Returns the rider: all lines of a subscription are for one. */
const riderOf = ({ items, userId }: Order): string => items[0]?.riderId ?? userId

const findOfOrder = (tx: Tx, { id }: Order): Promise<NewSubscription | null> =>
  tx.subscription.findUnique({ where: { orderId: id }, select: newSubscription })

/** Returns noon of a day, because the provider stores the hour in UTC: midnight would slip to the day before when the clocks change. */
const noonOf = (day: LocalDate) =>
  Math.floor(startOfDayInZone(day, getEnv().schoolTimezone).getTime() / 1000) + 12 * 60 * 60

/**
 * Returns when the month after the first one begins, from the order alone. The provider accepts an anchor of at most a
 * month ahead: on a 1st a trial replaces it.
 */
function beginningOf(order: Order, thisMonth: boolean) {
  if (!thisMonth) return { trial_end: noonOf(order.validFrom) }
  const first = noonOf(addDays(order.validTo, 1))
  return order.validFrom.endsWith('-01') ? { trial_end: first } : { billing_cycle_anchor: first }
}

/**
 * Returns the request that creates the subscription of an order: the same however often and however late it is sent.
 * @throws Refused 410 if the first month is over, or our row says that nothing was created.
 */
export async function creationOf(
  userId: string,
  order: Order,
  startMonth: OrderRequest['startMonth'],
  row: NewSubscription,
): Promise<Stripe.SubscriptionCreateParams> {
  if (row.status !== 'incomplete') throw new Refused('start_over', notMade())
  const thisMonth = startMonth === 'this-month'
  const beginning = beginningOf(order, thisMonth)
  const first = beginning.trial_end ?? beginning.billing_cycle_anchor ?? 0
  if (first * 1000 <= now().getTime()) throw new Refused('start_over', over())
  const items = await newItems(order)
  const method = { type: providerMethod(order), funding: row.cardFunding }
  const scope = scopeOf(order.feeScope)
  const rate = hasFee(scope, method) ? order.feeRate : null
  return {
    customer: await ensureCustomer(userId),
    items: items.recurring,
    ...beginning,
    ...(thisMonth && { add_invoice_items: items.oneOff }),
    proration_behavior: 'none',
    ...(row.defaultPaymentMethodId && { default_payment_method: row.defaultPaymentMethodId }),
    // The card that pays an open month also pays the next ones.
    payment_settings: { ...payableBy(method.type), save_default_payment_method: 'on_subscription' },
    payment_behavior: 'allow_incomplete',
    metadata: { ...(await markOf(order)), ...metadataOf({ scope, rate }) },
  }
}
