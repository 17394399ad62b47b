import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Bench, openBench } from './test-support'

let bench: Bench
beforeEach(() => {
  bench = openBench()
})
afterEach(() => {
  bench.sandbox.close()
  vi.useRealTimers()
})

const pay = () =>
  bench.stripe.paymentIntents.create({ amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true })
const types = () => bench.received.map((event) => event.type)
const ORDER = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']

describe('Delivery of events', () => {
  test('Each event is sent once, signed, with the object as it was', async () => {
    const intent = await pay()
    await bench.sandbox.idle()
    expect(types()).toEqual(ORDER)
    expect(bench.received[0]?.data.object).toMatchObject({ id: intent.id, status: 'requires_confirmation' })
    expect(bench.received[2]?.data.object).toMatchObject({ id: intent.id, status: 'succeeded' })
    expect((await bench.stripe.events.list()).data.every((event) => event.pending_webhooks === 0)).toBe(true)
  })

  test('An event is sent again, later each time, until the receiver answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    bench.answer.status = 500
    await bench.stripe.customers.create({})
    await bench.sandbox.idle()
    expect(types()).toEqual([])
    bench.answer.status = 200
    await vi.advanceTimersByTimeAsync(499)
    await bench.sandbox.idle()
    expect(types()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await bench.sandbox.idle()
    expect(types()).toEqual(['customer.created'])
  })

  test('Endpoints created through the API have their own secret and choice of events', async () => {
    const requests: Request[] = []
    bench.sandbox.close()
    bench = openBench({
      webhook: undefined,
      async deliver(request) {
        requests.push(request)
        return new Response()
      },
    })
    const endpoint = await bench.stripe.webhookEndpoints.create({
      url: 'http://other.test/hook',
      enabled_events: ['payment_intent.succeeded'],
    })
    await pay()
    await bench.sandbox.idle()
    expect(requests).toHaveLength(1)
    const [request] = requests as [Request]
    const signature = request.headers.get('stripe-signature') ?? ''
    const event = bench.stripe.webhooks.constructEvent(await request.text(), signature, endpoint.secret ?? '')
    expect([request.url, event.type]).toEqual(['http://other.test/hook', 'payment_intent.succeeded'])
  })
})

describe('Faults of events', () => {
  test('Events can be dropped', async () => {
    bench.sandbox.faults.events = 'drop'
    await pay()
    await bench.sandbox.flush()
    expect(types()).toEqual([])
    expect((await bench.stripe.events.list()).data).toHaveLength(3)
  })

  test('Events can be held until released', async () => {
    bench.sandbox.faults.events = 'hold'
    await pay()
    await bench.sandbox.flush()
    expect(types()).toEqual([])
    await bench.sandbox.faults.release()
    expect(types()).toEqual(ORDER)
    await pay()
    await bench.sandbox.idle()
    expect(types()).toHaveLength(3)
  })

  test('Events can be doubled', async () => {
    bench.sandbox.faults.events = 'double'
    await pay()
    await bench.sandbox.idle()
    expect(types().sort()).toEqual([...ORDER, ...ORDER].sort())
  })

  test('Events can be shuffled', async () => {
    bench.sandbox.faults.events = 'shuffle'
    for (let n = 0; n < 5; n++) await pay()
    await bench.sandbox.idle()
    expect(types()).toHaveLength(15)
    expect(types()).not.toEqual(Array.from({ length: 5 }, () => ORDER).flat())
  })
})
