import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Bench, OFFLINE_MANDATE, openBench, utc } from './test-support'

const open: Bench[] = []
const bench = (options: Parameters<typeof openBench>[0] = {}) => {
  const one = openBench(options)
  open.push(one)
  return one
}
afterEach(() => {
  for (const one of open.splice(0)) one.sandbox.close()
})

const start = ({ stripe }: Bench, payment_method = 'pm_usBankAccount_success') =>
  stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'usd',
    allowed_payment_method_types: ['us_bank_account'],
    payment_method,
    confirm: true,
    mandate_data: OFFLINE_MANDATE,
  })
const types = ({ received }: Bench) => received.map((event) => event.type)

test('A bank payment is on its way until the clock reaches its day', async () => {
  const one = bench({ achDelayMs: 60_000 })
  one.sandbox.clock.set(utc(2026, 3, 2))
  const intent = await start(one)
  expect(intent.status).toBe('processing')
  one.sandbox.clock.advance(59)
  expect((await one.stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing')
  one.sandbox.clock.advance(1)
  expect((await one.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
  await one.sandbox.idle()
  expect(types(one)).toEqual(
    expect.arrayContaining(['payment_intent.processing', 'charge.succeeded', 'payment_intent.succeeded']),
  )
})

test.each([
  ['pm_usBankAccount_insufficientFunds', 'insufficient_funds'],
  ['pm_usBankAccount_accountClosed', 'account_closed'],
  ['pm_usBankAccount_debitNotAuthorized', 'debit_not_authorized'],
])('A bank payment with %s fails later', async (method, code) => {
  const one = bench()
  const intent = await start(one, method)
  await one.sandbox.flush()
  const failed = await one.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code },
    latest_charge: { status: 'failed', failure_code: code },
  })
  expect(types(one)).toContain('payment_intent.payment_failed')
})

test('A bank payment can arrive and then be disputed', async () => {
  const one = bench()
  const intent = await start(one, 'pm_usBankAccount_dispute')
  await one.sandbox.flush()
  expect((await one.stripe.disputes.list({ payment_intent: intent.id })).data).toHaveLength(1)
  expect(types(one)).toContain('charge.dispute.created')
})

test('A bank payment needs a mandate and an account that Stripe documents', async () => {
  const { stripe } = bench()
  const { id } = await stripe.paymentIntents.create({ amount: 10_000, currency: 'usd' })
  const confirm = stripe.paymentIntents.confirm(id, { payment_method: 'pm_usBankAccount_success' })
  await expect(confirm).rejects.toMatchObject({ param: 'mandate_data' })
  const unknown = { routing_number: '110000000', account_number: '000999999991' }
  await expect(
    stripe.paymentMethods.create({ type: 'us_bank_account', us_bank_account: unknown }),
  ).rejects.toMatchObject({ code: 'account_number_invalid' })
})

test('A bank payment arrives after a restart, even if its day has passed', async () => {
  const stateFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-')), 'state.jsonl')
  const before = bench({ stateFile, achDelayMs: 1 })
  before.sandbox.clock.set(utc(2026, 3, 2))
  const { id } = await start(before)
  before.sandbox.close()
  const after = bench({ stateFile })
  expect((await after.stripe.paymentIntents.retrieve(id)).status).toBe('processing')
  after.sandbox.clock.set(null)
  expect((await after.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})
