import type Stripe from 'stripe'
import { beforeEach, expect, test } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { findReceipt } from '~/models/money/payments/receipt.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { canGrant } from '~/models/money/refunds/payment-issues.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays, fromDbDate, monthEnd } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import {
  endSubscriptions,
  lessonsOf,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
  saveMethod,
} from '../../../../test/payments'
import { readInvoiceLines } from './invoice-lines.server'

const { sandbox, provider, goTo, goToNextMonth, goToNewQuarter } = openTestProvider()
const { stripe } = provider

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  await endSubscriptions(provider)
  goToNewQuarter()
})

/** Creates a subscriber of Package 1 and two hacks, 318.27 a month by card, with the first month paid. */
async function subscriber() {
  const user = await payingRider(provider)
  await createSubscription(user.id, await monthlyPurchase())
  const row = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
  const subscription = row.stripeSubscriptionId!
  const { customer } = await stripe.subscriptions.retrieve(subscription)
  const charge = (amount: number, description: string) =>
    stripe.invoiceItems.create({ customer: String(customer), subscription, amount, currency: 'usd', description })
  return { user, subscription, charge }
}

const paymentsOf = (userId: string) => prisma.paymentTransaction.findMany({ where: { userId }, orderBy: { id: 'asc' } })

test('A month that the office gives for free at the provider is granted like any other', async () => {
  const { user, charge } = await subscriber()
  await charge(-31_827, 'A month free')
  await goToNextMonth()
  await reconcilePayments(0)
  expect(await lessonsOf(user.id)).toBe(4)
  expect(await paymentsOf(user.id)).toHaveLength(1)
  expect(await openIssues(user.id)).toEqual([])
})

/** Lets the card fail at the renewal, and pays the month so many days after its last one. */
async function payOwed(daysAfter: number) {
  const { user, subscription } = await subscriber()
  await setDefaultMethod(user.id, await saveMethod(provider, user.id, 'pm_card_chargeCustomerFail'))
  await goToNextMonth()
  await reconcilePayments(0)
  expect(await openIssues(user.id)).toEqual([])
  const owed = monthEnd(today())
  const { latest_invoice } = await stripe.subscriptions.retrieve(subscription, { expand: ['latest_invoice.payments'] })
  const { payments } = latest_invoice as Stripe.Invoice
  goTo(addDays(owed, daysAfter))
  await payWith(provider, String(payments?.data[0]?.payment.payment_intent))
  await reconcilePayments(0)
  return { user, owed }
}

test('A month that is paid on its last day is granted like any other', async () => {
  const { user } = await payOwed(0)
  expect(await openIssues(user.id)).toEqual([])
  expect(await lessonsOf(user.id)).toBe(4)
})

test('A month that is paid after it is over is granted, and the office is notified once', async () => {
  const { user, owed } = await payOwed(2)
  const issues = await openIssues(user.id)
  expect(issues).toMatchObject([{ kind: 'month-late', amount: 31_827, refundableId: expect.any(Number) }])
  expect(canGrant(issues[0]!)).toBe(false)
  const grants = await prisma.grant.findMany({ where: { userId: user.id }, orderBy: { id: 'asc' } })
  expect(grants.map(({ status, validTo }) => [status, fromDbDate(validTo)])[1]).toEqual(['active', owed])
  await reconcilePayments(0)
  expect(await openIssues(user.id)).toHaveLength(1)
})

test('The free invoice of a later start grants nothing', async () => {
  const user = await payingRider(provider)
  await createSubscription(user.id, await monthlyPurchase({ startMonth: 'next-month' }))
  await reconcilePayments(0)
  expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(0)
})

