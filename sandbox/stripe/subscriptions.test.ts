import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Bench, CARD_FORM, OFFLINE_MANDATE, openBench, utc } from './test-support'

const HOUR = 60 * 60
const DAY = 24 * HOUR

let bench: Bench
let customer: string
let price: string
let hack: string
beforeEach(async () => {
  bench = openBench()
  bench.sandbox.clock.set(utc(2026, 1, 31, 9))
  customer = (await bench.stripe.customers.create({})).id
  price = await monthly(20_000, 'Package 1')
  hack = await monthly(4000, 'Hack')
})
afterEach(() => bench.sandbox.close())

async function monthly(unit_amount: number, name: string) {
  const product = await bench.stripe.products.create({ name })
  const recurring = { interval: 'month' as const }
  return (await bench.stripe.prices.create({ product: product.id, unit_amount, currency: 'usd', recurring })).id
}
async function save(token: string) {
  const method = token.startsWith('pm_us')
    ? await saveBank(token)
    : await bench.stripe.paymentMethods.attach(token, { customer })
  await bench.stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })
  return method.id
}
async function saveBank(payment_method: string) {
  const setup = await bench.stripe.setupIntents.create({
    customer,
    payment_method,
    confirm: true,
    mandate_data: OFFLINE_MANDATE,
    allowed_payment_method_types: ['us_bank_account'],
  })
  return { id: setup.payment_method as string }
}
const subscribe = (params: Partial<Stripe.SubscriptionCreateParams> = {}) =>
  bench.stripe.subscriptions.create({ customer, items: [{ price }], ...params })
const reload = (id: string) => bench.stripe.subscriptions.retrieve(id)
const invoices = async () => (await bench.stripe.invoices.list({ customer, limit: 100 })).data.reverse()
const periods = async (id: string) => {
  const [item] = (await reload(id)).items.data
  return [item?.current_period_start, item?.current_period_end]
}

describe('Renewals', () => {
  test('Renewals keep to the 31st through short months and a leap day, and are paid an hour after each draft', async () => {
    await save('pm_card_visa')
    const { id } = await subscribe()
    expect(await periods(id)).toEqual([utc(2026, 1, 31, 9), utc(2026, 2, 28, 9)])
    bench.sandbox.clock.set(utc(2026, 2, 28, 9))
    const draft = (await invoices()).at(-1)
    expect(draft).toMatchObject({
      status: 'draft',
      billing_reason: 'subscription_cycle',
      automatically_finalizes_at: utc(2026, 2, 28, 10),
    })
    bench.sandbox.clock.set(utc(2026, 2, 28, 10))
    expect((await bench.stripe.invoices.retrieve(draft?.id ?? '')).status).toBe('paid')
    bench.sandbox.clock.set(utc(2026, 5, 1))
    expect(await periods(id)).toEqual([utc(2026, 4, 30, 9), utc(2026, 5, 31, 9)])
    bench.sandbox.clock.set(utc(2028, 3, 1))
    expect(await periods(id)).toEqual([utc(2028, 2, 29, 9), utc(2028, 3, 31, 9)])
    const all = await invoices()
    expect(all).toHaveLength(26)
    expect(all.every((invoice) => invoice.status === 'paid' && invoice.amount_paid === 20_000)).toBe(true)
    expect(all[1]?.created).toBe(utc(2026, 2, 28, 9))
  })

  test('A subscription with a trial until the 1st is free until then and bills on the 1st', async () => {
    await save('pm_card_visa')
    const anchor = utc(2026, 2, 1)
    const { id, status } = await subscribe({ billing_cycle_anchor: anchor, proration_behavior: 'none' })
    expect(status).toBe('active')
    expect((await invoices())[0]).toMatchObject({ total: 0, status: 'paid' })
    bench.sandbox.clock.set(utc(2026, 3, 1, 2))
    expect((await invoices()).map((invoice) => invoice.total)).toEqual([0, 20_000, 20_000])
    expect(await periods(id)).toEqual([utc(2026, 3, 1), utc(2026, 4, 1)])
  })

  test('The first invoice bills the part of the month that is left unless told otherwise', async () => {
    await save('pm_card_visa')
    bench.sandbox.clock.set(utc(2026, 2, 15))
    await subscribe({ billing_cycle_anchor: utc(2026, 3, 1) })
    expect((await invoices())[0]?.total).toBe(10_000)
  })

  test('The first charge comes after the trial, whose end is the new anchor', async () => {
    await save('pm_card_visa')
    const { id, status } = await subscribe({ trial_end: utc(2026, 2, 10) })
    expect(status).toBe('trialing')
    bench.sandbox.clock.set(utc(2026, 2, 10, 1))
    expect((await reload(id)).status).toBe('active')
    expect(await periods(id)).toEqual([utc(2026, 2, 10), utc(2026, 3, 10)])
    expect((await invoices()).map((invoice) => invoice.amount_paid)).toEqual([0, 20_000])
  })

  test('A subscription canceled at the end of its period ends then', async () => {
    await save('pm_card_visa')
    const { id } = await subscribe()
    await bench.stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect((await reload(id)).cancel_at).toBe(utc(2026, 2, 28, 9))
    bench.sandbox.clock.set(utc(2026, 6, 1))
    expect(await reload(id)).toMatchObject({ status: 'canceled', ended_at: utc(2026, 2, 28, 9) })
    expect(await invoices()).toHaveLength(1)
  })
})

