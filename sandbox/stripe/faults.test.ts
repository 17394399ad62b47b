import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Bench, openBench } from './test-support'

let folder: string
let stateFile: string
let bench: Bench
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sandbox-'))
  stateFile = path.join(folder, 'state.jsonl')
  bench = openBench({ stateFile })
})
afterEach(() => {
  bench.sandbox.close()
  fs.rmSync(folder, { recursive: true })
})

const params = { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
const pay = () => bench.stripe.paymentIntents.create(params, { idempotencyKey: 'order:1:pay:1' })
const charges = async () => (await bench.stripe.charges.list()).data.length

describe('Ordered failures', () => {
  test('A request can time out before anything happened', async () => {
    bench.sandbox.faults.failNext('timeout_before')
    await expect(pay()).rejects.toMatchObject({ type: 'StripeConnectionError' })
    expect(await charges()).toBe(0)
    expect((await pay()).status).toBe('succeeded')
  })

  test('A request can time out after the charge, and the same key then finds it', async () => {
    bench.sandbox.faults.failNext('timeout_after', { method: 'post', path: /payment_intents/ })
    expect(await charges()).toBe(0)
    await expect(pay()).rejects.toMatchObject({ type: 'StripeConnectionError' })
    expect(await charges()).toBe(1)
    expect((await pay()).status).toBe('succeeded')
    expect(await charges()).toBe(1)
  })

  test.each([
    [429, 'StripeRateLimitError'],
    [503, 'StripeAPIError'],
  ] as const)('A request can be answered %i once', async (status, type) => {
    bench.sandbox.faults.failNext(status)
    await expect(pay()).rejects.toMatchObject({ type, statusCode: status })
    expect((await pay()).status).toBe('succeeded')
  })
})

describe('The journal', () => {
  const restart = () => {
    bench.sandbox.close()
    bench = openBench({ stateFile })
  }

  test('The journal keeps everything that was answered, in order, across restarts', async () => {
    const first = await pay()
    const second = await bench.stripe.paymentIntents.create({ amount: 700, currency: 'usd' })
    restart()
    restart()
    const listed = await bench.stripe.paymentIntents.list()
    expect(listed.data.map((intent) => intent.id)).toEqual([second.id, first.id])
    expect((await pay()).id).toBe(first.id)
    expect(await charges()).toBe(1)
  })

  test('A process that is killed loses only the line it was writing', async () => {
    const first = await pay()
    fs.appendFileSync(stateFile, '[["charge","ch_x",{"id":"ch_')
    restart()
    expect(await charges()).toBe(1)
    await bench.stripe.customers.create({ name: 'after' })
    restart()
    expect((await bench.stripe.customers.list()).data).toHaveLength(1)
    expect((await bench.stripe.paymentIntents.retrieve(first.id)).status).toBe('succeeded')
  })

  test('A request that fails halfway leaves no trace', async () => {
    const customer = await bench.stripe.customers.create({})
    const subscribe = bench.stripe.subscriptions.create({
      customer: customer.id,
      items: [
        { price_data: { currency: 'usd', product: 'prod_none', unit_amount: 500, recurring: { interval: 'month' } } },
      ],
    })
    await expect(subscribe).rejects.toMatchObject({ code: 'resource_missing' })
    await bench.sandbox.idle()
    expect((await bench.stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(0)
    expect(fs.readFileSync(stateFile, 'utf8')).not.toContain('sub_')
  })

  test('Events that the receiver rejected are delivered after a restart', async () => {
    bench.answer.status = 503
    await bench.stripe.customers.create({})
    await bench.sandbox.idle()
    restart()
    await bench.sandbox.idle()
    expect(bench.received.map((event) => event.type)).toEqual(['customer.created'])
  })
})
