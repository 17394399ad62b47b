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

test('A refusal is stored, so the same key gets it again after its reason is gone', async () => {
  const call = (customer?: string) =>
    bench.stripe.paymentIntents.create({ ...params, customer }, { idempotencyKey: 'k' })
  await expect(call('cus_1')).rejects.toMatchObject({ code: 'resource_missing', statusCode: 400 })
  await expect(call('cus_1')).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
  await expect(call()).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
})

test('An internal error of the provider is stored too, unless it came before the work began', async () => {
  const pay = () => bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' })
  for (const fault of [503, 429, 'lock_timeout', 'key_in_use', 'timeout_before'] as const) {
    bench.sandbox.faults.failNext(fault)
    await expect(pay()).rejects.toThrow()
  }
  bench.sandbox.faults.failNext(500)
  await expect(pay()).rejects.toMatchObject({ statusCode: 500 })
  await expect(pay()).rejects.toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
  expect((await bench.stripe.charges.list()).data).toHaveLength(0)
  bench.sandbox.clock.advance(25 * 60 * 60)
  expect((await pay()).status).toBe('succeeded')
})

test('Parameters that the provider rejects are not stored', async () => {
  const call = (more: object) => bench.stripe.paymentIntents.create({ ...params, ...more }, { idempotencyKey: 'k' })
  await expect(call({ colour: 'bay' })).rejects.toMatchObject({ code: 'parameter_unknown' })
  expect((await call({})).status).toBe('succeeded')
})

test('A key is forgotten after a day', async () => {
  const first = await bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' })
  bench.sandbox.clock.advance(25 * 60 * 60)
  const second = await bench.stripe.paymentIntents.create(params, { idempotencyKey: 'k' })
  expect(second.id).not.toBe(first.id)
})
