import { beforeEach, expect, test } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { findKnownPayment } from '~/models/money/payments/payment-transaction.server'
import { portalTotals } from '~/models/money/payments/payment-year.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { notifyPayment, type PaymentFacts } from '~/services/mail/payment-mail.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin } from '../../../../test/factories'
import {
  endSubscriptions,
  lessonsOf,
  monthlyPurchase,
  openOrder,
  openTestProvider,
  payingRider,
  payWith,
} from '../../../../test/payments'
import { syncPayment } from './sync-payment.server'
import { syncSubscription } from './sync-subscription.server'

const { sandbox, provider, goTo, goToNextMonth } = openTestProvider()
const { stripe } = provider
let year = 2026

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'deliver'
  await endSubscriptions(provider)
  goTo(`${++year}-03-10`)
})

/** Creates a payment for Package 1 and two hacks, 318.27 by card. */
async function paid() {
  const { user, paymentIntentId } = await openOrder()
  await payWith(provider, paymentIntentId)
  await sandbox.idle()
  await syncPayment(paymentIntentId)
  const { latest_charge } = await stripe.paymentIntents.retrieve(paymentIntentId)
  return { user, paymentIntentId, charge: String(latest_charge) }
}
const keptOf = async (userId: string) => (await portalTotals(year, [userId])).get(userId)?.[2]
const kindsOf = async (userId: string) => (await openIssues(userId)).map(({ kind, amount }) => [kind, amount])

test('A bank’s fraud report is shown to the office at once, until the money is refunded', async () => {
  const { user, charge } = await paid()
  sandbox.warnOfFraud(charge)
  await sandbox.idle()
  const [issue] = await openIssues(user.id)
  expect(issue).toMatchObject({ kind: 'fraud-warning', amount: 31_827, refundableId: expect.any(Number) })
  expect(await lessonsOf(user.id)).toBe(4)
  await refundPayment((await admin()).id, issue!.refundableId!, { part: 30_900, version: '0' })
  await sandbox.idle()
  expect(await openIssues(user.id)).toEqual([])
})

test('A partial dispute takes its part out of the books but no lessons; if it is won, the money is back', async () => {
  const { user, charge, paymentIntentId } = await paid()
  const dispute = sandbox.openDispute(charge, 'product_not_received', 4_451)
  await sandbox.idle()
  expect(await lessonsOf(user.id)).toBe(4)
  expect(await keptOf(user.id)).toBe(27_376)
  expect(await kindsOf(user.id)).toEqual([['partly-disputed', 4_451]])
  expect(await prisma.outboxEmail.count({ where: { dedupeKey: { startsWith: `refund:${paymentIntentId}` } } })).toBe(0)
  await stripe.disputes.update(dispute, { evidence: { uncategorized_text: 'winning_evidence' } })
  await sandbox.idle()
  expect([await keptOf(user.id), await kindsOf(user.id)]).toEqual([31_827, []])
})

test('A partial dispute is not a refund: refunds beside it are reported with their own amounts', async () => {
  const { user, charge, paymentIntentId } = await paid()
  const mails = async () => {
    const where = { recipient: user.email!, subject: { contains: 'refund' } }
    return (await prisma.outboxEmail.findMany({ where, orderBy: { id: 'asc' } })).map(({ subject }) => subject)
  }
  const row = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
  await refundPayment((await admin()).id, row.id, { part: 10_000, version: '0' })
  await sandbox.idle()
  sandbox.openDispute(charge, 'product_not_received', 4_451)
  await sandbox.idle()
  expect(await mails()).toEqual(['Your refund: $103.00'])
  const known = await findKnownPayment(prisma, { stripePaymentIntentId: paymentIntentId })
  expect(known).toMatchObject({ amountRefunded: 14_751, amountDisputed: 4_451 })
  const facts: PaymentFacts = {
    userId: user.id,
    intentId: paymentIntentId,
    status: 'succeeded',
    refunded: 12_360,
    description: row.description,
    lines: [],
    fee: 927,
    feeRate: 300,
    total: 31_827,
    paidOn: today(),
    paidWith: null,
    reason: null,
    validFrom: today(),
    validTo: today(),
    receiptUrl: null,
    payPath: '/',
    renewal: null,
    refund: { id: 're_second', lines: [] },
    failedRefund: null,
  }
  await withTx((tx) => notifyPayment(tx, known, facts))
  expect(await mails()).toEqual(['Your refund: $103.00', 'Your refund: $20.60'])
  const [refund] = (await stripe.refunds.list({ payment_intent: paymentIntentId })).data
  sandbox.failRefund(refund!.id)
  await sandbox.idle()
  expect((await mails())[2]).toBe("Your refund didn't go through: $103.00")
  expect(await keptOf(user.id)).toBe(27_376)
})

test('A full dispute withdraws the lessons too', async () => {
  const { user, charge } = await paid()
  sandbox.openDispute(charge, 'fraudulent', 31_827)
  await sandbox.idle()
  expect([await lessonsOf(user.id), await kindsOf(user.id)]).toEqual([0, []])
})

test('A subscription that was paused at the provider is shown to the office, until it resumes', async () => {
  const user = await payingRider(provider)
  await createSubscription(user.id, await monthlyPurchase())
  const { stripeSubscriptionId } = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
  await stripe.subscriptions.update(stripeSubscriptionId!, { pause_collection: { behavior: 'void' } })
  await sandbox.idle()
  expect(await kindsOf(user.id)).toEqual([['paused-collection', null]])
  await goToNextMonth()
  await reconcilePayments(0)
  expect([await lessonsOf(user.id), await kindsOf(user.id)]).toEqual([0, [['paused-collection', null]]])
  await stripe.subscriptions.update(stripeSubscriptionId!, { pause_collection: '' })
  await syncSubscription(stripeSubscriptionId!)
  expect(await kindsOf(user.id)).toEqual([])
  await goToNextMonth()
  await reconcilePayments(0)
  expect(await lessonsOf(user.id)).toBe(4)
})
