import type Stripe from 'stripe'
import { inLanguage, t } from '#text'
import { refuseBankPayment } from '~/models/money/payments/bank-return.server'
import {
  changeUnpaid,
  findOrder,
  isPaying,
  type Order,
  type OrderRequest,
  placeOrder,
  providerMethod,
} from '~/models/money/payments/order.server'
import { closesOn } from '~/models/money/payments/order-end'
import { lineName } from '~/models/money/payments/pricing'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { markedOrder, markOf, nameOf, orderNumber } from '~/models/money/payments/provider/our-mark.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { getSchool } from '~/models/school/current-school.server'
import { type BasisPoints, percentOf } from '~/models/vocabulary/fee'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { cancelIntent, expireSession, isOpenIntent } from '~/services/stripe/end-payment.server'
import { underKey } from '~/services/stripe/idempotency.server'
import { awaitsDeposits } from '~/services/stripe/microdeposits'
import {
  BANK_SIGN_IN,
  idOf,
  orRefused,
  requireProvider,
  translateProviderErrors,
} from '~/services/stripe/stripe.server'
import { addDays, formatMonth, startOfDayInZone } from '~/utils/dates'
import { type Cents, decimalOf } from '~/utils/money'
import { closeDuplicates, refuseClosed } from './close-order.server'

interface DonePayment {
  paymentIntentId: string
  /** False while a bank payment is on its way. */
  paid: boolean
}

export interface StartedPayment {
  paymentIntentId: string
  clientSecret: string
}

/**
 * Places an order and opens its payment. The same form sent twice gives the same order and intent.
 * @throws Refused, 503 without the provider.
 */
export async function buy(userId: string, request: OrderRequest): Promise<StartedPayment | DonePayment> {
  requireProvider()
  const { feeRate, feeScope } = await getSchool()
  const order = await placeOrder(userId, request, { today: today(), feeRate, feeScope })
  return pay(order)
}

export async function pay(order: Order): Promise<StartedPayment | DonePayment> {
  const started = await translateProviderErrors(() => startPayment(order))
  if (started) return started
  const { stripePaymentIntentId, status } = (await findOrder(order.id))!
  return { paymentIntentId: stripePaymentIntentId!, paid: status === 'paid' }
}

/** Lists each product once, however many riders it is for: children's names are not sent to the provider. */
function thingsOf({ items }: Order): { name: string; unitPrice: Cents; quantity: number }[] {
  const things = new Map<string, { name: string; unitPrice: Cents; quantity: number }>()
  for (const { packageId, addOnId, name, unitPrice, quantity } of items) {
    const key = `${packageId} ${addOnId}`
    things.set(key, { name, unitPrice, quantity: (things.get(key)?.quantity ?? 0) + quantity })
  }
  return [...things.values()]
}

/** Returns `Package 1 - Basic, Hack × 2 (November 2026)`. */
const describeOrder = (order: Order): string =>
  inLanguage('en', () => `${thingsOf(order).map(lineName).join(', ')} (${formatMonth(order.validFrom)})`)

/**
 * Returns the idempotency key. It includes the customer, which may be another one after a lost answer: the provider
 * refuses different parameters under one key.
 */
const keyOf = (order: Order, customer: string, operation: string) =>
  `order:${nameOf(order)}:${customer}:${operation}:${order.attempt}`
const bankOptions = ({ methodType }: Order) =>
  methodType === 'us_bank_account' ? { payment_method_options: BANK_SIGN_IN } : {}

/**
 * Opens the payment of an order; null if it is paid or on its way. Idempotency key: order, customer and attempt, so that calls
 * at the same time get the same intent. @throws OrderClosed, `bank_refused`.
 */
export async function startPayment(order: Order): Promise<StartedPayment | null> {
  const { stripe } = requireProvider()
  const type = providerMethod(order)
  await refuseClosed(order)
  const open = await leaveCheckout(order)
  if (!open) return null
  if (open.stripePaymentIntentId) {
    const intent = await stripe.paymentIntents.retrieve(open.stripePaymentIntentId)
    if (intent.status === 'canceled') return startPayment(await nextAttempt(open))
    if (awaitsDeposits(intent)) return null
    if (isOpenIntent(intent)) {
      await refuseBank(open)
      await closeDuplicates(open)
      return { paymentIntentId: intent.id, clientSecret: secretOf(intent) }
    }
    await syncPayment(intent.id)
    return null
  }
  await refuseBank(open)
  const customer = await ensureCustomer(open.userId)
  const wanted = {
    amount: open.total,
    currency: open.currency,
    customer,
    allowed_payment_method_types: [type],
    ...bankOptions(open),
    description: describeOrder(open),
    metadata: await markOf(open),
  }
  // A second one would do no harm: nobody gets the secret of the first.
  const intent = await underKey(
    keyOf(open, customer, 'intent'),
    (options) => stripe.paymentIntents.create(wanted, options),
    {},
  )
  if (!(await changeUnpaid(open, { stripePaymentIntentId: intent.id }))) {
    await cancelIntent(intent.id)
    return startPayment((await findOrder(open.id))!)
  }
  await closeDuplicates({ ...open, stripePaymentIntentId: intent.id })
  return { paymentIntentId: intent.id, clientSecret: secretOf(intent) }
}

