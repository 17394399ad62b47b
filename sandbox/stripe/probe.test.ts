import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, OFFLINE_MANDATE, openBench } from './test-support'

/*
 * How the provider answers, row by row, through the SDK alone. Runs against the sandbox by default; to see whether the
 * sandbox is still accurate, run it against a real test account with its key:
 * STRIPE_SECRET_KEY=sk_test_… npx vitest run --project unit sandbox/stripe/probe.test.ts
 */
const key = process.env.STRIPE_SECRET_KEY
if (key && !/^(sk|rk)_test_/.test(key)) throw new Error('The probe runs with the key of a test account only.')

let bench: Bench | undefined
let stripe: Stripe
let product: string
beforeAll(async () => {
  bench = key ? undefined : openBench()
  stripe = bench?.stripe ?? new Stripe(key!, { maxNetworkRetries: 2 })
  product = (await stripe.products.create({ name: 'Probe' })).id
})
afterAll(() => bench?.sandbox.close())

const DAY = 24 * 60 * 60
const nowSeconds = () => Math.floor(Date.now() / 1000)
const monthly = (unit_amount = 20_000) => ({
  price_data: { currency: 'usd', product, unit_amount, recurring: { interval: 'month' as const } },
})
const once = (unit_amount: number) => ({ price_data: { currency: 'usd', product, unit_amount } })
const newKey = () => `probe-${crypto.randomUUID()}`

