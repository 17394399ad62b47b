import { closeOrder } from '~/models/money/paying/close-order.server'
import { syncCheckout } from '~/models/money/paying/payments.server'
import { changeUnpaid, type Order, openOrders } from '~/models/money/payments/order.server'
import { isClosed } from '~/models/money/payments/order-end'
import { endSubscriptionOrder } from '~/models/money/payments/orders/subscription-order.server'
import { markedOrder } from '~/models/money/payments/provider/our-mark.server'
import { type PaymentSource, syncPayment } from '~/models/money/sync/sync-payment.server'
import { syncUnknownSubscription } from '~/models/money/sync/unknown-subscription.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { withTx } from '~/platform/tx.server'
import { orGone, paymentProvider, requireProvider } from '~/services/stripe/stripe.server'
import { paymentsChangedSince, subscriptionsMadeSince } from './changed-at-provider.server'
import { endUnlessNamed, openedBetween } from './left-behind.server'
import { staleClaims, unfinishedPayments, unfinishedSubscriptions } from './open-books.server'
import { OVERLAP_MS, reconcilePayouts, recordFullRun } from './reconcile-payouts.server'

const LAST_FULL_RUN = 'reconcile-payments-full'

interface Reconciled {
  checked: number
  /** How many could not be compared: the next run, which looks back as far as this one, tries them again. */
  failed: number
}

/**
 * Compares the books with the provider in both directions: everything of ours that is not final, and everything that
 * the provider did since the last complete run. One failure does not stop the rest. Skips orders changed within
 * `quietForSeconds`: a request may be working on them.
 */
export async function reconcilePayments(quietForSeconds = 60): Promise<Reconciled> {
  const done = { checked: 0, failed: 0 }
  if (!paymentProvider()) return done
  const each = async <Item>(items: Item[], name: (item: Item) => string, work: (item: Item) => Promise<unknown>) => {
    for (const item of items) {
      done.checked++
      try {
        if ((await orGone(() => work(item))) === null) {
          logError(new Error('The provider does not know it'), { job: 'reconcile-payments', item: name(item) })
        }
      } catch (error) {
        done.failed++
        logError(error, { job: 'reconcile-payments', item: name(item) })
      }
    }
  }
  const started = now()
  const since = Math.floor(((await lastFullRun(started)).getTime() - OVERLAP_MS) / 1000)
  const before = new Date(started.getTime() - quietForSeconds * 1000)
  await each(await openOrders(before), ({ id }) => `order ${id}`, syncOrKnownGone)
  await each(await staleClaims(), (id) => `claim ${id}`, resolveClaim)
  await each(distinct(await unfinishedPayments()), nameOf, syncPayment)
  await each(await unfinishedSubscriptions(), (id) => id, syncUnknownSubscription)
  await each(await subscriptionsMadeSince(since), (id) => id, syncUnknownSubscription)
  await each(distinct(await paymentsChangedSince(since)), nameOf, syncPayment)
  await each(await openedBetween(since, Math.floor(before.getTime() / 1000)), ({ id }) => id, endUnlessNamed)
  if (done.failed === 0) await recordFullRun(LAST_FULL_RUN, started)
  return done
}

let running: Promise<Reconciled> | undefined

/** Reconciles payments and payouts now. A call during a run of this process gets the outcome of that run. */
export function reconcileNow(): Promise<Reconciled> {
  running ??= everything().finally(() => {
    running = undefined
  })
  return running
}

/** Payouts that cannot be compared do not count as failed payments: their own job tries again, and logs it. */
async function everything(): Promise<Reconciled> {
  const payments = await reconcilePayments(0)
  const payouts = await reconcilePayouts()
  return { checked: payments.checked, failed: payments.failed + payouts.failed }
}

const nameOf = (source: PaymentSource) => (typeof source === 'string' ? source : source.invoice)
const distinct = (sources: PaymentSource[]): PaymentSource[] => [
  ...new Map(sources.map((source) => [nameOf(source), source])).values(),
]

/** Returns when the last complete run began; if there was none, or the clock was ahead, everything since the first order counts. */
async function lastFullRun(started: Date): Promise<Date> {
  const row = await prisma.jobRun.findUnique({ where: { name: LAST_FULL_RUN }, select: { finishedAt: true } })
  if (row?.finishedAt && row.finishedAt <= started) return row.finishedAt
  const first = await prisma.order.findFirst({ orderBy: { id: 'asc' }, select: { createdAt: true } })
  return first && first.createdAt < started ? first.createdAt : started
}

/** Syncs an order, or gives up one whose intent the provider does not know, because of other keys or another account: it can't be paid. */
async function syncOrKnownGone(order: Order): Promise<void> {
  if ((await orGone(() => syncOrder(order))) !== null) return
  await changeUnpaid(order, { status: 'canceled' })
}

/** Syncs an order. After its month it is closed at the provider, so that nobody can pay it by mistake. */
async function syncOrder(order: Order): Promise<void> {
  if (order.status !== 'processing' && isClosed(order, today())) await closeOrder(order)
  else if (order.stripePaymentIntentId) await syncPayment(order.stripePaymentIntentId)
  else await syncCheckout(order.userId, order.stripeCheckoutSessionId!)
}

async function resolveClaim(id: number): Promise<void> {
  const claim = await prisma.subscription.findUniqueOrThrow({
    where: { id },
    select: { orderId: true, user: { select: { stripeCustomerId: true } } },
  })
  const { stripe } = requireProvider()
  const customer = claim.user.stripeCustomerId
  if (customer) {
    for await (const made of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      if ((await markedOrder(prisma, made.metadata)) !== String(claim.orderId)) continue
      await syncUnknownSubscription(made.id)
      for await (const invoice of stripe.invoices.list({ subscription: made.id, limit: 100 })) {
        await syncPayment({ invoice: invoice.id })
      }
      return
    }
  }
  await withTx(async (tx) => {
    await tx.subscription.updateMany({
      where: { id, status: 'incomplete', stripeSubscriptionId: null },
      data: { status: 'incomplete_expired' },
    })
    await endSubscriptionOrder(tx, id)
  })
}
