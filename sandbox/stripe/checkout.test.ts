import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BANK_FORM, type Bench, CARD_FORM, openBench } from './test-support'

let bench: Bench
let customer: string
beforeEach(async () => {
  bench = openBench()
  customer = (await bench.stripe.customers.create({ email: 'ann@example.com' })).id
})
afterEach(() => bench.sandbox.close())

const SUCCESS = 'http://app.test/done?session={CHECKOUT_SESSION_ID}'
const price = (unit_amount: number, name: string, recurring = false) => ({
  currency: 'usd',
  unit_amount,
  product_data: { name },
  ...(recurring && { recurring: { interval: 'month' as const } }),
})
const open = (params: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  bench.stripe.checkout.sessions.create({
    mode: 'payment',
    customer,
    success_url: SUCCESS,
    cancel_url: 'http://app.test/purchase',
    line_items: [
      { price_data: price(22_500, 'Package 1 - Basic <b>'), quantity: 1 },
      { price_data: price(4000, 'Hack'), quantity: 2 },
    ],
    payment_intent_data: { metadata: { order: '7' }, description: 'Order 7', setup_future_usage: 'off_session' },
    ...params,
  })
const reload = (id: string) =>
  bench.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent', 'setup_intent', 'line_items'] })
const types = () => bench.received.map((event) => event.type)

describe('Checkout for a payment', () => {
  test('The page shows what is bought, accepts the card without JavaScript and returns', async () => {
    const session = await open()
    const page = await bench.visit(session.url ?? '')
    expect(page.text).toContain('Package 1 - Basic &lt;b&gt;')
    expect(page.text).toContain('$305.00')
    expect(page.text).not.toContain('<script')
    const { status, location } = await bench.visit(session.url ?? '', CARD_FORM)
    expect([status, location]).toEqual([303, `http://app.test/done?session=${session.id}`])
    const done = await reload(session.id)
    expect(done).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      payment_intent: { amount: 30_500, description: 'Order 7', metadata: { order: '7' }, status: 'succeeded' },
    })
    expect(done.line_items?.data.map((line) => line.amount_total)).toEqual([22_500, 8000])
    expect((await bench.stripe.paymentMethods.list({ customer })).data).toHaveLength(1)
    await bench.sandbox.idle()
    expect(types().filter((type) => type === 'checkout.session.completed')).toHaveLength(1)
  })

  test('The page says why a card is declined, and accepts the next one on the same intent', async () => {
    const session = await open()
    const declined = await bench.visit(session.url ?? '', { ...CARD_FORM, number: '4000000000009995' })
    expect(declined.status).toBe(402)
    expect(declined.text).toContain('Your card has insufficient funds.')
    const wrong = await bench.visit(session.url ?? '', { ...CARD_FORM, number: '4111111111111111' })
    expect(wrong.text).toContain('Your card number is incorrect.')
    expect((await bench.visit(session.url ?? '', CARD_FORM)).status).toBe(303)
    expect((await bench.stripe.paymentIntents.list({ customer })).data).toHaveLength(1)
  })

  test('A double click is charged once, and a reload shows that it is done', async () => {
    const session = await open()
    const answers = await Promise.all([1, 2, 3].map(() => bench.visit(session.url ?? '', CARD_FORM)))
    expect(new Set(answers.map((answer) => answer.location))).toEqual(
      new Set([`http://app.test/done?session=${session.id}`]),
    )
    expect((await bench.stripe.charges.list({ customer })).data).toHaveLength(1)
    const again = await bench.visit(session.url ?? '')
    expect(again.text).toContain('This is done')
    expect(again.text).toContain(`href="http://app.test/done?session=${session.id}"`)
  })

  test('A session with 3-D Secure completes only when that is passed', async () => {
    const session = await open()
    const card = { ...CARD_FORM, number: '4000002760003184' }
    const first = await bench.visit(session.url ?? '', card)
    expect(first.location).toContain('/3ds/pi_')
    const back = await bench.visit(first.location, { result: 'fail' })
    expect((await bench.visit(back.location)).text).toContain('unable to authenticate')
    expect((await reload(session.id)).status).toBe('open')
    const second = await bench.visit(session.url ?? '', card)
    const passed = await bench.visit(second.location, { result: 'pass' })
    expect((await bench.visit(passed.location)).location).toBe(`http://app.test/done?session=${session.id}`)
    expect(await reload(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  })

  test.each([
    ['000123456789', 'checkout.session.async_payment_succeeded', 'paid'],
    ['000222222227', 'checkout.session.async_payment_failed', 'unpaid'],
  ])(
    'The result of the bank payment from %s is reported by a later event',
    async (account_number, event, payment_status) => {
      const session = await open({
        allowed_payment_method_types: ['us_bank_account'],
        payment_method_options: { us_bank_account: { verification_method: 'instant' } },
      })
      expect((await bench.visit(session.url ?? '', { ...BANK_FORM, account_number })).status).toBe(303)
      expect(await reload(session.id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
      await bench.sandbox.flush()
      expect((await reload(session.id)).payment_status).toBe(payment_status)
      expect(types()).toContain(event)
    },
  )

  test('An expired session cannot be paid', async () => {
    const session = await open()
    await bench.stripe.checkout.sessions.expire(session.id)
    expect((await bench.visit(session.url ?? '', CARD_FORM)).status).toBe(410)
    const other = await open()
    bench.sandbox.clock.advance(25 * 60 * 60)
    expect((await reload(other.id)).status).toBe('expired')
    expect((await bench.stripe.charges.list()).data).toHaveLength(0)
  })

  test('A session returns to web pages only', async () => {
    await expect(open({ success_url: 'javascript:alert(1)' })).rejects.toMatchObject({ code: 'url_invalid' })
    await expect(open({ cancel_url: 'data:text/html,x' })).rejects.toMatchObject({ code: 'url_invalid' })
  })
})

describe('Checkout for a saved method', () => {
  test('The page saves a card, or says why not', async () => {
    const session = await bench.stripe.checkout.sessions.create({
      mode: 'setup',
      customer,
      currency: 'usd',
      success_url: SUCCESS,
      setup_intent_data: { metadata: { user: '9' } },
    })
    const declined = await bench.visit(session.url ?? '', { ...CARD_FORM, number: '4000000000000002' })
    expect(declined.status).toBe(402)
    expect(declined.text).toContain('Your card was declined.')
    expect((await bench.visit(session.url ?? '', CARD_FORM)).status).toBe(303)
    expect(await reload(session.id)).toMatchObject({
      status: 'complete',
      setup_intent: { status: 'succeeded', metadata: { user: '9' } },
    })
    expect((await bench.stripe.paymentMethods.list({ customer })).data).toHaveLength(1)
  })
})

describe('Checkout for a subscription', () => {
  test('The page subscribes, and tries again on the same subscription after a decline', async () => {
    const session = await open({
      mode: 'subscription',
      payment_intent_data: undefined,
      line_items: [{ price_data: price(20_000, 'Package 1', true), quantity: 1 }],
      subscription_data: { metadata: { user: '9' } },
    })
    expect((await bench.visit(session.url ?? '', { ...CARD_FORM, number: '4000000000000002' })).status).toBe(402)
    expect((await bench.visit(session.url ?? '', CARD_FORM)).status).toBe(303)
    const [subscription, ...others] = (await bench.stripe.subscriptions.list({ customer, status: 'all' })).data
    expect(others).toHaveLength(0)
    expect(subscription).toMatchObject({ status: 'active', metadata: { user: '9' } })
    expect(subscription?.default_payment_method).not.toBeNull()
    expect(await reload(session.id)).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      subscription: subscription?.id,
    })
  })
})

describe('The billing portal', () => {
  test('The portal adds, chooses and removes payment methods without JavaScript', async () => {
    const { url } = await bench.stripe.billingPortal.sessions.create({ customer, return_url: 'http://app.test/' })
    await bench.visit(url, { ...CARD_FORM, action: 'add' })
    await bench.visit(url, { ...BANK_FORM, action: 'add' })
    const [bank, card] = (await bench.stripe.paymentMethods.list({ customer })).data
    await bench.visit(url, { action: 'default', payment_method: bank?.id ?? '' })
    await bench.visit(url, { action: 'remove', payment_method: card?.id ?? '' })
    expect((await bench.stripe.paymentMethods.list({ customer })).data.map((method) => method.id)).toEqual([bank?.id])
    const { invoice_settings } = (await bench.stripe.customers.retrieve(customer)) as Stripe.Customer
    expect(invoice_settings.default_payment_method).toBe(bank?.id)
  })

  test('The portal leaves the payment methods of others alone', async () => {
    const other = await bench.stripe.customers.create({ payment_method: 'pm_card_visa' })
    const [foreign] = (await bench.stripe.paymentMethods.list({ customer: other.id })).data
    const { url } = await bench.stripe.billingPortal.sessions.create({ customer })
    const answer = await bench.visit(url, { action: 'remove', payment_method: foreign?.id ?? '' })
    expect(answer.text).toContain('belongs to somebody else')
    expect((await bench.stripe.paymentMethods.list({ customer: other.id })).data).toHaveLength(1)
  })
})

describe('What a school sets up once', () => {
  test('A portal configuration keeps fields that were not named, and only an active one opens the portal', async () => {
    const { configurations, sessions } = bench.stripe.billingPortal
    const { id } = await configurations.create({
      features: { invoice_history: { enabled: true } },
      metadata: { a: 'b' },
    })
    const changed = await configurations.update(id, { features: { payment_method_update: { enabled: true } } })
    expect([changed.metadata, changed.features]).toMatchObject([
      { a: 'b' },
      { invoice_history: { enabled: true }, payment_method_update: { enabled: true } },
    ])
    expect((await sessions.create({ customer, configuration: id })).configuration).toBe(id)
    await configurations.update(id, { active: false })
    await expect(sessions.create({ customer, configuration: id })).rejects.toMatchObject({ statusCode: 400 })
    expect((await configurations.list({ active: true })).data).toEqual([])
  })

  test('A domain is registered once, and must be publicly known', async () => {
    const { paymentMethodDomains } = bench.stripe
    const { id } = await paymentMethodDomains.create({ domain_name: 'oak.school.example' })
    expect((await paymentMethodDomains.update(id, { enabled: false })).enabled).toBe(false)
    expect((await paymentMethodDomains.list({ domain_name: 'oak.school.example', enabled: true })).data).toEqual([])
    for (const domain_name of ['oak.school.example', 'localhost', '127.0.0.1']) {
      await expect(paymentMethodDomains.create({ domain_name })).rejects.toMatchObject({ statusCode: 400 })
    }
  })

  test('The secret of a webhook is revealed once', async () => {
    const { webhookEndpoints } = bench.stripe
    const { id, secret } = await webhookEndpoints.create({ url: 'https://oak.example/hook', enabled_events: ['*'] })
    expect(secret).toMatch(/^whsec_/)
    const later = [await webhookEndpoints.retrieve(id), ...(await webhookEndpoints.list()).data]
    expect(later.filter((one) => one.secret)).toEqual([])
  })
})
