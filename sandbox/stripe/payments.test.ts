import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SANDBOX_PUBLISHABLE_KEY } from './index'
import { BASE_URL, type Bench, openBench } from './test-support'

let bench: Bench
let customer: string
beforeEach(async () => {
  bench = openBench()
  customer = (await bench.stripe.customers.create({ email: 'ann@example.com', name: 'Ann' })).id
})
afterEach(() => bench.sandbox.close())

const pay = (params: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  bench.stripe.paymentIntents.create({ amount: 31_827, currency: 'usd', customer, ...params })

async function fromBrowser(path: string, body?: Record<string, string>, key = SANDBOX_PUBLISHABLE_KEY) {
  const url = new URL(`${BASE_URL}${path}`)
  const init = { headers: { authorization: `Bearer ${key}` } }
  const request = body ? { ...init, method: 'POST', body: new URLSearchParams(body) } : init
  const response = await bench.sandbox.handle(new Request(url, request))
  return { status: response.status, body: (await response.json()) as { status?: string; error?: { code?: string } } }
}

const newCard = (number: string) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
})

describe('A card payment', () => {
  test('A payment has a receipt that shows amount, description and card', async () => {
    const { id } = await pay({ description: 'Package <1> & hacks' })
    const paid = await bench.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 31_827 })
    const charge = paid.latest_charge as Stripe.Charge
    const receipt = await bench.visit(charge.receipt_url ?? '')
    expect(receipt.status).toBe(200)
    expect(receipt.text).toContain('$318.27')
    expect(receipt.text).toContain('Package &lt;1&gt; &amp; hacks')
    expect(receipt.text).toContain('Visa •••• 4242')
  })

  test('A declined payment has its reason, and another card can pay it', async () => {
    const { id } = await pay()
    const attempt = bench.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_chargeDeclinedInsufficientFunds',
    })
    await expect(attempt).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { id, status: 'requires_payment_method' },
    })
    expect((await bench.stripe.charges.list({ payment_intent: id })).data[0]?.status).toBe('failed')
    expect((await bench.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).status).toBe('succeeded')
  })

  test.each(['4111111111111111', '4242424242424241', ''])(
    'The number %s, which Stripe does not document, is refused',
    async (number) => {
      const card = { number, exp_month: 12, exp_year: 2034, cvc: '123' }
      await expect(bench.stripe.paymentMethods.create({ type: 'card', card })).rejects.toMatchObject({
        code: 'incorrect_number',
      })
    },
  )

  test('A card that is to be used again is saved for the customer', async () => {
    const { id, client_secret } = await pay({ setup_future_usage: 'off_session' })
    const answer = await fromBrowser(`/v1/payment_intents/${id}/confirm`, {
      client_secret: client_secret ?? '',
      ...newCard('4242424242424242'),
    })
    expect(answer.body.status).toBe('succeeded')
    expect((await bench.stripe.paymentMethods.list({ customer })).data).toHaveLength(1)
  })

  test('A payment cannot use the payment method of another customer', async () => {
    const other = await bench.stripe.customers.create({ payment_method: 'pm_card_visa' })
    const [method] = (await bench.stripe.paymentMethods.list({ customer: other.id })).data
    await expect(pay({ payment_method: method?.id, confirm: true })).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
    })
  })
})

describe('3-D Secure', () => {
  const start = () =>
    pay({ payment_method: 'pm_card_authenticationRequired', confirm: true, return_url: 'http://app.test/done?order=7' })

  test('A payment that passes 3-D Secure on its page returns to the merchant', async () => {
    const intent = await start()
    const challenge = intent.next_action?.redirect_to_url?.url ?? ''
    expect((await bench.visit(challenge)).text).toContain('$318.27')
    const { status, location } = await bench.visit(challenge, { result: 'pass' })
    expect(status).toBe(303)
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      order: '7',
      payment_intent: intent.id,
      redirect_status: 'succeeded',
    })
    expect((await bench.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    expect((await bench.visit(challenge, { result: 'pass' })).location).toBe(location)
    expect((await bench.stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })

  test('3-D Secure fails on its page, and only with the secret', async () => {
    const intent = await start()
    const challenge = intent.next_action?.redirect_to_url?.url ?? ''
    expect((await bench.visit(challenge.replace(/secret=.*/, 'secret=wrong'), { result: 'pass' })).status).toBe(403)
    const { location } = await bench.visit(challenge, { result: 'fail' })
    expect(new URL(location).searchParams.get('redirect_status')).toBe('failed')
    const failed = await bench.stripe.paymentIntents.retrieve(intent.id)
    expect(failed.last_payment_error?.code).toBe('payment_intent_authentication_failure')
  })

  test('3-D Secure sends nobody to an address that is not a web page', async () => {
    const { id } = await pay()
    const attempt = bench.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'javascript:alert(1)',
    })
    await expect(attempt).rejects.toMatchObject({ code: 'url_invalid' })
  })

  test('A card that was authenticated by a setup is asked for 3-D Secure once', async () => {
    const setup = await bench.stripe.setupIntents.create({
      customer,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      confirm: true,
    })
    await bench.visit(setup.next_action?.redirect_to_url?.url ?? '', { result: 'pass' })
    const [method] = (await bench.stripe.paymentMethods.list({ customer })).data
    expect((await pay({ payment_method: method?.id, confirm: true, off_session: true })).status).toBe('succeeded')
  })
})

