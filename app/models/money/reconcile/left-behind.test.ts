import { beforeEach, expect, test } from 'vitest'
import { eraseWithProvider } from '~/models/money/families/erase-family.server'
import { buy, reopenAt, startCheckout, startPayment } from '~/models/money/paying/payments.server'
import { findOrder } from '~/models/money/payments/order.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { displayName } from '~/models/vocabulary/user'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin } from '../../../../test/factories'
import {
  lessonsOf,
  monthlyPurchase,
  openOrder,
  openTestProvider,
  payingRider,
  payWith,
} from '../../../../test/payments'
import { reconcilePayments } from './reconcile.server'

const { sandbox, provider, goToNewQuarter } = openTestProvider()

const urls = { success: 'http://stirrup.test/payment-success', cancel: 'http://stirrup.test/' }

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  goToNewQuarter()
})

/** Starts a purchase whose payment the provider creates, and whose answer is lost. */
async function lostPayment() {
  const user = await payingRider(provider)
  const purchase = await monthlyPurchase()
  for (let i = 0; i < 3; i++) sandbox.faults.failNext('timeout_after', { method: 'POST', path: /payment_intents$/ })
  await expect(buy(user.id, purchase)).rejects.toMatchObject({ status: 503 })
  const customer = await ensureCustomer(user.id)
  const statuses = async () =>
    (await provider.stripe.paymentIntents.list({ customer })).data.map(({ status }) => status)
  expect(await statuses()).toEqual(['requires_payment_method'])
  return { user, purchase, statuses }
}

test('A payment whose creation was not answered is ended, and the family pays by a new one', async () => {
  const { user, purchase, statuses } = await lostPayment()
  await reconcilePayments(0)
  expect(await statuses()).toEqual(['canceled'])
  const started = await buy(user.id, purchase)
  await payWith(provider, started.paymentIntentId)
  await reconcilePayments(0)
  expect(await statuses()).toEqual(['succeeded', 'canceled'])
  expect(await lessonsOf(user.id)).toBe(4)
})

test('A payment that a request may still be working on is left to it', async () => {
  const { user, purchase, statuses } = await lostPayment()
  await reconcilePayments()
  const started = await buy(user.id, purchase)
  await reconcilePayments(0)
  expect(await statuses()).toEqual(['requires_payment_method'])
  await payWith(provider, started.paymentIntentId)
  await reconcilePayments(0)
  expect(await lessonsOf(user.id)).toBe(4)
})

/** The same, of an order that has another price by now, at which it is paid. */
async function lostAndRepriced() {
  const { user, statuses } = await lostPayment()
  const order = await prisma.order.findFirstOrThrow({ where: { userId: user.id } })
  await reopenAt((await findOrder(order.id))!, { fee: 0, feeRate: 0, total: 30900 })
  await startPayment((await findOrder(order.id))!)
  expect(await statuses()).toEqual(['requires_payment_method', 'requires_payment_method'])
  return { user, statuses }
}

test('A payment without an answer is ended though its order has another price by now', async () => {
  const { statuses } = await lostAndRepriced()
  await reconcilePayments(0)
  expect(await statuses()).toEqual(['requires_payment_method', 'canceled'])
})

test('A payment without an answer is ended with the rest when its family is erased', async () => {
  const { user, statuses } = await lostAndRepriced()
  await eraseWithProvider((await admin()).id, user.id, displayName(user))
  expect(await statuses()).toEqual(['canceled', 'canceled'])
})

test('A Checkout page that nobody was sent to is ended, and the family’s own stays open', async () => {
  const { order, reload } = await openOrder()
  for (let i = 0; i < 3; i++) sandbox.faults.failNext('timeout_after', { method: 'POST', path: /sessions$/ })
  await expect(startCheckout(order, urls)).rejects.toThrow()
  const url = await startCheckout(await reload(), urls, { save: true })
  expect(url).toContain('/c/pay/')
  await reconcilePayments(0)
  const { data } = await provider.stripe.checkout.sessions.list({ limit: 2 })
  expect(data.map(({ status }) => status)).toEqual(['open', 'expired'])
  expect((await reload()).stripeCheckoutSessionId).toBe(data[0]?.id)
})

test('Of an order that was paid nothing stays open', async () => {
  const { order } = await openOrder()
  await startCheckout(order, urls)
  // As if the process had died between the two.
  await prisma.order.update({ where: { id: order.id }, data: { status: 'paid' } })
  await reconcilePayments(0)
  const { data } = await provider.stripe.checkout.sessions.list({ limit: 1 })
  expect(data.map(({ status }) => status)).toEqual(['expired'])
})
