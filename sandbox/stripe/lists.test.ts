import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bench, openBench, utc } from './test-support'

let bench: Bench
beforeEach(() => {
  bench = openBench()
})
afterEach(() => bench.sandbox.close())

const DAY = 24 * 60 * 60
const START = utc(2027, 3, 2)

test('Everything that moves money is listed by its day of creation, page after page', async () => {
  const { sandbox, stripe } = bench
  sandbox.clock.set(START)
  const customer = await stripe.customers.create({})
  const product = await stripe.products.create({ name: 'Package 1' })
  await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  for (let day = 0; day < 5; day++) {
    sandbox.clock.set(START + day * DAY)
    const { id, latest_charge } = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
    })
    await stripe.refunds.create({ payment_intent: id, amount: 100 })
    sandbox.openDispute(String(latest_charge))
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [
        { price_data: { currency: 'usd', product: product.id, unit_amount: 500, recurring: { interval: 'month' } } },
      ],
      payment_behavior: 'default_incomplete',
    })
    if (day === 3) await stripe.subscriptions.cancel(subscription.id)
  }
  const query = { created: { gte: START + DAY }, limit: 2 }
  const { charges, disputes, invoices, paymentIntents, refunds, subscriptions } = stripe
  for (const { resource, times } of [
    { resource: charges, times: 1 },
    { resource: refunds, times: 1 },
    { resource: disputes, times: 1 },
    { resource: invoices, times: 1 },
    // The subscription's own intent too.
    { resource: paymentIntents, times: 2 },
  ]) {
    const rows: { id: string; created: number }[] = await resource.list(query).autoPagingToArray({ limit: 1000 })
    expect(new Set(rows.map(({ id }) => id)).size).toBe(4 * times)
    expect(rows.every(({ created }) => created >= START + DAY)).toBe(true)
  }
  const all = await subscriptions.list({ ...query, status: 'all' }).autoPagingToArray({ limit: 1000 })
  expect(all.map(({ status }) => status)).toContain('canceled')
  expect(all).toHaveLength(4)
})
