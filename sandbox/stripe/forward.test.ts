import Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Forward, forwardTo } from './forward'
import { SANDBOX_SECRET_KEY } from './index'
import { type Bench, openBench } from './test-support'

/** A second sandbox stands in for the account: its requests show what is forwarded. */
const ACCOUNT_KEY = 'sk_test_of_the_account'
let account: Bench
let asked: Request[]
let received: Stripe.Event[]
let forward: Forward
let stripe: Stripe

beforeEach(() => {
  asked = []
  received = []
  account = openBench({ acceptKey: (key) => key === ACCOUNT_KEY, webhook: undefined })
  forward = forwardTo({
    key: ACCOUNT_KEY,
    webhook: { url: 'http://app.test/webhooks/stripe', secret: 'whsec_ours' },
    async deliver(request) {
      const signature = request.headers.get('stripe-signature') ?? ''
      received.push(stripe.webhooks.constructEvent(await request.text(), signature, 'whsec_ours'))
      return new Response()
    },
    fetch(input, init) {
      const request = new Request(input, init)
      asked.push(request.clone())
      return account.sandbox.handle(request)
    },
  })
  stripe = new Stripe(SANDBOX_SECRET_KEY, {
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient((input, init) => forward.handle(new Request(input, init))),
  })
})
afterEach(() => account.sandbox.close())

const pay = (idempotencyKey: string) =>
  stripe.paymentIntents.create(
    { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
    { idempotencyKey },
  )

test('A request is forwarded with the account’s key and otherwise unchanged', async () => {
  const intent = await pay('once')
  expect((await pay('once')).id).toBe(intent.id)
  expect(intent.status).toBe('succeeded')
  expect(asked.map(({ url }) => url)).toEqual(Array(2).fill('https://api.stripe.com/v1/payment_intents'))
  expect(asked[0]?.headers.get('authorization')).toBe(`Bearer ${ACCOUNT_KEY}`)
})

test('Refusals are forwarded', async () => {
  await expect(stripe.customers.retrieve('cus_nobody')).rejects.toMatchObject({
    code: 'resource_missing',
    statusCode: 404,
  })
})

test('A browser’s publishable key is not let through', async () => {
  const { id, client_secret } = await stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
  const body = new URLSearchParams({ key: 'pk_test_browser', client_secret: String(client_secret) })
  const answer = await forward.handle(
    new Request(`http://127.0.0.1/v1/payment_intents/${id}/cancel`, { method: 'POST', body }),
  )
  expect(answer.status).toBeLessThan(500)
  expect(await asked.at(-1)?.text()).not.toContain('pk_test_browser')
})

test('Each event is delivered once, in order, with our signature', async () => {
  await pay('once')
  await forward.deliverEvents()
  expect(received.map(({ type }) => type)).toEqual([
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ])
  expect(await forward.deliverEvents()).toBe(0)
})

test('A live key is refused', () => {
  expect(() => forwardTo({ key: 'sk_live_1' })).toThrow('test account')
})
