import type Stripe from 'stripe'
import { openOrders } from '~/models/payments/order.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { syncCheckout } from '~/services/stripe/payments.server'
import { idOf, paymentProvider, requireProvider } from '~/services/stripe/stripe.server'
import { syncInvoice } from './sync-invoice.server'
import { syncPayment } from './sync-payment.server'
import { syncSubscription } from './sync-subscription.server'

/** The overlap with the last run in which everything agreed. */
const RECENT_MS = 3 * 24 * 60 * 60 * 1000
const LAST_FULL_RUN = 'reconcile-payments-full'
const PAGE = 100
const MOST = 2_000

const secondsAgo = (seconds: number) => new Date(now().getTime() - seconds * 1000)

export interface Reconciled {
  checked: number
  failed: number
}

/**
 * Syncs what no event told us about: open orders and months, recent payments, refunds and disputes at the provider,
 * running subscriptions with their invoices, and claims without a subscription. One failure does not stop the rest.
 * Skips orders and claims changed within `quietForSeconds`: a request may be at work on them.
 */
export async function reconcilePayments(quietForSeconds = 60): Promise<Reconciled> {
  const done = { checked: 0, failed: 0 }
  if (!paymentProvider()) return done
  const each = async <Item>(items: Item[], what: string, work: (item: Item) => Promise<unknown>) => {
    for (const item of items) {
      done.checked++
      try {
        await work(item)
      } catch (error) {
        done.failed++
        logError(error, { job: 'reconcile-payments', [what]: String(item) })
      }
    }
  }
  const started = now()
  const before = secondsAgo(quietForSeconds)
  const orders = await openOrders(before, MOST)
  await each(
    orders.map(({ id }) => id),
    'order',
    (id) => syncPaymentOf(orders.find((order) => order.id === id)!),
  )
  await each(await openTransactions(), 'payment', syncPayment)
  await each(await recentPayments(await lastFullRun(started)), 'payment', syncPayment)
  await each(await staleClaims(), 'claim', resolveClaim)
  await each(await runningSubscriptions(), 'subscription', syncWithInvoices)
  if (done.failed === 0) await noteFullRun(started)
  return done
}

async function lastFullRun(started: Date): Promise<Date> {
  const row = await prisma.jobRun.findUnique({ where: { name: LAST_FULL_RUN }, select: { finishedAt: true } })
  const last = row?.finishedAt ?? started
  return last < started ? last : started
}

const noteFullRun = (finishedAt: Date) =>
  prisma.jobRun.upsert({
    where: { name: LAST_FULL_RUN },
    create: { name: LAST_FULL_RUN, finishedAt },
    update: { finishedAt },
  })

const syncPaymentOf = (order: Awaited<ReturnType<typeof openOrders>>[number]) =>
  order.stripePaymentIntentId
    ? syncPayment(order.stripePaymentIntentId)
    : syncCheckout(order.userId, order.stripeCheckoutSessionId!)

/** Payments that were on their way at last sight, subscriptions included. */
async function openTransactions(): Promise<string[]> {
  const rows = await prisma.paymentTransaction.findMany({
    where: { status: { in: ['processing', 'requires_action'] }, orderId: null, stripePaymentIntentId: { not: null } },
    orderBy: { id: 'asc' },
    take: MOST,
    select: { stripePaymentIntentId: true },
  })
  return rows.map(({ stripePaymentIntentId }) => stripePaymentIntentId!)
}

/** Payments that the provider shows otherwise than our rows, and all that were refunded or disputed. */
async function recentPayments(since: Date): Promise<string[]> {
  const { stripe } = requireProvider()
  const created = { gte: Math.floor((since.getTime() - RECENT_MS) / 1000) }
  const intents = await stripe.paymentIntents.list({ created, limit: PAGE }).autoPagingToArray({ limit: MOST })
  const ids = intents.filter(moved).map(({ id }) => id)
  const known = await prisma.paymentTransaction.findMany({
    where: { stripePaymentIntentId: { in: ids } },
    select: { stripePaymentIntentId: true, rawStatus: true },
  })
  const seen = new Map(known.map((row) => [row.stripePaymentIntentId, row.rawStatus]))
  const changed = intents.filter((intent) => moved(intent) && seen.get(intent.id) !== intent.status)
  const [refunds, disputes] = await Promise.all([
    stripe.refunds.list({ created, limit: PAGE }).autoPagingToArray({ limit: MOST }),
    stripe.disputes.list({ created, limit: PAGE }).autoPagingToArray({ limit: MOST }),
  ])
  const back = [...refunds, ...disputes].flatMap(({ payment_intent }) => (payment_intent ? [idOf(payment_intent)] : []))
  return [...new Set([...changed.map(({ id }) => id), ...back])]
}

/** A payment that nobody has tried tells nothing. */
const moved = (intent: Stripe.PaymentIntent) =>
  intent.status === 'succeeded' || intent.status === 'processing' || intent.last_payment_error !== null

async function runningSubscriptions(): Promise<string[]> {
  const rows = await prisma.subscription.findMany({
    where: {
      stripeSubscriptionId: { not: null },
      status: { notIn: ['canceled', 'incomplete_expired'] },
    },
    orderBy: { updatedAt: 'asc' },
    take: MOST,
    select: { stripeSubscriptionId: true },
  })
  return rows.map(({ stripeSubscriptionId }) => stripeSubscriptionId!)
}

async function syncWithInvoices(subscription: string): Promise<void> {
  await syncSubscription(subscription)
  const { data } = await requireProvider().stripe.invoices.list({ subscription, limit: 12 })
  const grants = await prisma.grant.findMany({
    where: { stripeInvoiceId: { in: data.map(({ id }) => id) } },
    select: { stripeInvoiceId: true },
  })
  const granted = new Set(grants.map(({ stripeInvoiceId }) => stripeInvoiceId))
  for (const { id, status, total } of data) {
    if (status === 'draft' || total === 0 || (status === 'paid' && granted.has(id))) continue
    await syncInvoice(id)
  }
}

/** Claims of a subscription whose creation was never answered. */
async function staleClaims(): Promise<number[]> {
  const rows = await prisma.subscription.findMany({
    where: { status: 'incomplete', stripeSubscriptionId: null, createdAt: { lt: secondsAgo(10 * 60) } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

async function resolveClaim(id: number): Promise<void> {
  const claim = await prisma.subscription.findUniqueOrThrow({
    where: { id },
    select: { orderId: true, user: { select: { stripeCustomerId: true } } },
  })
  const customer = claim.user.stripeCustomerId
  const made = customer
    ? await requireProvider().stripe.subscriptions.list({ customer, status: 'all', limit: PAGE })
    : { data: [] }
  const ours = made.data.find(({ metadata }) => metadata.orderId === String(claim.orderId))
  if (ours) return syncWithInvoices(ours.id)
  await prisma.subscription.updateMany({
    where: { id, status: 'incomplete', stripeSubscriptionId: null },
    data: { status: 'incomplete_expired' },
  })
}
