import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bench, CARD_FORM, OFFLINE_MANDATE, openBench, utc } from './test-support'

let bench: Bench
beforeEach(() => {
  bench = openBench()
})
afterEach(() => bench.sandbox.close())

const types = () => bench.received.map(({ type }) => type)
const recurring = { interval: 'month' as const }

async function subscriber(token: string) {
  const { stripe } = bench
  const { id: customer } = await stripe.customers.create({})
  const { id: product } = await stripe.products.create({ name: 'Package 1' })
  const { id: method } = await stripe.paymentMethods.attach('pm_card_visa', { customer })
  const subscription = await stripe.subscriptions.create({
    customer,
    items: [{ price_data: { currency: 'usd', product, unit_amount: 20_000, recurring } }],
    default_payment_method: method,
  })
  const { id: next } = await stripe.paymentMethods.attach(token, { customer })
  await stripe.subscriptions.update(subscription.id, { default_payment_method: next })
  return { customer, id: subscription.id }
}

test('An expired Checkout cancels its payment, which a second tab can then not confirm', async () => {
  const { stripe, visit, sandbox } = bench
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://app.test/done',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 5000, product_data: { name: 'x' } }, quantity: 1 }],
  })
  const challenge = (await visit(session.url!, { ...CARD_FORM, number: '4000002760003184' })).location
  const intent = String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent)
  await expect(stripe.paymentIntents.cancel(intent)).rejects.toThrow('expire the Checkout Session instead')
  await expect(stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })).rejects.toThrow('Checkout')
  await stripe.checkout.sessions.expire(session.id)
  expect((await stripe.paymentIntents.retrieve(intent)).status).toBe('canceled')
  await visit(challenge, { result: 'pass' })
  await expect(stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  expect((await stripe.charges.list()).data).toEqual([])
  await sandbox.idle()
  expect(types()).toContain('payment_intent.canceled')
})

test('A completed Checkout cannot be expired', async () => {
  const { stripe, visit } = bench
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'http://app.test/done',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 5000, product_data: { name: 'x' } }, quantity: 1 }],
  })
  await visit(session.url!, CARD_FORM)
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
})

test('A renewal that the bank asks the family about waits for the family', async () => {
  const { sandbox, stripe } = bench
  sandbox.clock.set(utc(2027, 3, 1))
  const { customer, id } = await subscriber('pm_card_authenticationRequired')
  sandbox.clock.set(utc(2027, 4, 1, 2))
  const [invoice] = (await stripe.invoices.list({ customer })).data
  expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 })
  const [payment] = (await stripe.invoicePayments.list({ invoice: invoice!.id! })).data
  const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent))
  expect(intent).toMatchObject({ status: 'requires_action', last_payment_error: null })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due')
  await sandbox.idle()
  expect(types()).toEqual(expect.arrayContaining(['invoice.payment_action_required', 'invoice.payment_failed']))
  expect(types()).not.toContain('payment_intent.payment_failed')
  await bench.visit(intent.next_action!.redirect_to_url!.url!, { result: 'pass' })
  expect((await stripe.subscriptions.retrieve(id)).status).toBe('active')
})

test('A payment can exist before its invoice knows of it', async () => {
  const { sandbox, stripe } = bench
  const { id: customer } = await stripe.customers.create({})
  const { id: product } = await stripe.products.create({ name: 'Package 1' })
  const { latest_invoice, id } = await stripe.subscriptions.create({
    customer,
    items: [{ price_data: { currency: 'usd', product, unit_amount: 20_000, recurring } }],
    payment_behavior: 'default_incomplete',
  })
  const [payment] = (await stripe.invoicePayments.list({ invoice: String(latest_invoice) })).data
  sandbox.faults.invoicesHeld = true
  const intent = await stripe.paymentIntents.confirm(String(payment?.payment.payment_intent), {
    payment_method: 'pm_card_visa',
  })
  expect(intent.status).toBe('succeeded')
  const states = async () => [
    (await stripe.invoices.retrieve(String(latest_invoice))).status,
    (await stripe.subscriptions.retrieve(id)).status,
  ]
  expect(await states()).toEqual(['open', 'incomplete'])
  sandbox.faults.invoicesHeld = false
  expect(await states()).toEqual(['paid', 'active'])
})

test('A bank account is debited with a mandate only, and a dispute ends the mandate', async () => {
  const { sandbox, stripe } = bench
  const { id: customer } = await stripe.customers.create({})
  const { payment_method } = await stripe.setupIntents.create({
    customer,
    payment_method: 'pm_usBankAccount_success',
    confirm: true,
    mandate_data: OFFLINE_MANDATE,
    allowed_payment_method_types: ['us_bank_account'],
  })
  const debit = (method: string, more: object = {}) =>
    stripe.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer,
      allowed_payment_method_types: ['us_bank_account'],
      payment_method: method,
      confirm: true,
      off_session: true,
      ...more,
    })
  const unmandated = await stripe.paymentMethods.attach('pm_usBankAccount_success', { customer })
  await expect(debit(unmandated.id)).rejects.toMatchObject({ param: 'mandate_data' })
  const first = await debit(String(payment_method))
  await sandbox.flush()
  const { latest_charge } = await stripe.paymentIntents.retrieve(first.id)
  sandbox.openDispute(String(latest_charge))
  await expect(debit(String(payment_method))).rejects.toMatchObject({ code: 'payment_intent_mandate_invalid' })
})

test('A typed bank account is not attached before it is verified', async () => {
  const { stripe } = bench
  const { id: customer } = await stripe.customers.create({})
  const { id } = await stripe.paymentMethods.create({
    type: 'us_bank_account',
    us_bank_account: { routing_number: '110000000', account_number: '000123456789' },
  } as Stripe.PaymentMethodCreateParams)
  await expect(stripe.paymentMethods.attach(id, { customer })).rejects.toMatchObject({ statusCode: 400 })
})

test('The amounts of the small deposits are compared, and a page asks for them', async () => {
  const { stripe, visit } = bench
  const intent = await stripe.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    allowed_payment_method_types: ['us_bank_account'],
    payment_method_data: {
      type: 'us_bank_account',
      us_bank_account: { routing_number: '110000000', account_number: '000123456789' },
    } as Stripe.PaymentIntentCreateParams['payment_method_data'],
    mandate_data: OFFLINE_MANDATE,
    confirm: true,
  })
  await expect(stripe.paymentIntents.verifyMicrodeposits(intent.id, { amounts: [1, 2] })).rejects.toMatchObject({
    code: 'payment_method_microdeposit_verification_amounts_mismatch',
  })
  const { hosted_verification_url } = intent.next_action!.verify_with_microdeposits!
  expect((await visit(hosted_verification_url, { first: '0.01', second: '0.02' })).status).toBe(402)
  expect((await visit(hosted_verification_url, { first: '0.32', second: '0.45' })).text).toContain('Thank you')
  expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('processing')
})

test('An endpoint gets only the event types that it subscribes to', async () => {
  bench.sandbox.close()
  const received: string[] = []
  bench = openBench({
    webhook: { url: 'http://app.test/webhooks/stripe', secret: 'whsec_x', events: ['product.created'] },
    async deliver(request) {
      received.push(((await request.json()) as Stripe.Event).type)
      return new Response()
    },
  })
  await bench.stripe.customers.create({})
  await bench.stripe.products.create({ name: 'x' })
  await bench.sandbox.idle()
  expect(received).toEqual(['product.created'])
})
