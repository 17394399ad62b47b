import { beforeEach, describe, expect, test } from 'vitest'
import { eventsAtRest } from '~/models/money/events/event-queue.server'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { grantIssue } from '~/models/money/refunds/payment-issues.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { loader as monthEnd } from '~/routes/office/books/month-end'
import { action as webhook } from '~/routes/webhooks/stripe'
import { startOfDayInZone } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, signedIn } from '../../../../test/factories'
import { openOrder, openTestProvider, payWith } from '../../../../test/payments'
import { syncPayment } from './sync-payment.server'

const { sandbox, provider, goTo, goToInstant } = openTestProvider()

beforeEach(async () => {
  goTo('2027-02-10')
  await seedCatalog()
  sandbox.faults.events = 'drop'
})

async function send(payload: string): Promise<number> {
  const header = await provider.stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: provider.webhookSecret,
  })
  const headers = { 'stripe-signature': header }
  const request = new Request('http://stirrup.test/webhooks/stripe', { method: 'POST', body: payload, headers })
  return (await webhook({ request, params: {}, context: {} })).status
}

describe('A signed request', () => {
  test.each([
    ['payment_intent.succeeded', 'pi_of_another_account'],
    ['invoice.paid', 'in_of_another_account'],
    ['customer.subscription.updated', 'sub_of_another_account'],
    ['payout.paid', 'po_of_another_account'],
  ])('An event %s about an object that the provider does not know is processed once', async (type, id) => {
    const event = { id: `evt_${id}`, object: 'event', type, data: { object: { id } } }
    expect(await send(JSON.stringify(event))).toBe(200)
    await eventsAtRest()
    expect(await prisma.stripeEvent.findUnique({ where: { id: event.id } })).toMatchObject({
      processedAt: expect.any(Date),
    })
  })

  test.each(['{}', '[]', 'text', '{"id":"evt_1","type":"x"}'])('The body %s is not an event', async (body) => {
    expect(await send(body)).toBe(400)
  })
})

describe('The job', () => {
  test('An order whose payment the provider does not know is closed, and blocks no other', async () => {
    const { paymentIntentId } = await openOrder()
    const where = { stripePaymentIntentId: paymentIntentId }
    const { id } = await prisma.order.update({ where, data: { stripePaymentIntentId: 'pi_of_other_keys' } })
    expect(await reconcilePayments(0)).toMatchObject({ failed: 0 })
    expect(await prisma.order.findUnique({ where: { id } })).toMatchObject({ status: 'canceled' })
  })
})

test('An order whose payment the office granted is paid', async () => {
  const { user, paymentIntentId } = await openOrder()
  await provider.stripe.paymentIntents.update(paymentIntentId, { amount: 30_000 })
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  const [issue] = await openIssues(user.id)
  await grantIssue((await admin()).id, issue!.id)
  await syncPayment(paymentIntentId)
  expect(await prisma.order.findFirst({ where: { userId: user.id } })).toMatchObject({ status: 'paid' })
})

test('The month end reads the month from the provider, and shows when it was read', async () => {
  goTo('2027-03-31', 23)
  const { paymentIntentId } = await openOrder()
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  const office = await signedIn(await admin())
  const look = async () => (await office.get(monthEnd, '/payments/month-end?month=2027-03')).body
  expect((await look()).isComplete).toBe(false)
  goToInstant(startOfDayInZone('2027-04-01', getEnv().schoolTimezone).getTime() + 6 * 60 * 1000)
  sandbox.faults.failNext(500, { path: /balance_transactions/ })
  sandbox.faults.failNext(500, { path: /balance_transactions/ })
  sandbox.faults.failNext(500, { path: /balance_transactions/ })
  expect((await look()).isComplete).toBe(false)
  const shown = await look()
  expect(shown.isComplete).toBe(true)
  const total = shown.kinds.find(({ kind }: { kind: string }) => kind === 'Payments')
  expect(total).toMatchObject({ gross: 31_827 })
})