test('Lines that the office adds to a month are on the receipt, and it adds up', async () => {
  const { user, charge } = await subscriber()
  await charge(2_513, 'Late fee')
  await charge(-4_999, 'Goodwill')
  await goToNextMonth()
  await reconcilePayments(0)
  const [, renewal] = await paymentsOf(user.id)
  const receipt = await findReceipt(renewal!.id)
  expect(receipt?.lines.map(({ name, quantity, unitPrice }) => [name, quantity * unitPrice])).toEqual([
    ['Package 1 - Basic', 22_000],
    ['Hack', 8_900],
    ['Late fee', 2_513],
    ['Goodwill', -4_999],
  ])
  // 220.00 + 89.00 + 25.13 − 49.99, and the fee of the month, 9.27.
  expect(renewal?.amount.toFixed(2)).toBe('293.41')
  expect(await lessonsOf(user.id)).toBe(4)
})

test('A package that is changed in the dashboard and invoiced at once needs review, and grants no second month', async () => {
  const { user, subscription } = await subscriber()
  const { items } = await stripe.subscriptions.retrieve(subscription)
  const item = items.data.find(({ price }) => price.unit_amount === 22_000)!
  await stripe.products.create({ id: `stirrup_package_${await packageId('Package 2 - Premium')}`, name: 'Package 2' })
  const product = `stirrup_package_${await packageId('Package 2 - Premium')}`
  await stripe.subscriptions.update(subscription, {
    items: [
      { id: item.id, price_data: { currency: 'usd', product, unit_amount: 40_000, recurring: { interval: 'month' } } },
    ],
    proration_behavior: 'always_invoice',
  })
  await reconcilePayments(0)
  expect(await paymentsOf(user.id)).toHaveLength(2)
  expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(1)
  expect((await openIssues(user.id)).map(({ kind }) => kind)).toContain('unclear-month')
})

test('A month with parts of another one is granted, and the office is notified', async () => {
  const { user, subscription } = await subscriber()
  const { items } = await stripe.subscriptions.retrieve(subscription)
  const hacks = items.data.find(({ price }) => price.unit_amount === 4_450)!
  await stripe.subscriptions.update(subscription, { items: [{ id: hacks.id, quantity: 3 }] })
  await goToNextMonth()
  await reconcilePayments(0)
  expect(await lessonsOf(user.id)).toBe(4)
  expect((await openIssues(user.id)).map(({ kind }) => kind)).toContain('unclear-month')
  await reconcilePayments(0)
  expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(2)
})

test('A month with two packages grants neither until someone has reviewed it', async () => {
  const { user, subscription } = await subscriber()
  const product = `stirrup_package_${await packageId('Package 3 - Private')}`
  await stripe.products.create({ id: product, name: 'Package 3' })
  await stripe.subscriptions.update(subscription, {
    items: [{ price_data: { currency: 'usd', product, unit_amount: 34_000, recurring: { interval: 'month' } } }],
    proration_behavior: 'none',
  })
  await goToNextMonth()
  await reconcilePayments(0)
  expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(1)
  expect((await openIssues(user.id)).map(({ kind }) => kind)).toContain('unclear-month')
})

test('A family’s credit at the provider is a line of the receipt, and so is a discount', async () => {
  const { user, subscription } = await subscriber()
  const { customer, latest_invoice } = await stripe.subscriptions.retrieve(subscription)
  await stripe.customers.update(String(customer), { balance: -5_001 })
  await goToNextMonth()
  await reconcilePayments(0)
  const [, renewal] = await paymentsOf(user.id)
  // 318.27 − 50.01.
  expect(renewal?.amount.toFixed(2)).toBe('268.26')
  const receipt = await findReceipt(renewal!.id)
  expect(receipt?.lines.map(({ name, quantity, unitPrice }) => [name, quantity * unitPrice])).toEqual([
    ['Package 1 - Basic', 22_000],
    ['Hack', 8_900],
    ['Account credit', -5_001],
  ])
  const invoice = await stripe.invoices.retrieve(String(latest_invoice))
  const { others } = await readInvoiceLines(prisma, {
    ...invoice,
    total: 30_727,
    amount_due: 30_727,
    total_discount_amounts: [{ amount: 1_100, discount: 'di_1' }],
  })
  expect(others).toEqual([{ name: 'Discount', quantity: 1, amount: -1_100 }])
})