/**
 * Returns the address of Checkout, to pay without scripts; null if the order is paid or on its way. The form's intent
 * is canceled first, so that one order is never paid twice.
 */
export async function startCheckout(
  order: Order,
  urls: { success: string; cancel: string },
  { save = false }: { /** Whether to save the method for later payments. */ save?: boolean } = {},
): Promise<string | null> {
  const { stripe } = requireProvider()
  const type = providerMethod(order)
  if (isPaying(order)) return null
  await refuseClosed(order)
  if (order.stripeCheckoutSessionId) {
    const session = await stripe.checkout.sessions.retrieve(order.stripeCheckoutSessionId)
    if (session.status === 'open' && session.url && Boolean(session.metadata?.save) === save) {
      await refuseBank(order)
      await closeDuplicates(order)
      return session.url
    }
  }
  const closed = await leaveCheckout(order)
  const open = closed && (await abandonIntent(closed))
  if (!open) return null
  await refuseBank(open)
  const mark = await markOf(open)
  const endsAt = pageEndsAt(open)
  const customer = await ensureCustomer(open.userId)
  const wanted: Stripe.Checkout.SessionCreateParams = {
    mode: 'payment',
    customer,
    allowed_payment_method_types: [type],
    ...bankOptions(open),
    line_items: [
      ...thingsOf(open).map((item) => lineItem(item.name, item.unitPrice, item.quantity)),
      ...(open.fee ? [lineItem(`Convenience Fee (${percentOf(open.feeRate)})`, open.fee, 1)] : []),
    ],
    payment_intent_data: {
      description: describeOrder(open),
      metadata: mark,
      ...(save && { setup_future_usage: 'off_session' as const }),
    },
    client_reference_id: String(open.id),
    metadata: { ...mark, ...(save && { save: 'yes' }) },
    success_url: urls.success,
    cancel_url: urls.cancel,
    ...(endsAt && { expires_at: endsAt }),
  }
  const session = await underKey(
    // Another end makes another request, which the provider refuses under the same key.
    keyOf(open, customer, `${save ? 'checkout-and-save' : 'checkout'}${endsAt ? `-until-${endsAt}` : ''}`),
    (options) => stripe.checkout.sessions.create(wanted, options),
    {},
  )
  // Another window may have opened a page with the other choice of saving: only one of the two stays open.
  const isOnly = { OR: [{ stripeCheckoutSessionId: null }, { stripeCheckoutSessionId: session.id }] }
  if (!(await changeUnpaid(open, { stripeCheckoutSessionId: session.id }, isOnly))) {
    await expireSession(session.id)
    return startCheckout((await findOrder(open.id))!, urls, { save })
  }
  await closeDuplicates({ ...open, stripeCheckoutSessionId: session.id })
  return session.url
}

const HOUR_MS = 60 * 60 * 1000
const SHORTEST_PAGE_MS = 35 * 60 * 1000

/**
 * Returns when the provider's page of an order ends, in seconds: with the order's last day. The provider accepts 30
 * minutes to 24 hours from now. A page that is opened in the last half hour outlives that day by half an hour at most,
 * and a payment there needs review. Null for a page that ends sooner by itself. The result is the same for all calls
 * within one hour of the order's life, so that the key belongs to one request.
 */
function pageEndsAt(order: Order): number | null {
  const end = startOfDayInZone(addDays(closesOn(order), 1), getEnv().schoolTimezone).getTime()
  const left = end - now().getTime()
  if (left >= 24 * HOUR_MS) return null
  return Math.floor((left < SHORTEST_PAGE_MS ? end + SHORTEST_PAGE_MS : end) / 1000)
}

/** @throws Refused `bank_refused` */
export async function refuseBank({ methodType, userId }: Order): Promise<void> {
  if (methodType === 'us_bank_account') await refuseBankPayment(userId)
}

