import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bench, openBench } from './test-support'

let bench: Bench
beforeEach(() => {
  bench = openBench()
})
afterEach(() => bench.sandbox.close())

const params = { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }

test('With a latency each call takes its time both ways', async () => {
  bench.sandbox.faults.latency = [20, 30]
  const before = performance.now()
  await bench.stripe.customers.create({})
  expect(performance.now() - before).toBeGreaterThanOrEqual(39)
})

test('Two changes of one object at the same time collide: the second is refused and may be repeated', async () => {
  const { id } = await bench.stripe.customers.create({})
  bench.sandbox.faults.latency = [40, 40]
  const change = (name: string) => bench.stripe.customers.update(id, { name }, { maxNetworkRetries: 0 })
  const [first, second] = await Promise.allSettled([change('one'), change('two')])
  expect(first).toMatchObject({ status: 'fulfilled', value: { name: 'one' } })
  expect(second).toMatchObject({ reason: { type: 'StripeRateLimitError', code: 'lock_timeout', statusCode: 429 } })
  const both = await Promise.all([
    change('three'),
    bench.stripe.customers.update(id, { name: 'four' }, { maxNetworkRetries: 2 }),
  ])
  expect(both.map(({ name }) => name)).toEqual(['three', 'four'])
})

test('Reading and changing different objects do not collide', async () => {
  const [one, two] = await Promise.all([bench.stripe.customers.create({}), bench.stripe.customers.create({})])
  bench.sandbox.faults.latency = [20, 20]
  await Promise.all([
    bench.stripe.customers.update(one.id, { name: 'one' }),
    bench.stripe.customers.update(two.id, { name: 'two' }),
    bench.stripe.customers.retrieve(one.id),
  ])
})

test('A key whose first call is in progress is answered with 409, and afterward with the first answer', async () => {
  bench.sandbox.faults.latency = [40, 40]
  const pay = (maxNetworkRetries: number) =>
    bench.stripe.paymentIntents.create(params, { idempotencyKey: 'order:1', maxNetworkRetries })
  const [first, second, third] = await Promise.allSettled([pay(0), pay(0), pay(2)])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ reason: { statusCode: 409, code: 'idempotency_key_in_use' } })
  expect(third).toMatchObject({ status: 'fulfilled', value: { status: 'succeeded' } })
  expect((await bench.stripe.charges.list()).data).toHaveLength(1)
})

test.each([
  ['lock_timeout', 429],
  ['key_in_use', 409],
] as const)('A collision can be ordered without a latency: %s', async (kind, statusCode) => {
  bench.sandbox.faults.failNext(kind)
  await expect(bench.stripe.customers.create({})).rejects.toMatchObject({ statusCode })
  bench.sandbox.faults.failNext(kind)
  expect(await bench.stripe.customers.create({}, { maxNetworkRetries: 1 })).toHaveProperty('id')
})
