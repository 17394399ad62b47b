import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { buy } from '~/models/money/paying/payments.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { portalTotals } from '~/models/money/payments/payment-year.server'
import { markOf } from '~/models/money/payments/provider/our-mark.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { yearOf } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { emptyTables } from '../../../../test/factories'
import { monthlyPurchase, openOrder, openTestProvider, payingRider, payWith } from '../../../../test/payments'
import { syncPayment } from './sync-payment.server'

const { sandbox, provider, goTo } = openTestProvider()
const { stripe } = provider
vi.setConfig({ testTimeout: 60_000 })

beforeEach(async () => {
  sandbox.forget()
  // A new provider object, so that this process forgets its products.
  setPaymentProvider({ ...provider })
  await emptyTables()
  await seedCatalog()
  sandbox.faults.events = 'drop'
  goTo('2027-01-10')
})

/** Creates a family that has paid an order, and its payment at the provider. */
async function paid() {
  const { user, paymentIntentId } = await openOrder()
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  const order = await prisma.order.findUniqueOrThrow({ where: { stripePaymentIntentId: paymentIntentId } })
  return { user, order, paymentIntentId }
}

/** Creates a payment by a customer, its own or an unknown one. */
async function saddle(metadata: Record<string, string>, customer?: string) {
  const payer = customer ?? (await stripe.customers.create({ email: 'stranger@stirrup.example' })).id
  const wanted = { amount: 99_900, currency: 'usd', customer: payer, description: 'Saddle', metadata }
  const { id } = await stripe.paymentIntents.create(wanted)
  await payWith(provider, id)
  return id
}

const shown = async (userId: string) => {
  const rows = await paymentHistory(userId, yearOf(today()))
  return { rows, totals: (await portalTotals(yearOf(today()), [userId])).get(userId) }
}
const inTheBooks = (stripePaymentIntentId: string) =>
  prisma.paymentTransaction.findUnique({ where: { stripePaymentIntentId } })
const customerOf = async (id: string) =>
  (await prisma.user.findUniqueOrThrow({ where: { id }, select: { stripeCustomerId: true } })).stripeCustomerId!

describe('Another business with the same provider account', () => {
  test('Another business’s payment with an order ID like ours is in no books, and nobody is notified of its refund', async () => {
    const { user, order } = await paid()
    const before = await shown(user.id)
    await prisma.outboxEmail.deleteMany()
    const ofOthers: Record<string, string>[] = [
      { orderId: String(order.id) },
      { orderId: 'WC-1234' },
      { orderId: String(order.id), userId: '1' },
      { orderId: String(order.id), stirrup_order: `another-school:${order.id}` },
    ]
    for (const metadata of ofOthers) {
      const id = await saddle(metadata)
      await stripe.refunds.create({ payment_intent: id, amount: 20_000 })
      expect(await syncPayment(id)).toEqual({ outcome: 'ignored' })
      expect(await inTheBooks(id)).toBeNull()
    }
    await reconcilePayments(0)
    expect(await shown(user.id)).toEqual(before)
    expect(await openIssues()).toEqual([])
    expect(await prisma.outboxEmail.count()).toBe(0)
  })

  test('A payment of ours that another family made belongs to that family, without a receipt or an email, and needs review', async () => {
    const { user, order } = await paid()
    const other = await payingRider(provider)
    const before = await shown(user.id)
    const mails = await prisma.outboxEmail.count()
    const id = await saddle(await markOf(order), await customerOf(other.id))
    await stripe.refunds.create({ payment_intent: id, amount: 20_000 })
    expect(await syncPayment(id)).toEqual({ outcome: 'needs-review' })
    expect(await inTheBooks(id)).toMatchObject({ userId: other.id, receiptUrl: null, lines: [] })
    expect(await openIssues(other.id)).toMatchObject([{ kind: 'wrong-customer', orderId: order.id }])
    expect(await shown(user.id)).toEqual(before)
    expect(await prisma.outboxEmail.count({ where: { dedupeKey: { startsWith: 'refund:' } } })).toBe(0)
    expect(await prisma.outboxEmail.count({ where: { dedupeKey: { startsWith: 'receipt:' } } })).toBe(mails)
  })

  test('What a family paid before the provider deleted its customer stays its own, whenever it is reported', async () => {
    const { user, paymentIntentId } = await openOrder()
    await payWith(provider, paymentIntentId)
    await stripe.customers.del(await customerOf(user.id))
    // The next purchase notices.
    await buy(user.id, await monthlyPurchase({ startMonth: 'next-month' }))
    expect(await syncPayment(paymentIntentId)).toMatchObject({ outcome: 'synced', status: 'paid' })
    expect(await inTheBooks(paymentIntentId)).toMatchObject({ userId: user.id, status: 'succeeded' })
    expect(await prisma.grant.count({ where: { userId: user.id, status: 'active' } })).toBe(1)
    expect(await openIssues(user.id)).toEqual([])
  })

  test('A payment of ours by an unknown customer is in no books, and needs review', async () => {
    const { user, order } = await paid()
    const before = await shown(user.id)
    const id = await saddle(await markOf(order))
    expect(await syncPayment(id)).toEqual({ outcome: 'needs-review' })
    expect(await inTheBooks(id)).toBeNull()
    expect((await openIssues()).filter(({ stripeId }) => stripeId === id)).toMatchObject([
      { kind: 'wrong-customer', userId: null, orderId: order.id },
    ])
    expect(await shown(user.id)).toEqual(before)
  })
})

describe('Objects from before they were marked', () => {
  test('An order’s payment is recognized by the account that it names', async () => {
    const { user, paymentIntentId } = await openOrder()
    const order = await prisma.order.findUniqueOrThrow({ where: { stripePaymentIntentId: paymentIntentId } })
    const old = { orderId: String(order.id), userId: user.id, stirrup_order: '' }
    await stripe.paymentIntents.update(paymentIntentId, { metadata: old })
    await payWith(provider, paymentIntentId)
    expect(await syncPayment(paymentIntentId)).toMatchObject({ outcome: 'synced', status: 'paid' })
    expect(await prisma.grant.count({ where: { orderId: order.id, status: 'active' } })).toBe(1)
  })

  test('A payment for an order that is not in the books anymore stays with its family', async () => {
    const user = await payingRider(provider)
    const id = await saddle({ orderId: '987654321', userId: user.id }, await customerOf(user.id))
    expect(await syncPayment(id)).toEqual({ outcome: 'needs-review' })
    expect(await openIssues(user.id)).toMatchObject([{ kind: 'unknown-order', stripeId: id }])
  })
})
