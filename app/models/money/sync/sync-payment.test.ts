import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { paymentHistory } from '~/models/money/payments/payment-history.server'
import { portalTotals } from '~/models/money/payments/payment-year.server'
import { markOf } from '~/models/money/payments/provider/our-mark.server'
import { findReceipt } from '~/models/money/payments/receipt.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { grantIssue, ignoreIssue } from '~/models/money/refunds/payment-issues.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import { cancelSubscription, createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { yearOf } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, signedIn } from '../../../../test/factories'
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

const { sandbox, provider, goTo, goToNextMonth, goToNewQuarter } = openTestProvider()
const { stripe } = provider
// The job processes all families of this file.
vi.setConfig({ testTimeout: 60_000 })

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  await endSubscriptions(provider)
  await prisma.outboxEmail.deleteMany()
  goToNewQuarter()
})

const transactionsOf = (userId: string) =>
  prisma.paymentTransaction.findMany({ where: { userId }, orderBy: { id: 'asc' } })
const mails = (subject: RegExp) =>
  prisma.outboxEmail.findMany().then((rows) => rows.filter((row) => subject.test(row.subject)))

/** Makes a second payment of one order, as an old tab or a manual order at the provider would. */
async function payTwice() {
  const { user, paymentIntentId } = await openOrder()
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  const { amount, currency, customer, metadata, description } = await stripe.paymentIntents.retrieve(paymentIntentId)
  const second = await stripe.paymentIntents.create({
    amount,
    currency,
    customer: String(customer),
    metadata,
    description: description ?? undefined,
  })
  await payWith(provider, second.id)
  expect(await syncPayment(second.id)).toEqual({ outcome: 'needs-review' })
  return { user, second: second.id }
}

