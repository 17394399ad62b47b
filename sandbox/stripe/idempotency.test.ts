import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bench, openBench } from './test-support'

let bench: Bench
beforeEach(() => {
  bench = openBench()
})
afterEach(() => bench.sandbox.close())

const params = { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }

test('Ten concurrent requests with one key make one charge', async () => {
  const calls = Array.from({ length: 10 }, () =>
    bench.stripe.paymentIntents.create(params, { idempotencyKey: 'order:1:pay:1' }),
  )
  const intents = await Promise.all(calls)
  expect(new Set(intents.map((intent) => intent.id)).size).toBe(1)
  expect((await bench.stripe.charges.list()).data).toHaveLength(1)
})

test('The same key for another request is refused', async () => {
  await bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' })
  const other = bench.stripe.paymentIntents.create({ ...params, amount: 700 }, { idempotencyKey: 'k' })
  await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
})

test('A repeated decline is answered without a second attempt', async () => {
  const declined = { ...params, payment_method: 'pm_card_chargeDeclined' }
  for (let attempt = 1; attempt <= 2; attempt++) {
    const call = bench.stripe.paymentIntents.create(declined, { idempotencyKey: 'k' })
    await expect(call).rejects.toMatchObject({ code: 'card_declined' })
  }
  expect((await bench.stripe.charges.list()).data).toHaveLength(1)
})

test('A request that changed nothing is not remembered', async () => {
  const call = () => bench.stripe.paymentIntents.create({ ...params, customer: 'cus_1' }, { idempotencyKey: 'k' })
  await expect(call()).rejects.toMatchObject({ code: 'resource_missing' })
  await expect(call()).rejects.toMatchObject({ code: 'resource_missing' })
  expect((await bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' })).status).toBe('succeeded')
})

test('A key is forgotten after a day', async () => {
  const first = await bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' })
  bench.sandbox.clock.advance(25 * 60 * 60)
  const second = await bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' })
  expect(second.id).not.toBe(first.id)
})