describe('The first payment', () => {
  test('A first payment waits for Stripe.js, keeps the method and makes the subscription active', async () => {
    const subscription = await subscribe({
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
    })
    expect(subscription.status).toBe('incomplete')
    const invoice = subscription.latest_invoice as Stripe.Invoice
    expect(invoice.confirmation_secret?.client_secret).toMatch(/^pi_.*_secret_/)
    const intent = invoice.payments?.data[0]?.payment.payment_intent as string
    await bench.stripe.paymentIntents.confirm(intent, { payment_method: 'pm_card_visa' })
    const active = await reload(subscription.id)
    expect(active.status).toBe('active')
    expect(active.default_payment_method).toMatch(/^pm_/)
    const [payment] = (
      await bench.stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } })
    ).data
    expect(payment).toMatchObject({ invoice: invoice.id, status: 'paid', amount_paid: 20_000 })
  })

  test('A subscription that nobody pays within 23 hours expires', async () => {
    const { id } = await subscribe({ payment_behavior: 'default_incomplete' })
    bench.sandbox.clock.advance(23 * HOUR)
    expect((await reload(id)).status).toBe('incomplete_expired')
    expect((await invoices())[0]?.status).toBe('void')
  })

  test('A declined first payment that must succeed leaves nothing behind', async () => {
    await save('pm_card_chargeCustomerFail')
    await expect(subscribe({ payment_behavior: 'error_if_incomplete' })).rejects.toMatchObject({
      code: 'card_declined',
    })
    expect((await bench.stripe.subscriptions.list({ customer, status: 'all' })).data).toHaveLength(0)
    expect((await subscribe()).status).toBe('incomplete')
  })

  test('A trial without a payment method asks for one through a setup intent', async () => {
    const subscription = await subscribe({ trial_end: utc(2026, 3, 1), expand: ['pending_setup_intent'] })
    const setup = subscription.pending_setup_intent as Stripe.SetupIntent
    await bench.stripe.setupIntents.confirm(setup.id, { payment_method: 'pm_card_visa' })
    const ready = await reload(subscription.id)
    expect(ready.pending_setup_intent).toBeNull()
    bench.sandbox.clock.set(utc(2026, 3, 1, 2))
    expect((await reload(subscription.id)).status).toBe('active')
    expect((await invoices()).at(-1)).toMatchObject({ status: 'paid', amount_paid: 20_000 })
  })

  test('A subscription is active while a bank payment is pending, and past due when it fails', async () => {
    await save('pm_usBankAccount_insufficientFunds')
    const { id, status } = await subscribe()
    expect(status).toBe('active')
    await bench.sandbox.flush()
    expect((await reload(id)).status).toBe('past_due')
  })
})

describe('A past due subscription', () => {
  test('A past due subscription is tried three times and then ends, unless a new card pays', async () => {
    await save('pm_card_visa')
    const { id } = await subscribe()
    const broken = await save('pm_card_chargeCustomerFail')
    bench.sandbox.clock.set(utc(2026, 2, 28, 10))
    expect((await reload(id)).status).toBe('past_due')
    const [open] = (await bench.stripe.invoices.list({ customer, status: 'open' })).data
    expect(open?.next_payment_attempt).toBe(utc(2026, 3, 3, 10))
    const good = await bench.stripe.paymentMethods.attach('pm_card_visa', { customer })
    await bench.stripe.invoices.pay(open?.id ?? '', { payment_method: good.id })
    expect((await reload(id)).status).toBe('active')
    await bench.stripe.customers.update(customer, { invoice_settings: { default_payment_method: broken } })
    bench.sandbox.clock.set(utc(2026, 3, 31, 10))
    bench.sandbox.clock.advance(14 * DAY)
    expect((await reload(id)).status).toBe('past_due')
    bench.sandbox.clock.advance(1 * DAY)
    expect(await reload(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    })
  })
})

