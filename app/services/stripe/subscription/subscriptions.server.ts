import type Stripe from 'stripe'
import { refuseBankPayment } from '~/models/payments/bank-return.server'
import { NOTHING_SELECTED } from '~/models/payments/order.schema'
import { firstDayOf, type Order, type OrderRequest, placeOrder } from '~/models/payments/order.server'
import { haveSameFeeRule, isMethodType, type PayingMethod, rateFor } from '~/models/payments/pricing'
import { feeScope, getSchool } from '~/models/school/current-school.server'
import { CURRENT_STATUSES } from '~/models/subscriptions/subscription'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { ensureCustomer } from '~/services/stripe/customer.server'
import { listPaymentMethods, startSetup } from '~/services/stripe/payment-methods.server'
import { BANK_SIGN_IN, idOf, requireProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { syncPayment } from '~/services/stripe/sync/sync-payment.server'
import { syncSubscription } from '~/services/stripe/sync/sync-subscription.server'
import { startOfDayInZone, toDbDate } from '~/utils/dates'
import { choiceOf, itemChanges, type MonthlyChoice, newItems } from './billing-items.server'

export type SubscriptionOutcome =
  | { state: 'done' }
  /** The family has to save a method first; then the same call goes through. */
  | { state: 'setup'; setupClientSecret: string }
  /** The first payment needs the family: authentication, or another card. */
  | { state: 'payment'; clientSecret: string }

const ALREADY = 'You already have a subscription. Change it instead of starting another.'
const UNDER_WAY = 'Your subscription is being set up. Please look again in a few minutes.'

/** Noon, because the provider keeps the hour in UTC: midnight would slip to the day before when the clocks change. */
const firstOf = (startMonth: OrderRequest['startMonth']) => {
  const midnight = startOfDayInZone(firstDayOf(startMonth, today()), getEnv().schoolTimezone)
  return Math.floor(midnight.getTime() / 1000) + 12 * 60 * 60
}

/** The provider takes an anchor of at most a month from now: on the morning of a 1st a trial stands in. */
function untilFirst(): { billing_cycle_anchor: number } | { trial_end: number } {
  const inAMonth = new Date(now())
  inAMonth.setUTCMonth(inAMonth.getUTCMonth() + 1)
  const first = firstOf('next-month')
  return first * 1000 <= inAMonth.getTime() ? { billing_cycle_anchor: first } : { trial_end: first }
}

/**
 * Charges this month in full at once and further ones on the 1st; a later start charges nothing now. The order and our
 * row come first, so that two tabs cannot start two.
 * @throws Refused 409 if one is running.
 */
export async function createSubscription(userId: string, request: OrderRequest): Promise<SubscriptionOutcome> {
  requireProvider()
  if (request.method === 'us_bank_account') await refuseBankPayment(userId)
  const method = (await listPaymentMethods(userId)).find(({ type }) => type === request.method)
  if (!method) return { state: 'setup', setupClientSecret: await startSetup(userId, request.method) }
  const school = await getSchool()
  const context = { today: today(), feeRate: rateFor(school, method.funding), feeScope: school.feeScope }
  const order = await placeOrder(userId, request, { ...context, kind: 'subscription' })
  await claim(userId, order)
  return translateProviderErrors(async () => {
    const items = await newItems(order)
    const thisMonth = request.startMonth === 'this-month'
    const subscription = await requireProvider().stripe.subscriptions.create(
      {
        customer: await ensureCustomer(userId),
        items: items.recurring,
        ...(thisMonth
          ? { ...untilFirst(), add_invoice_items: items.oneOff }
          : { trial_end: firstOf(request.startMonth) }),
        proration_behavior: 'none',
        default_payment_method: method.id,
        // The card that pays an open month pays the next ones too.
        payment_settings: {
          payment_method_types: [request.method],
          ...(request.method === 'us_bank_account' && { payment_method_options: BANK_SIGN_IN }),
          save_default_payment_method: 'on_subscription',
        },
        payment_behavior: 'allow_incomplete',
        metadata: { userId, orderId: String(order.id) },
      },
      { idempotencyKey: `order:${order.id}:subscription:${order.attempt}` },
    )
    await syncSubscription(subscription.id)
    if (subscription.latest_invoice) await syncPayment({ invoice: idOf(subscription.latest_invoice) })
    return outcomeOf(subscription.id)
  })
}

/** @throws Refused 409 if another order has the only place for a subscription. */
async function claim(userId: string, order: Order): Promise<void> {
  const current = await prisma.subscription.findFirst({
    where: { userId, status: { in: CURRENT_STATUSES } },
    select: { orderId: true, stripeSubscriptionId: true },
  })
  if (current?.orderId === order.id) return
  if (current) throw new Refused(current.stripeSubscriptionId ? ALREADY : UNDER_WAY, undefined, 409)
  const { count } = await prisma.subscription.createMany({
    data: {
      userId,
      orderId: order.id,
      status: 'incomplete',
      methodType: order.methodType,
      currentPeriodStart: toDbDate(order.validFrom),
      currentPeriodEnd: toDbDate(order.validTo),
    },
    skipDuplicates: true,
  })
  if (count) return
  const winner = await prisma.subscription.findFirst({ where: { userId, orderId: order.id }, select: { id: true } })
  if (!winner) throw new Refused(ALREADY, undefined, 409)
}

async function outcomeOf(stripeSubscriptionId: string): Promise<SubscriptionOutcome> {
  const subscription = await requireProvider().stripe.subscriptions.retrieve(stripeSubscriptionId, {
    expand: ['latest_invoice.confirmation_secret'],
  })
  const invoice = subscription.latest_invoice as Stripe.Invoice | null
  const secret = invoice?.status === 'open' ? invoice.confirmation_secret?.client_secret : null
  const waiting = subscription.status === 'incomplete' || subscription.status === 'past_due'
  return waiting && secret ? { state: 'payment', clientSecret: secret } : { state: 'done' }
}

async function running(userId: string) {
  const row = await prisma.subscription.findFirst({
    where: { userId, status: { in: CURRENT_STATUSES }, stripeSubscriptionId: { not: null } },
    select: { stripeSubscriptionId: true, status: true },
  })
  if (!row?.stripeSubscriptionId) throw new Refused('No Active Subscription', undefined, 404)
  return { id: row.stripeSubscriptionId, status: row.status }
}

/** Changes the months to come; asks for an open payment first. @throws Refused 404 if none is running. */
export async function changeSubscription(userId: string, choice: MonthlyChoice): Promise<SubscriptionOutcome> {
  const { id } = await running(userId)
  if (!choice.packageId && choice.addOns.length === 0) throw new Refused(NOTHING_SELECTED)
  return translateProviderErrors(async () => {
    const { stripe } = requireProvider()
    const subscription = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] })
    // The provider changes nothing before the first payment.
    if (subscription.status === 'incomplete') return outcomeOf(id)
    const items = await itemChanges(subscription, choice, payingMethod(subscription.default_payment_method))
    if (items.length) await stripe.subscriptions.update(id, { items, proration_behavior: 'none' })
    await syncSubscription(id)
    return outcomeOf(id)
  })
}