describe('Refunds and disputes', () => {
  test('Refunds may be partial and never exceed the payment', async () => {
    const { id } = await pay({ payment_method: 'pm_card_visa', confirm: true })
    await bench.stripe.refunds.create({ payment_intent: id, amount: 10_000 })
    const tooMuch = bench.stripe.refunds.create({ payment_intent: id, amount: 21_828 })
    await expect(tooMuch).rejects.toMatchObject({ param: 'amount' })
    expect((await bench.stripe.refunds.create({ payment_intent: id })).amount).toBe(21_827)
    expect((await bench.stripe.charges.list({ payment_intent: id })).data[0]?.refunded).toBe(true)
  })

  test('A refund that the bank rejects is undone', async () => {
    const { id } = await pay({ payment_method: 'pm_card_refundFail', confirm: true })
    await bench.stripe.refunds.create({ payment_intent: id })
    bench.sandbox.clock.advance(60)
    expect((await bench.stripe.charges.list({ payment_intent: id })).data[0]?.amount_refunded).toBe(0)
    await bench.sandbox.idle()
    expect(bench.received.map((event) => event.type)).toContain('refund.failed')
  })

  test('A dispute opens on demand', async () => {
    const { id, latest_charge } = await pay({ payment_method: 'pm_card_visa', confirm: true })
    const dispute = bench.sandbox.openDispute(latest_charge as string, 'product_not_received')
    const [listed] = (await bench.stripe.disputes.list({ payment_intent: id })).data
    expect(listed).toMatchObject({ id: dispute, amount: 31_827, status: 'needs_response' })
    await expect(bench.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' })
  })
})

describe('Keys and parameters', () => {
  test('A browser makes a confirmation token of a new card, which shows its funding and pays once', async () => {
    const { status, body } = await fromBrowser('/v1/confirmation_tokens', newCard('4000056655665556'))
    const token = body as unknown as Stripe.ConfirmationToken
    expect([status, token.payment_method_preview?.card?.funding]).toEqual([200, 'debit'])
    const { id, client_secret } = await pay()
    const confirmed = { client_secret: client_secret ?? '', confirmation_token: token.id }
    expect((await fromBrowser(`/v1/payment_intents/${id}/confirm`, confirmed)).status).toBe(200)
    expect((await bench.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
  })

  test('A publishable key confirms and sees only the intent whose secret it has', async () => {
    const { id, client_secret } = await pay()
    const secret = client_secret ?? ''
    expect((await fromBrowser(`/v1/payment_intents/${id}?client_secret=${secret}`)).status).toBe(200)
    expect((await fromBrowser(`/v1/payment_intents/${id}`)).status).toBe(400)
    const forged = { client_secret: `${id}_secret_x`, ...newCard('4242424242424242') }
    expect((await fromBrowser(`/v1/payment_intents/${id}/confirm`, forged)).status).toBe(400)
    for (const path of [
      '/v1/customers',
      `/v1/customers/${customer}`,
      '/v1/payment_intents',
      '/v1/events',
      '/v1/refunds',
    ]) {
      expect((await fromBrowser(path)).body.error?.code).toBe('secret_key_required')
    }
    expect((await fromBrowser('/v1/customers', undefined, 'sk_live_1')).status).toBe(401)
  })

  test('Parameters that the API does not know are refused, at any depth', async () => {
    const unknown = { amount: 100, currency: 'usd', automatic_payment_methods: { enabled: true, colour: 'red' } }
    await expect(bench.stripe.paymentIntents.create(unknown as Stripe.PaymentIntentCreateParams)).rejects.toMatchObject(
      { code: 'parameter_unknown', param: 'automatic_payment_methods[colour]' },
    )
    await expect(bench.stripe.paymentIntents.create({ currency: 'usd' } as never)).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'amount',
    })
    await expect(bench.stripe.paymentIntents.create({ amount: 10.5, currency: 'usd' })).rejects.toMatchObject({
      code: 'parameter_invalid_integer',
    })
    await expect(pay({ amount: -500 })).rejects.toMatchObject({ code: 'amount_too_small' })
    await expect(bench.stripe.coupons.list()).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
    })
  })

  test('Lists are paged and filtered, newest first', async () => {
    for (let n = 1; n <= 5; n++) await pay({ amount: 100 * n })
    const first = await bench.stripe.paymentIntents.list({ customer, limit: 2 })
    expect(first.data.map((intent) => intent.amount)).toEqual([500, 400])
    const amounts: number[] = []
    for await (const intent of bench.stripe.paymentIntents.list({ customer, limit: 2 })) amounts.push(intent.amount)
    expect(amounts).toEqual([500, 400, 300, 200, 100])
  })
})
