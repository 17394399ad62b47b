import type { PaymentSource } from '~/models/money/sync/sync-payment.server'
import { ENDED_STATUSES } from '~/models/vocabulary/subscription'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long a refund may take to fail: the provider may learn after weeks that it did not arrive. */
const REFUND_FAILS_WITHIN_DAYS = 60

/**
 * Lists what is not final in our books: months that are not paid yet, refunds that can still fail, and payments that
 * the office has to review. None is left out, however many there are.
 */
export async function unfinishedPayments(): Promise<PaymentSource[]> {
  const youngest = new Date(now().getTime() - REFUND_FAILS_WITHIN_DAYS * DAY_MS)
  const rows = await prisma.paymentTransaction.findMany({
    where: {
      stripePaymentIntentId: { not: null },
      OR: [
        { status: { in: ['processing', 'requires_action', 'failed'] }, stripeInvoiceId: { not: null } },
        { lastRefundAt: { gte: youngest } },
      ],
    },
    select: { stripePaymentIntentId: true, stripeInvoiceId: true },
  })
  const issues = await prisma.paymentIssue.findMany({
    where: { closedAt: null, OR: [{ stripeId: { startsWith: 'pi_' } }, { stripeId: { startsWith: 'in_' } }] },
    select: { stripeId: true },
  })
  return [
    ...rows.map(({ stripePaymentIntentId, stripeInvoiceId }) =>
      stripeInvoiceId ? { invoice: stripeInvoiceId } : stripePaymentIntentId!,
    ),
    ...issues.map(({ stripeId }) => (stripeId.startsWith('in_') ? { invoice: stripeId } : stripeId)),
  ]
}

/** Lists subscriptions that have not ended, and those that someone has to review. */
export async function unfinishedSubscriptions(): Promise<string[]> {
  const rows = await prisma.subscription.findMany({
    where: { stripeSubscriptionId: { not: null }, status: { notIn: ENDED_STATUSES } },
    select: { stripeSubscriptionId: true },
  })
  const issues = await prisma.paymentIssue.findMany({
    where: { closedAt: null, stripeId: { startsWith: 'sub_' } },
    select: { stripeId: true },
  })
  return [...rows.map(({ stripeSubscriptionId }) => stripeSubscriptionId!), ...issues.map(({ stripeId }) => stripeId)]
}

/** Lists claims of subscriptions whose creation got no answer for ten minutes. */
export async function staleClaims(): Promise<number[]> {
  const rows = await prisma.subscription.findMany({
    where: {
      status: 'incomplete',
      stripeSubscriptionId: null,
      createdAt: { lt: new Date(now().getTime() - 10 * 60 * 1000) },
    },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}