async function customerWith(token?: string) {
  const { id: customer } = await stripe.customers.create({ metadata: { probe: 'yes' } })
  if (!token) return { customer, method: '' }
  const { id: method } = await stripe.paymentMethods.attach(token, { customer })
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })
  return { customer, method }
}
const subscribe = (customer: string, params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  stripe.subscriptions.create({ customer, items: [monthly()], ...params })
async function intentOf(invoice: Stripe.Subscription['latest_invoice']) {
  const id = typeof invoice === 'string' ? invoice : invoice!.id!
  const [payment] = (await stripe.invoicePayments.list({ invoice: id })).data
  return { invoice: id, intent: String(payment?.payment.payment_intent) }
}

describe('Subscriptions', () => {
  test('An incomplete subscription accepts metadata, can be canceled, and nothing else', async () => {
    const { customer } = await customerWith()
    const { id, status } = await subscribe(customer, { payment_behavior: 'default_incomplete' })
    expect(status).toBe('incomplete')
    for (const change of [{ items: [monthly(4000)] }, { cancel_at_period_end: true }]) {
      await expect(stripe.subscriptions.update(id, change)).rejects.toMatchObject({ statusCode: 400 })
    }
    expect((await stripe.subscriptions.update(id, { metadata: { a: 'b' } })).metadata).toEqual({ a: 'b' })
    expect((await stripe.subscriptions.cancel(id)).status).toMatch(/^(canceled|incomplete_expired)$/)
  })

  test('A subscription whose trial is paid is trialing until the end of the trial', async () => {
    const { customer } = await customerWith('pm_card_visa')
    const { status, latest_invoice } = await subscribe(customer, {
      trial_end: nowSeconds() + 20 * DAY,
      add_invoice_items: [once(9000)],
      expand: ['latest_invoice'],
    })
    expect([status, (latest_invoice as Stripe.Invoice).amount_paid]).toEqual(['trialing', 9000])
  })

  test('The card that pays becomes the subscription’s, though it had another', async () => {
    const { customer, method } = await customerWith('pm_card_visa')
    const { id, latest_invoice } = await subscribe(customer, {
      default_payment_method: method,
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
    })
    const { intent } = await intentOf(latest_invoice)
    const other = await stripe.paymentMethods.attach('pm_card_mastercard', { customer })
    await stripe.paymentIntents.confirm(intent, { payment_method: other.id, return_url: 'http://app.test/' })
    await expect.poll(async () => (await stripe.subscriptions.retrieve(id)).default_payment_method).toBe(other.id)
  })

  test('A bank that asks the family leaves the payment open for it, without an error', async () => {
    const { customer, method } = await customerWith('pm_card_authenticationRequired')
    const { status, latest_invoice } = await subscribe(customer, { default_payment_method: method })
    const { invoice, intent } = await intentOf(latest_invoice)
    expect(status).toBe('incomplete')
    expect(await stripe.paymentIntents.retrieve(intent)).toMatchObject({
      status: 'requires_action',
      last_payment_error: null,
    })
    expect((await stripe.invoices.retrieve(invoice)).status).toBe('open')
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({
      code: 'invoice_payment_intent_requires_action',
      statusCode: 402,
    })
  })

  test('An invoice that is paid elsewhere cancels its intent and keeps a record of the payment', async () => {
    const { customer } = await customerWith()
    const { id, latest_invoice } = await subscribe(customer, { payment_behavior: 'default_incomplete' })
    const { invoice, intent } = await intentOf(latest_invoice)
    expect((await stripe.invoices.pay(invoice, { paid_out_of_band: true })).status).toBe('paid')
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('canceled')
    const payments = (await stripe.invoicePayments.list({ invoice })).data
    expect(payments.find(({ status }) => status === 'paid')?.payment.type).not.toBe('payment_intent')
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
  })

  test('The payment of an invoice is canceled with the invoice only', async () => {
    const { customer } = await customerWith()
    const { latest_invoice } = await subscribe(customer, { payment_behavior: 'default_incomplete' })
    const { intent } = await intentOf(latest_invoice)
    await expect(stripe.paymentIntents.cancel(intent)).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('Checkout', () => {
  test('A session can be expired once', async () => {
    const { id } = await stripe.checkout.sessions.create({
      mode: 'payment',
      success_url: 'http://app.test/done',
      line_items: [{ ...once(5000), quantity: 1 }],
    })
    expect((await stripe.checkout.sessions.expire(id)).status).toBe('expired')
    await expect(stripe.checkout.sessions.expire(id)).rejects.toThrow(
      'Only Checkout Sessions with a status in ["open"]',
    )
  })
})

describe('Customers', () => {
  test('A deleted customer can be read, but not used', async () => {
    const { customer } = await customerWith('pm_card_visa')
    await stripe.customers.del(customer)
    expect(await stripe.customers.retrieve(customer)).toEqual(
      expect.objectContaining({ id: customer, object: 'customer', deleted: true }),
    )
    const missing = { code: 'resource_missing' }
    await expect(stripe.customers.listPaymentMethods(customer)).rejects.toMatchObject(missing)
    await expect(stripe.customers.update(customer, { name: 'x' })).rejects.toMatchObject(missing)
    await expect(stripe.paymentIntents.create({ amount: 500, currency: 'usd', customer })).rejects.toMatchObject({
      ...missing,
      statusCode: 400,
    })
    await expect(stripe.setupIntents.create({ customer })).rejects.toMatchObject(missing)
  })
})

describe('Idempotency keys', () => {
  const pay = (idempotencyKey: string, params: object = {}) =>
    stripe.paymentIntents.create({ amount: 500, currency: 'usd', ...params }, { idempotencyKey, maxNetworkRetries: 0 })

  test('A refusal that was carried out is repeated, and other parameters are refused', async () => {
    const key = newKey()
    const customer = 'cus_none'
    await expect(pay(key, { customer })).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(pay(key, { customer })).rejects.toMatchObject({
      code: 'resource_missing',
      headers: { 'idempotent-replayed': 'true' },
    })
    await expect(pay(key)).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('A decline is repeated without another attempt', async () => {
    const key = newKey()
    const declined = {
      payment_method: 'pm_card_chargeDeclined',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    }
    const intents = new Set<unknown>()
    for (let again = 0; again < 2; again++) {
      const error = await pay(key, declined).catch((error: unknown) => error as Stripe.errors.StripeCardError)
      expect(error).toMatchObject({ code: 'card_declined' })
      intents.add('payment_intent' in error ? error.payment_intent?.id : null)
    }
    expect(intents.size).toBe(1)
  })
})

describe('Bank accounts', () => {
  const typed = {
    payment_method_data: {
      type: 'us_bank_account' as const,
      us_bank_account: {
        routing_number: '110000000',
        account_number: '000123456789',
        account_holder_type: 'individual' as const,
      },
      billing_details: { name: 'Jane Doe', email: 'jane@example.org' },
    },
    mandate_data: { customer_acceptance: OFFLINE_MANDATE.customer_acceptance },
  }

  test('A typed account number waits for two small deposits, and pays once their amounts are entered', async () => {
    const { id } = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
    })
    const waiting = await stripe.paymentIntents.confirm(id, typed)
    expect(waiting).toMatchObject({
      status: 'requires_action',
      next_action: {
        type: 'verify_with_microdeposits',
        verify_with_microdeposits: { hosted_verification_url: expect.stringMatching(/^http/) },
      },
    })
    expect((await stripe.paymentIntents.verifyMicrodeposits(id, { amounts: [32, 45] })).status).toBe('processing')
  })

  test('A setup waits for deposits too, and a later debit needs no further mandate', async () => {
    const { customer } = await customerWith()
    const { id } = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
    })
    expect((await stripe.setupIntents.confirm(id, typed)).status).toBe('requires_action')
    const saved = await stripe.setupIntents.verifyMicrodeposits(id, { amounts: [32, 45] })
    expect(saved.status).toBe('succeeded')
    const { status } = await stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer,
      allowed_payment_method_types: ['us_bank_account'],
      payment_method: String(saved.payment_method),
      confirm: true,
      off_session: true,
    })
    expect(status).toBe('processing')
  })
})

describe('Limits of the provider', () => {
  test('A subscription has at most 20 items, and 20 more in its first invoice', async () => {
    const { customer } = await customerWith('pm_card_visa')
    const items = Array.from({ length: 21 }, (_, i) => monthly(100 + i))
    await expect(stripe.subscriptions.create({ customer, items })).rejects.toMatchObject({ statusCode: 400 })
    const add_invoice_items = Array.from({ length: 21 }, (_, i) => once(100 + i))
    await expect(subscribe(customer, { add_invoice_items })).rejects.toMatchObject({ statusCode: 400 })
  })

  test('An archived product accepts no new price until it is active again', async () => {
    const { customer } = await customerWith('pm_card_visa')
    const { id } = await stripe.products.create({ name: 'Probe of an archive' })
    const items = [{ price_data: { ...monthly().price_data, product: id } }]
    await stripe.products.update(id, { active: false })
    await expect(stripe.subscriptions.create({ customer, items })).rejects.toMatchObject({ statusCode: 400 })
    await stripe.products.update(id, { active: true, name: 'Another name' })
    expect((await stripe.subscriptions.create({ customer, items })).status).toBe('active')
  })

  test('A Checkout session lasts from 30 minutes to 24 hours', async () => {
    const { customer } = await customerWith()
    const open = (seconds: number) =>
      stripe.checkout.sessions.create({
        mode: 'payment',
        customer,
        line_items: [{ ...once(5_000), quantity: 1 }],
        success_url: 'https://app.example/done',
        expires_at: nowSeconds() + seconds,
      })
    await expect(open(20 * 60)).rejects.toMatchObject({ statusCode: 400 })
    await expect(open(DAY + 60 * 60)).rejects.toMatchObject({ statusCode: 400 })
    expect((await open(35 * 60)).status).toBe('open')
  })
})

test('A customer’s credit pays first, and the lines and the total of the invoice do not show it', async () => {
  const { customer } = await customerWith('pm_card_visa')
  await stripe.customers.update(customer, { balance: -5_001 })
  const { latest_invoice } = await subscribe(customer)
  const invoice = await stripe.invoices.retrieve(String(latest_invoice))
  expect([invoice.total, invoice.amount_due, invoice.lines.data[0]?.amount]).toEqual([20_000, 14_999, 20_000])
})

test('A paused subscription is still active', async () => {
  const { customer } = await customerWith('pm_card_visa')
  const { id } = await subscribe(customer)
  const paused = await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } })
  expect([paused.status, paused.pause_collection?.behavior]).toEqual(['active', 'void'])
  expect((await stripe.subscriptions.update(id, { pause_collection: '' })).pause_collection).toBeNull()
})