/**
 * Refuses what can't be paid anymore, just before a form confirms it: it may have been open for days.
 * @throws Refused 404 if it is not the family's, OrderClosed, `bank_refused`, 409 if another window has gone on from it.
 */
export const refuseLate = (userId: string, paymentIntentId: string): Promise<void> =>
  translateProviderErrors(async () => {
    const found = await findOwnPayment(userId, paymentIntentId)
    if (!found) throw notFound(t('No such payment'))
    const { order, intent } = found
    await refuseClosed(order)
    await refuseBank(order)
    if (!isOpenIntent(intent) || order.stripePaymentIntentId !== intent.id) {
      throw new Outdated(t('This payment was changed in another window. Please load the page again.'))
    }
  }, 'look')

/** Closes the Checkout page. Null if it was paid there, or is about to be. */
async function leaveCheckout(order: Order): Promise<Order | null> {
  if (isPaying(order)) return null
  if (!order.stripeCheckoutSessionId) return order
  const session = await expireSession(order.stripeCheckoutSessionId)
  if (session.status === 'complete' && session.payment_intent) {
    const intentId = idOf(session.payment_intent)
    await syncPayment(intentId)
    const synced = await findOrder(order.id)
    if (!synced || isPaying(synced)) return null
    if (awaitsDeposits(await requireProvider().stripe.paymentIntents.retrieve(intentId))) {
      await changeUnpaid(order, { stripePaymentIntentId: intentId })
      return null
    }
  }
  return nextAttempt(order)
}

const lineItem = (name: string, unitAmount: number, quantity: number) => ({
  quantity,
  price_data: { currency: 'usd', unit_amount: unitAmount, product_data: { name } },
})

/** Cancels the intent. Null if it was paid in the meantime, or is about to be. */
async function abandonIntent(order: Order, price?: NewPrice): Promise<Order | null> {
  if (!order.stripePaymentIntentId) return price ? nextAttempt(order, price) : order
  const present = await requireProvider().stripe.paymentIntents.retrieve(order.stripePaymentIntentId)
  if (awaitsDeposits(present)) return null
  const intent = await cancelIntent(order.stripePaymentIntentId)
  if (intent.status !== 'canceled') {
    await syncPayment(intent.id)
    return null
  }
  return nextAttempt(order, price)
}

/** @throws Refused (503) if the provider's answer has no client secret. */
export function secretOf({ client_secret }: Pick<Stripe.PaymentIntent, 'client_secret'>): string {
  if (client_secret) return client_secret
  throw new Refused('provider_unavailable', t('Invalid payment response received.'))
}

interface NewPrice {
  fee: Cents
  feeRate: BasisPoints
  total: Cents
}

/**
 * Closes an order's open payments at the provider: the next attempt is at the new price, if one is given. Null if it
 * was paid in the meantime, or is about to be. Of two callers the first one sets the price.
 */
export async function reopenAt(order: Order, price?: NewPrice): Promise<Order | null> {
  const left = await leaveCheckout(order)
  return left && abandonIntent(left, price)
}

/** Starts the next attempt. Two callers get the same one. */
async function nextAttempt(order: Order, price?: NewPrice): Promise<Order> {
  await changeUnpaid(order, {
    attempt: order.attempt + 1,
    stripePaymentIntentId: null,
    stripeCheckoutSessionId: null,
    status: 'pending',
    ...(price && { feeRate: price.feeRate, fee: decimalOf(price.fee), total: decimalOf(price.total) }),
  })
  return (await findOrder(order.id))!
}

/** Syncs a finished Checkout Session and returns its intent; null if it is not the user's. */
export async function syncCheckout(userId: string, sessionId: string): Promise<string | null> {
  const order = await prisma.order.findFirst({
    where: { userId, stripeCheckoutSessionId: sessionId },
    select: { id: true },
  })
  if (!order) return null
  const session = await requireProvider().stripe.checkout.sessions.retrieve(sessionId)
  if (!session.payment_intent) return null
  const intentId = idOf(session.payment_intent)
  await syncPayment(intentId)
  return intentId
}

/** Finds a payment; null if it is not the user's. Finds intents of earlier attempts too, so that old links work. */
export async function findOwnPayment(
  userId: string,
  paymentIntentId: string,
): Promise<{ intent: Stripe.PaymentIntent; order: Order } | null> {
  if (!/^pi_\w{1,200}$/.test(paymentIntentId)) return null
  const intent = await orRefused(() => requireProvider().stripe.paymentIntents.retrieve(paymentIntentId))
  const number = intent && orderNumber(await markedOrder(prisma, intent.metadata))
  const order = number && (await findOrder(number))
  return intent && order && order.userId === userId ? { intent, order } : null
}
