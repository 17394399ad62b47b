import { data, redirect } from '@remix-run/node'
import type Stripe from 'stripe'
import { t } from '#text'
import { adoptFirstMethod } from '~/models/money/methods/default-method.server'
import { type MonthPayment, syncOwnInvoice } from '~/models/money/paying/open-payment.server'
import { findOwnPayment, syncCheckout } from '~/models/money/paying/payments.server'
import { grantsWhileClearing } from '~/models/money/payments/bank-return.server'
import { findOrder, isPaying, type OrderStatus } from '~/models/money/payments/order.server'
import { sayMethod, sayReason } from '~/models/money/payments/payment-transaction'
import { findPaid, firstPaymentOf, wasFeeReturned } from '~/models/money/payments/payment-transaction.server'
import { lineName } from '~/models/money/payments/pricing'
import { subscriptionRider } from '~/models/money/subscriptions/subscribed-riders.server'
import { type SubscriptionView, subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { ridersOfFamily } from '~/models/people/families/family.server'
import { getSchool } from '~/models/school/current-school.server'
import type { Viewer } from '~/models/vocabulary/user'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { verifyUrlOf } from '~/services/stripe/microdeposits'
import { idOf } from '~/services/stripe/stripe.server'
import { formatDay, fromDbDate } from '~/utils/dates'
import { formatCents } from '~/utils/money'
import { paths } from '~/utils/paths'

/** Returns what the page shows about the payment in its address. */
export async function confirmPayment(viewer: Viewer, query: URLSearchParams) {
  if (query.get('subscription')) return subscribed(viewer, query)
  const sessionId = query.get('session_id')
  if (sessionId) {
    const intentId = await syncCheckout(viewer.id, sessionId)
    if (intentId) throw redirect(paths.paymentSuccess({ payment_intent: intentId }))
  }
  const intentId = query.get('payment_intent')
  if (!intentId) return data({ state: 'invalid' as const }, { status: 400 })
  const found = await findOwnPayment(viewer.id, intentId)
  if (!found)
    return (await confirmMonth(viewer, intentId, query)) ?? data({ state: 'invalid' as const }, { status: 404 })
  const { outcome } = await syncPayment(intentId)
  if (outcome === 'needs-review') return data({ state: 'mismatch' as const }, { status: 409 })
  const order = (await findOrder(found.order.id))!
  const paidBy = order.stripePaymentIntentId
  // Another window paid it on the provider's page: that payment may need review.
  if (found.intent.status === 'canceled' && isPaying(order) && paidBy && paidBy !== intentId) {
    throw redirect(paths.paymentSuccess({ payment_intent: paidBy }))
  }
  const state = stateOf(order.status)
  if (state !== 'failed') await keepForNextTime(viewer.id, found.intent)
  const verifyUrl = verifyUrlOf(found.intent)
  return {
    state: verifyUrl ? ('verifying' as const) : state,
    verifyUrl,
    total: formatCents(order.total),
    retry: paths.paymentOnetime({ order: order.id }),
    message: order.failureMessage && sayReason(order.failureMessage),
    feeBack: (await wasFeeReturned(intentId)) ? formatCents(order.fee) : null,
    validity: t('{from} to {to}', { from: formatDay(order.validFrom), to: formatDay(order.validTo) }),
    next: null,
    more: null,
    ...(await around(viewer.id, intentId)),
  }
}

/** Returns what every result of a payment can show. */
async function around(userId: string, intentId: string) {
  const paid = await findPaid(intentId)
  const { phone } = await getSchool()
  return {
    items: paid?.items ?? [],
    receiptId: paid?.receiptId ?? null,
    paidWith: sayMethod(paid?.paidWith ?? null),
    phone,
    grantsAtOnce: await grantsWhileClearing(prisma, userId),
  }
}

/** Makes the first card or account that a family saves while paying its default. The payment counts whatever becomes of that. */
async function keepForNextTime(userId: string, { setup_future_usage, payment_method }: Stripe.PaymentIntent) {
  if (!setup_future_usage || !payment_method) return
  try {
    await adoptFirstMethod(userId, idOf(payment_method))
  } catch (error) {
    logError(error)
  }
}

/** Handles a subscription that was just started: continues to its first payment, if there is one. */
async function subscribed({ id: userId }: Viewer, query: URLSearchParams) {
  const { rider, riders } = await subscriptionRider(userId, query.get('rider'))
  const subscription = await subscriptionOf(userId, today(), rider.id)
  if (!subscription) return data({ state: 'invalid' as const }, { status: 404 })
  const intentId = await firstPaymentOf(subscription.id)
  const more = query.get('more') ?? undefined
  if (intentId) throw redirect(paths.paymentSuccess({ payment_intent: intentId, more }))
  const named = riders.length > 1 || rider.id !== userId ? rider.firstName : undefined
  return {
    state: 'scheduled' as const,
    rider: named,
    items: itemsOf(subscription, named),
    next: nextChargeOf(subscription),
    more: await moreOf(userId, query),
  }
}

/** Returns what the family chose for another rider before it subscribed for this one. */
async function moreOf(userId: string, query: URLSearchParams) {
  const choice = new URLSearchParams(query.get('more') ?? '')
  const rider = (await ridersOfFamily(userId)).find(({ id }) => id === choice.get('rider'))
  return rider ? { name: rider.firstName, to: paths.purchase(Object.fromEntries(choice)) } : null
}

const itemsOf = ({ package: own, addOns }: SubscriptionView, rider: string | undefined) =>
  [...(own ? [{ name: own.name, quantity: 1 }] : []), ...addOns].map((line) => lineName({ ...line, rider }))

const nextChargeOf = ({ cancelAtPeriodEnd, monthlyPrice, renewsOn }: SubscriptionView) =>
  cancelAtPeriodEnd ? null : { amount: formatCents(monthlyPrice), on: formatDay(renewsOn) }

/** Returns the payment of a month of a subscription; null if it is not the family's. */
async function confirmMonth(viewer: Viewer, intentId: string, query: URLSearchParams) {
  const month = await syncOwnInvoice(viewer, intentId)
  if (!month) return null
  if (month.needsReview) return data({ state: 'mismatch' as const }, { status: 409 })
  const { validity, verifyUrl } = month
  const subscription = month.riderId ? await subscriptionOf(viewer.id, today(), month.riderId) : null
  const day = (date: Date) => formatDay(fromDbDate(date))
  return {
    state: stateOfMonth(month),
    verifyUrl,
    total: formatCents(month.total),
    retry: paths.paySubscription({ rider: month.riderId && month.riderId !== viewer.id ? month.riderId : undefined }),
    message: month.message && sayReason(month.message),
    feeBack: null,
    validity: validity ? t('{from} to {to}', { from: day(validity.from), to: day(validity.to) }) : t('this month on'),
    next: subscription && nextChargeOf(subscription),
    more: await moreOf(viewer.id, query),
    ...(await around(viewer.id, intentId)),
  }
}

type Ending = 'paid' | 'clearing' | 'refunded' | 'verifying' | 'failed'

function stateOfMonth({ status, returned, verifyUrl }: MonthPayment): Ending {
  if (returned) return 'refunded'
  if (status === 'succeeded') return 'paid'
  if (status === 'processing') return 'clearing'
  return verifyUrl ? 'verifying' : 'failed'
}

const STATES = { paid: 'paid', processing: 'clearing', refunded: 'refunded' } as const
const stateOf = (status: OrderStatus): Ending => (status in STATES ? STATES[status as keyof typeof STATES] : 'failed')