describe('Hosted pages of subscriptions', () => {
  test('A page pays an open invoice, which makes the subscription active again', async () => {
    const { id } = await subscribe({ payment_behavior: 'default_incomplete' })
    const [open] = await invoices()
    const url = open?.hosted_invoice_url ?? ''
    expect((await bench.visit(url, { ...CARD_FORM, number: '4000000000000002' })).status).toBe(402)
    expect((await bench.visit(url, CARD_FORM)).status).toBe(303)
    expect((await reload(id)).status).toBe('active')
    expect((await bench.visit(url)).text).not.toContain('<form')
  })

  test('A page cancels a subscription at the end of its period, and undoes that', async () => {
    await save('pm_card_visa')
    const { id } = await subscribe()
    const { url } = await bench.stripe.billingPortal.sessions.create({ customer })
    await bench.visit(url, { action: 'cancel', subscription: id })
    expect(await reload(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: utc(2026, 2, 28, 9) })
    expect((await bench.visit(url)).text).toContain('Ends on February 28, 2026')
    await bench.visit(url, { action: 'keep', subscription: id })
    expect(await reload(id)).toMatchObject({ cancel_at_period_end: false, cancel_at: null })
  })
})

describe('Changes of subscriptions', () => {
  test('A change is prorated on the next invoice, and the preview shows it to the cent', async () => {
    await save('pm_card_visa')
    bench.sandbox.clock.set(utc(2026, 2, 1))
    const subscription = await subscribe({ items: [{ price }, { price: hack, quantity: 1 }] })
    const item = subscription.items.data[1]?.id ?? ''
    bench.sandbox.clock.set(utc(2026, 2, 15))
    const change = { items: [{ id: item, quantity: 3 }] }
    const preview = await bench.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    })
    expect((await reload(subscription.id)).items.data[1]?.quantity).toBe(1)
    await bench.stripe.subscriptions.update(subscription.id, change)
    bench.sandbox.clock.set(utc(2026, 3, 1, 2))
    const renewal = (await invoices()).at(-1)
    expect(renewal?.total).toBe(20_000 + 3 * 4000 + (3 - 1) * 2000)
    expect(preview.total).toBe(renewal?.total)
    expect(renewal?.lines.data.map((line) => line.amount)).toEqual([20_000, 12_000, -2000, 6000])
  })

  test('The difference is billed at once on request, and not at all if proration is off', async () => {
    await save('pm_card_visa')
    bench.sandbox.clock.set(utc(2026, 2, 1))
    const { id } = await subscribe()
    bench.sandbox.clock.set(utc(2026, 2, 15))
    await bench.stripe.subscriptions.update(id, { items: [{ price: hack }], proration_behavior: 'none' })
    expect(await invoices()).toHaveLength(1)
    await bench.stripe.subscriptions.update(id, {
      items: [{ price: hack, quantity: 2 }],
      proration_behavior: 'always_invoice',
    })
    expect((await invoices()).at(-1)).toMatchObject({
      billing_reason: 'subscription_update',
      status: 'paid',
      amount_paid: 4000,
    })
  })

  test('A payment method of another customer and an item of another subscription are refused', async () => {
    await save('pm_card_visa')
    const { id } = await subscribe()
    const other = await bench.stripe.customers.create({ payment_method: 'pm_card_visa' })
    const [foreign] = (await bench.stripe.paymentMethods.list({ customer: other.id })).data
    const update = (params: Stripe.SubscriptionUpdateParams) => bench.stripe.subscriptions.update(id, params)
    await expect(update({ default_payment_method: foreign?.id })).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(update({ items: [{ id: 'si_x', quantity: 2 }] })).rejects.toMatchObject({ code: 'resource_missing' })
  })

  test('An invoice includes pending items, and those added to its draft within the hour', async () => {
    await save('pm_card_visa')
    await subscribe()
    await bench.stripe.invoiceItems.create({ customer, amount: 600, currency: 'usd', description: 'Fee' })
    bench.sandbox.clock.set(utc(2026, 2, 28, 9))
    const draft = (await invoices()).at(-1)
    await bench.stripe.invoiceItems.create({ customer, amount: 150, currency: 'usd', invoice: draft?.id })
    bench.sandbox.clock.advance(HOUR)
    expect((await invoices()).at(-1)).toMatchObject({ status: 'paid', amount_paid: 20_750 })
    const page = await bench.visit(draft ? `/sandbox/stripe/invoices/${draft.id}` : '')
    expect(page.text).toContain('$207.50')
  })
})
