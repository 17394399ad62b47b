import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bench, openBench, utc } from './test-support'

let bench: Bench
beforeEach(() => {
  bench = openBench()
})
afterEach(() => bench.sandbox.close())

const DAY = 24 * 60 * 60
const START = utc(2027, 3, 2)

const paid = () =>
  bench.stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
  })
const types = () => bench.received.map(({ type }) => type).filter((type) => type.startsWith('refund.'))

test('A refund stays pending for days and then fails by the clock', async () => {
  const { sandbox, stripe } = bench
  sandbox.clock.set(START)
  sandbox.faults.failNextRefund(6 * DAY)
  const { id, charge } = await stripe.refunds.create({ payment_intent: (await paid()).id, amount: 200 })
  sandbox.clock.set(START + 5 * DAY)
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'pending' })
  sandbox.clock.set(START + 7 * DAY)
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed', failure_reason: expect.any(String) })
  expect(await stripe.charges.retrieve(String(charge))).toMatchObject({ amount_refunded: 0, refunded: false })
  await sandbox.idle()
  expect(types()).toEqual(['refund.created', 'refund.updated', 'refund.failed'])
  expect((await stripe.refunds.create({ charge: String(charge) })).status).toBe('succeeded')
})

test('A refund that was made long ago can still fail', async () => {
  const { sandbox, stripe } = bench
  const { id, charge } = await stripe.refunds.create({ payment_intent: (await paid()).id })
  sandbox.clock.advance(40 * DAY)
  sandbox.failRefund(id)
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' })
  expect(await stripe.charges.retrieve(String(charge))).toMatchObject({ amount_refunded: 0, refunded: false })
})

test('The time that a refund is pending can be set', async () => {
  bench.sandbox.close()
  bench = openBench({ refundDelayMs: 3 * DAY * 1000 })
  const { sandbox, stripe } = bench
  sandbox.clock.set(START)
  const intent = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    payment_method: 'pm_card_pendingRefund',
    confirm: true,
  })
  const { id } = await stripe.refunds.create({ payment_intent: intent.id })
  sandbox.clock.set(START + 2 * DAY)
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'pending' })
  sandbox.clock.set(START + 4 * DAY)
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' })
})