describe('An unmatched payment', () => {
  test('A purchase paid twice is in the books twice, granted once, and the office is notified once', async () => {
    await admin()
    const { user, second } = await payTwice()
    expect(await syncPayment(second)).toEqual({ outcome: 'needs-review' })
    expect(await transactionsOf(user.id)).toMatchObject([{ status: 'succeeded' }, { status: 'succeeded' }])
    expect(await lessonsOf(user.id)).toBe(4)
    expect(await openIssues(user.id)).toMatchObject([{ kind: 'paid-twice', stripeId: second, amount: 31_827 }])
    expect((await mails(/Paid twice/)).length).toBe(await prisma.user.count({ where: { role: 'admin', active: true } }))
    expect(await reconcilePayments(0)).toMatchObject({ failed: 0 })
    expect(await openIssues(user.id)).toHaveLength(1)
  })

  test('A payment of another amount, or in another currency, pays no purchase, and is in the books only if in dollars', async () => {
    for (const { kind, change, booked } of [
      { kind: 'wrong-amount', change: { amount: 31_826 }, booked: 1 },
      { kind: 'wrong-currency', change: { currency: 'cad' }, booked: 0 },
    ]) {
      const { user, paymentIntentId } = await openOrder()
      const { amount, currency, customer, metadata } = await stripe.paymentIntents.retrieve(paymentIntentId)
      const asked = { amount, currency, customer: String(customer), metadata, ...change }
      const { id } = await stripe.paymentIntents.create(asked)
      await payWith(provider, id)
      expect(await syncPayment(id)).toEqual({ outcome: 'needs-review' })
      expect(await openIssues(user.id)).toMatchObject([{ kind, stripeId: id, amount: asked.amount }])
      expect(await transactionsOf(user.id)).toHaveLength(booked)
      expect(await lessonsOf(user.id)).toBe(0)
    }
  })

  test('A payment that was stored before another one paid its purchase needs review too', async () => {
    const { user, paymentIntentId } = await openOrder()
    await syncPayment(paymentIntentId)
    const { amount, currency, customer, metadata } = await stripe.paymentIntents.retrieve(paymentIntentId)
    const other = await stripe.paymentIntents.create({ amount, currency, customer: String(customer), metadata })
    await payWith(provider, other.id)
    // Before the first one could be ended.
    await payWith(provider, paymentIntentId)
    expect(await syncPayment(other.id)).toMatchObject({ outcome: 'synced', status: 'paid' })
    expect(await syncPayment(paymentIntentId)).toEqual({ outcome: 'needs-review' })
    expect(await openIssues(user.id)).toMatchObject([{ kind: 'paid-twice', stripeId: paymentIntentId }])
    expect(await lessonsOf(user.id)).toBe(4)
  })

  test('A second payment that the bank withdrew before it was stored leaves the purchase to the first one', async () => {
    const { user, paymentIntentId } = await openOrder()
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    const { amount, currency, customer, metadata } = await stripe.paymentIntents.retrieve(paymentIntentId)
    const other = await stripe.paymentIntents.create({ amount, currency, customer: String(customer), metadata })
    await payWith(provider, other.id)
    const { latest_charge } = await stripe.paymentIntents.retrieve(other.id)
    sandbox.openDispute(String(latest_charge))
    await syncPayment(other.id)
    await syncPayment(other.id)
    await syncPayment(paymentIntentId)
    expect(await openIssues(user.id)).toEqual([])
    expect(await lessonsOf(user.id)).toBe(4)
    expect(await prisma.order.findFirst({ where: { userId: user.id } })).toMatchObject({
      status: 'paid',
      stripePaymentIntentId: paymentIntentId,
    })
  })

  test('A refund of the second payment takes it off the list and leaves the first one’s lessons', async () => {
    const office = await admin()
    const { user, second } = await payTwice()
    const [issue] = await openIssues(user.id)
    await refundPayment(office.id, issue!.refundableId!, { part: 30_900, version: '0' })
    expect(await openIssues(user.id)).toEqual([])
    expect(await lessonsOf(user.id)).toBe(4)
    expect(await prisma.paymentIssue.findFirst({ where: { stripeId: second } })).toMatchObject({ outcome: 'refunded' })
  })

  test('The office grants the second payment once, and its lessons are withdrawn with its money', async () => {
    const office = await admin()
    const { user, second } = await payTwice()
    const [issue] = await openIssues(user.id)
    const desks = await Promise.allSettled([grantIssue(office.id, issue!.id), grantIssue(office.id, issue!.id)])
    expect(desks.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await lessonsOf(user.id)).toBe(8)
    expect(await syncPayment(second)).toEqual({ outcome: 'ignored' })
    expect(await openIssues(user.id)).toEqual([])
    await stripe.refunds.create({ payment_intent: second })
    await syncPayment(second)
    expect(await lessonsOf(user.id)).toBe(4)
  })

  test('A payment that the office ignores stays off the list', async () => {
    const office = await admin()
    const { user, second } = await payTwice()
    const [issue] = await openIssues(user.id)
    await ignoreIssue(office.id, issue!.id, 'The family pays for a cousin')
    await syncPayment(second)
    expect(await openIssues(user.id)).toEqual([])
    await expect(grantIssue(office.id, issue!.id)).rejects.toMatchObject({ status: 409 })
  })

  test('A payment for an order that is not in the books stays with its family', async () => {
    const { user } = await openOrder()
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const stray = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: stripeCustomerId!,
      metadata: await markOf({ id: 987654321, userId: user.id, nonce: 'gone' }),
    })
    expect(await syncPayment(stray.id)).toEqual({ outcome: 'ignored' })
    await payWith(provider, stray.id)
    await reconcilePayments(0)
    expect(await openIssues(user.id)).toMatchObject([{ kind: 'unknown-order', amount: 500 }])
    const paid = (await transactionsOf(user.id)).filter(({ status }) => status === 'succeeded')
    expect(paid).toMatchObject([{ stripePaymentIntentId: stray.id, orderId: null }])
  })

  test('A subscription that is charged and not in the books is stored, and a granted month counts', async () => {
    const office = await admin()
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const row = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
    const { items, customer, default_payment_method, metadata } = await stripe.subscriptions.retrieve(
      row.stripeSubscriptionId!,
    )
    await cancelSubscription(user.id)
    await goToNextMonth()
    await reconcilePayments(0)
    await stripe.subscriptions.create({
      customer: String(customer),
      items: items.data.map(({ price, quantity }) => ({ price: price.id, quantity })),
      default_payment_method: String(default_payment_method),
      metadata,
    })
    expect(await lessonsOf(user.id)).toBe(0)
    await reconcilePayments(0)
    const issues = await openIssues(user.id)
    expect(issues.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['unknown-subscription', null],
      ['unknown-subscription', 31_827],
    ])
    expect(await transactionsOf(user.id)).toHaveLength(2)
    await grantIssue(office.id, issues[1]!.id)
    expect(await lessonsOf(user.id)).toBe(4)
  })
})

describe('An older answer of the provider', () => {
  test('An answer from before the payment, stored after it, withdraws no month', async () => {
    const user = await payingRider(provider, 'pm_card_chargeCustomerFail')
    await createSubscription(user.id, await monthlyPurchase())
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const { data } = await stripe.invoices.list({ customer: stripeCustomerId! })
    const invoice = data[0]!.id
    const payments = await stripe.invoicePayments.list({ invoice })
    const intent = String(payments.data[0]!.payment.payment_intent)

    const retrieve = stripe.paymentIntents.retrieve
    let release = () => {}
    const paid = new Promise<void>((resolve) => {
      release = resolve
    })
    let first = true
    let asked = () => {}
    const hasAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    // Events of the declined payment are handled too.
    await sandbox.idle()
    stripe.paymentIntents.retrieve = (async (...args: Parameters<typeof retrieve>) => {
      const mine = first
      first = false
      const answer = await retrieve.apply(stripe.paymentIntents, args)
      asked()
      if (mine) await paid
      return answer
    }) as typeof retrieve
    try {
      const slow = syncPayment({ invoice })
      await hasAsked
      await payWith(provider, intent)
      await syncPayment({ invoice })
      expect(await lessonsOf(user.id)).toBe(4)
      release()
      await slow
    } finally {
      stripe.paymentIntents.retrieve = retrieve
    }
    expect(await lessonsOf(user.id)).toBe(4)
    expect(await transactionsOf(user.id)).toMatchObject([{ status: 'succeeded' }])
  })
})