/** A method that the provider no longer names counts as a card. */
const payingMethod = (method: Stripe.PaymentMethod | string | null): PayingMethod => {
  const known = typeof method === 'object' ? method : null
  return { type: isMethodType(known?.type) ? known.type : 'card', funding: known?.card?.funding ?? null }
}

/** Ends with the paid month, or at once if nothing is paid. */
export async function cancelSubscription(userId: string): Promise<void> {
  const { id, status } = await running(userId)
  await translateProviderErrors(async () => {
    const { stripe } = requireProvider()
    if (status === 'incomplete' || status === 'past_due') await stripe.subscriptions.cancel(id)
    else await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    await syncSubscription(id)
  })
}

/** Null if no invoice is open. */
export async function openInvoiceSecret(userId: string): Promise<string | null> {
  const { id } = await running(userId)
  const outcome = await translateProviderErrors(() => outcomeOf(id))
  return outcome.state === 'payment' ? outcome.clientSecret : null
}

/** The fee changes only if the other method falls under another rule. */
export async function followDefaultMethod(stripeSubscriptionId: string, to: Stripe.PaymentMethod): Promise<void> {
  const { stripe } = requireProvider()
  const subscription = await stripe.subscriptions.retrieve(stripeSubscriptionId, {
    expand: ['default_payment_method'],
  })
  const method = payingMethod(to)
  const same = haveSameFeeRule(await feeScope(), payingMethod(subscription.default_payment_method), method)
  const items = same ? [] : await itemChanges(subscription, choiceOf(subscription), method)
  await stripe.subscriptions.update(stripeSubscriptionId, {
    default_payment_method: to.id,
    payment_settings: {
      payment_method_types: [method.type],
      ...(method.type === 'us_bank_account' && { payment_method_options: BANK_SIGN_IN }),
    },
    proration_behavior: 'none',
    ...(items.length && { items }),
  })
  await syncSubscription(stripeSubscriptionId)
}
