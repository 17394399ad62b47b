import { beforeEach, expect, test } from 'vitest'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider, rideTypes } from '../../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider, payWith } from '../../../../test/payments'
import { reconcilePayments } from './reconcile.server'

const { sandbox, provider, goTo } = openTestProvider()
goTo('2028-03-10')

beforeEach(async () => {
  await seedCatalog()
  await rideTypes()
})

const TABLES = [
  'user_add_ons',
  'package_purchases',
  'payment_issues',
  'payment_transactions',
  'subscription_add_ons',
  'subscriptions',
  'order_items',
  'orders',
]

/** Restores the database to the day before anyone bought; the provider remembers. IDs start again, as after any kind of restore. */
async function restoreTheDayBefore(): Promise<void> {
  await sandbox.idle()
  for (const table of TABLES) await prisma.$executeRawUnsafe(`DELETE FROM ${table}`)
  await prisma.jobRun.deleteMany()
  await prisma.user.updateMany({ data: { stripeCustomerId: null } })
  await prisma.$executeRaw`ALTER SEQUENCE orders_id_seq RESTART WITH 1`
}

const bought = async (userId: string) => {
  const { paymentIntentId } = (await buy(userId, await monthlyPurchase())) as StartedPayment
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  return paymentIntentId
}
const bookedWith = async (paymentIntentId: string) =>
  (await prisma.paymentTransaction.findUnique({ where: { stripePaymentIntentId: paymentIntentId } }))?.userId

test('After a restore another family can buy under the same ID, and earlier payments stay with their own family', async () => {
  await prisma.$executeRaw`ALTER SEQUENCE orders_id_seq RESTART WITH 1`
  const [anna, berta] = [await rider(), await rider()]
  await restoreTheDayBefore()
  const before = await bought(anna.id)
  await restoreTheDayBefore()
  const after = await bought(berta.id)
  const [first, second] = await Promise.all([before, after].map((id) => provider.stripe.paymentIntents.retrieve(id)))
  expect(first?.metadata.orderId).toBe(second?.metadata.orderId)
  await reconcilePayments(0)
  expect([await bookedWith(before), await bookedWith(after)]).toEqual([anna.id, berta.id])
  const issues = await prisma.paymentIssue.findMany({ where: { closedAt: null, userId: { in: [anna.id, berta.id] } } })
  expect(issues.map(({ kind, userId, stripeId }) => [kind, userId, stripeId])).toEqual([
    ['unknown-order', anna.id, before],
  ])
  expect(await prisma.grant.count({ where: { userId: berta.id, status: 'active' } })).toBe(1)
})

test('A subscription from before a restore stays with its own family, and another one starts under the same ID', async () => {
  await restoreTheDayBefore()
  const [anna, berta] = [await payingRider(provider), await payingRider(provider)]
  expect(await createSubscription(anna.id, await monthlyPurchase())).toEqual({ state: 'done' })
  const { stripeSubscriptionId } = await prisma.subscription.findFirstOrThrow({ where: { userId: anna.id } })
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: berta.id } })
  await restoreTheDayBefore()
  await prisma.user.update({ where: { id: berta.id }, data: { stripeCustomerId } })
  expect(await createSubscription(berta.id, await monthlyPurchase())).toEqual({ state: 'done' })
  await reconcilePayments(0)
  const issue = await prisma.paymentIssue.findFirstOrThrow({ where: { stripeId: stripeSubscriptionId! } })
  expect([issue.kind, issue.userId]).toEqual(['unknown-subscription', anna.id])
  const payments = await prisma.paymentTransaction.findMany({
    where: { userId: { in: [anna.id, berta.id] } },
    select: { userId: true },
  })
  expect(payments.map(({ userId }) => userId).sort()).toEqual([anna.id, berta.id].sort())
})