describe('The dates and amounts of the books', () => {
  test('A payment is dated by its charge, not by the day on which its page was opened', async () => {
    goTo('2030-12-31', 21)
    const { user, paymentIntentId } = await openOrder({ startMonth: 'next-month' })
    goTo('2031-01-02')
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    const [row] = await transactionsOf(user.id)
    expect((await findReceipt(row!.id))?.paidOn).toBe('2031-01-02')
    expect(await paymentHistory(user.id, 2031)).toMatchObject([{ date: '2031-01-02', month: 1 }])
    expect((await portalTotals(2031, [user.id])).get(user.id)?.[0]).toBe(31_827)
    expect((await mails(/receipt/i)).at(-1)?.text).toContain('Jan 2, 2031')
  })

  test('Each month of a subscription keeps the period that it paid', async () => {
    goTo('2031-03-10')
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await goToNextMonth()
    await goToNextMonth()
    await reconcilePayments(0)
    const rows = await prisma.paymentTransaction.findMany({
      where: { userId: user.id },
      orderBy: { providerCreatedAt: 'asc' },
    })
    expect(
      rows.map(({ periodStart, periodEnd }) => [periodStart, periodEnd].map((day) => day?.toISOString().slice(0, 10))),
    ).toEqual([
      ['2031-03-10', '2031-04-01'],
      ['2031-04-01', '2031-05-01'],
      ['2031-05-01', '2031-06-01'],
    ])
  })

  test('A family’s history shows what is left after a refund, and nothing for a declined card', async () => {
    const office = await admin()
    const { user, paymentIntentId } = await openOrder()
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    const [row] = await transactionsOf(user.id)
    await refundPayment(office.id, row!.id, { part: 10_000, version: '0' })
    const declined = (await buy(user.id, await monthlyPurchase())) as StartedPayment
    await payWith(provider, declined.paymentIntentId, 'pm_card_chargeDeclined').catch(() => {})
    await syncPayment(declined.paymentIntentId)
    const history = await paymentHistory(user.id, yearOf(today()))
    expect(history.map(({ status, amountPaid }) => [status, amountPaid]).sort()).toEqual([
      ['failed', 0],
      ['succeeded', 31_827 - 10_300],
    ])
  })

  test('The office’s list of transactions has the lines and the period of each month', async () => {
    goTo('2032-03-10')
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await goToNextMonth()
    await reconcilePayments(0)
    const office = await signedIn(await admin())
    const { body } = await office.api(`/api/admin/payment-transactions?studentId=${user.id}`)
    const details = (body as { subscriptionDetails: Record<string, unknown> }[]).map((row) => row.subscriptionDetails)
    expect(details).toMatchObject([
      { billingPeriodStart: '2032-04-01', billingPeriodEnd: '2032-05-01', current_period_start: '2032-04-01' },
      { billingPeriodStart: '2032-03-10', billingPeriodEnd: '2032-04-01', current_period_end: '2032-05-01' },
    ])
    expect(details[0]).toMatchObject({
      billingCycleAnchor: '2032-05-01',
      items: [
        { packageName: 'Package 1 - Basic', interval: 'month', amount: 220 },
        { packageName: 'Hack × 2', interval: 'month', amount: 89 },
      ],
    })
  })

  test('A month that was paid outside the provider is granted, and is not in the portal’s payments', async () => {
    goTo('2031-09-10')
    const user = await payingRider(provider, 'pm_card_chargeCustomerFail')
    await createSubscription(user.id, await monthlyPurchase())
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const { data } = await stripe.invoices.list({ customer: stripeCustomerId! })
    await stripe.invoices.pay(data[0]!.id, { paid_out_of_band: true })
    await reconcilePayments(0)
    expect(await lessonsOf(user.id)).toBe(4)
    expect((await portalTotals(2031, [user.id])).get(user.id) ?? []).toEqual([])
    expect((await transactionsOf(user.id)).filter(({ status }) => status === 'succeeded')).toEqual([])
  })

  test('A late fee that is invoiced by hand grants nothing and pays for no month', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase({ startMonth: 'next-month' }))
    const row = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
    const { customer } = await stripe.subscriptions.retrieve(row.stripeSubscriptionId!)
    await stripe.invoiceItems.create({
      customer: String(customer),
      amount: 2_500,
      currency: 'usd',
      subscription: row.stripeSubscriptionId!,
      description: 'Late fee',
    })
    const invoice = await stripe.invoices.create({
      pending_invoice_items_behavior: 'include',
      customer: String(customer),
      subscription: row.stripeSubscriptionId!,
    })
    if (invoice.status !== 'paid') await stripe.invoices.pay(invoice.id)
    await reconcilePayments(0)
    expect(await transactionsOf(user.id)).toMatchObject([
      { status: 'succeeded', description: 'Subscription: Late fee' },
    ])
    expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(0)
  })
})
