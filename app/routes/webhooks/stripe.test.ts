import { beforeEach, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { eventsAtRest } from '~/models/money/events/event-queue.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { findOperations } from '~/services/operations/operations.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { SANDBOX_WEBHOOK_SECRET } from '../../../sandbox/stripe'
import { emptyTables, rider } from '../../../test/factories'
import { monthlyPurchase, openOrder, openTestProvider, payWith, saveMethod } from '../../../test/payments'
import { action } from './stripe'

const { sandbox, provider, goTo } = openTestProvider()
const { stripe } = provider

beforeEach(async () => {
  await emptyTables()
  await seedCatalog()
  goTo('2027-01-10')
  sandbox.faults.events = 'drop'
})

/** Delivers one event as often as given, all at once, as a provider does whose answer got lost. Returns the statuses, once it was worked on. */
async function deliver(type: string, object: object, times: number): Promise<number[]> {
  const event = { id: `evt_${type}`, object: 'event', type, created: Math.floor(Date.now() / 1000), data: { object } }
  const body = JSON.stringify(event)
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret: SANDBOX_WEBHOOK_SECRET })
  const sent = Array.from({ length: times }, () => {
    const headers = { 'Stripe-Signature': signature }
    const request = new Request('http://stirrup.test/webhooks/stripe', { method: 'POST', headers, body })
    return action({ request, params: {}, context: {} })
  })
  const statuses = (await Promise.all(sent)).map(({ status }) => status)
  await eventsAtRest()
  return statuses
}

const all200 = (times: number) => Array.from({ length: times }, () => 200)

test('One event that arrives twelve times at once is answered twelve times, and works once', async () => {
  const { user, paymentIntentId } = await openOrder()
  const paid = await payWith(provider, paymentIntentId)
  expect(await deliver('payment_intent.succeeded', paid, 12)).toEqual(all200(12))
  expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
  expect(await prisma.outboxEmail.count({ where: { recipient: user.email ?? '' } })).toBe(1)
  expect(await prisma.stripeEvent.findMany({ select: { id: true, processedAt: true } })).toEqual([
    { id: 'evt_payment_intent.succeeded', processedAt: expect.any(Date) },
  ])
})

test('So are those of a subscription and its first month', async () => {
  const user = await rider()
  await saveMethod(provider, user.id)
  await createSubscription(user.id, await monthlyPurchase())
  const [subscription] = (await stripe.subscriptions.list({ limit: 1 })).data
  if (!subscription) throw new Error('The provider has no subscription')
  const invoice = await stripe.invoices.retrieve(String(subscription.latest_invoice))
  const answers = await Promise.all([
    deliver('customer.subscription.updated', subscription, 6),
    deliver('invoice.paid', invoice, 6),
  ])
  expect(answers.flat()).toEqual(all200(12))
  expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
})

test('What the provider did not sign is refused, and counted for the status page', async () => {
  const send = (signature?: string) => {
    const headers = signature ? { 'Stripe-Signature': signature } : undefined
    const request = new Request('http://stirrup.test/webhooks/stripe', { method: 'POST', headers, body: '{}' })
    return action({ request, params: {}, context: {} })
  }
  const other = stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 'whsec_of_another_webhook' })
  expect((await findOperations()).refused).toBeNull()
  const answers = await Promise.all([send(), send('t=1,v1=00'), send(other)])
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400])
  expect((await findOperations()).refused).toMatchObject({ count: 3, since: expect.any(Date) })
  expect(await prisma.stripeEvent.count()).toBe(0)
})
