import { beforeAll, expect, test } from 'vitest'
import { deleteMethod } from '~/models/money/methods/default-method.server'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { saveFee } from '~/models/school/school.server'
import { prisma } from '~/platform/db.server'
import { formatCents } from '~/utils/money'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider } from '../../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider, payWith, saveMethod } from '../../../../test/payments'
import { offersFor, payWithSaved } from './pay-saved.server'
import { buy, findOwnPayment, type StartedPayment } from './payments.server'

const { sandbox, provider } = openTestProvider()
const returnUrl = 'http://stirrup.test/payment-success'

beforeAll(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
})

/** Creates a family with a saved method that is about to pay $309.00, with the fee $318.27. */
async function atTheTill(token = 'pm_card_visa', method: 'card' | 'us_bank_account' = 'card') {
  const { id: userId } = await payingRider(provider, token)
  const { paymentIntentId } = (await buy(userId, await monthlyPurchase({ method }))) as StartedPayment
  const order = async () => (await findOwnPayment(userId, paymentIntentId))!.order
  const [offer] = await offersFor(await order())
  const payNow = (change: Partial<{ methodId: string; seen: number }> = {}) =>
    payWithSaved(userId, paymentIntentId, { methodId: offer!.id, seen: offer!.total, returnUrl, ...change })
  const taken = async () => {
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
    const { data } = await provider.stripe.charges.list({ customer: stripeCustomerId!, limit: 100 })
    return data.filter(({ status }) => status !== 'failed').map(({ amount }) => amount)
  }
  return { userId, paymentIntentId, offer: offer!, order, payNow, taken }
}

test('A saved card pays at once, and two clicks pay once', async () => {
  const { payNow, order, offer, taken, paymentIntentId } = await atTheTill()
  expect([offer.label, formatCents(offer.total)]).toEqual(['Visa •••• 4242', '$318.27'])
  const ends = await Promise.allSettled([payNow(), payNow(), payNow()])
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(await payNow()).toEqual({ state: 'sent', paymentIntentId })
  expect((await order()).status).toBe('paid')
  expect(await taken()).toEqual([31_827])
})

test('Two saved cards tapped at once pay once', async () => {
  const { userId, payNow, taken, order } = await atTheTill()
  const second = await saveMethod(provider, userId, 'pm_card_mastercard')
  await Promise.allSettled([payNow(), payNow({ methodId: second })])
  await syncPayment((await order()).stripePaymentIntentId!)
  expect((await order()).status).toBe('paid')
  expect(await taken()).toEqual([31_827])
})

test('A saved card that is declined leaves the order unpaid, says why, and may pay on the next try', async () => {
  const { userId, payNow, order, taken, paymentIntentId } = await atTheTill('pm_card_chargeCustomerFail')
  expect(await payNow()).toMatchObject({ state: 'declined' })
  expect(await order()).toMatchObject({ status: 'failed', failureMessage: 'Your card was declined.' })
  expect(await payNow()).toMatchObject({ state: 'declined' })
  const other = await saveMethod(provider, userId, 'pm_card_visa')
  expect(await payNow({ methodId: other })).toMatchObject({ state: 'sent' })
  expect((await order()).stripePaymentIntentId).not.toBe(paymentIntentId)
  expect(await taken()).toEqual([31_827])
})

test('A saved card whose bank asks for confirmation leads to the bank’s page, twice to the same one, and is paid there', async () => {
  const { payNow, order, taken } = await atTheTill('pm_card_authenticationRequired')
  const asked = await payNow()
  if (asked.state !== 'confirm') throw new Error(asked.state)
  expect(await payNow()).toEqual(asked)
  const answer = async (result: string) => {
    const body = new URLSearchParams({ result })
    const response = await sandbox.handle(new Request(asked.url, { method: 'POST', body }))
    return new URL(response.headers.get('Location')!)
  }
  const back = await answer('fail')
  expect(back.pathname).toBe('/payment-success')
  await syncPayment(back.searchParams.get('payment_intent')!)
  expect((await order()).status).toBe('failed')
  const again = await payNow()
  if (again.state !== 'confirm') throw new Error(again.state)
  expect(again.url).not.toBe(asked.url)
  asked.url = again.url
  await syncPayment((await answer('pass')).searchParams.get('payment_intent')!)
  expect((await order()).status).toBe('paid')
  expect(await taken()).toEqual([31_827])
})

test('A saved bank account pays without the fee, and its lessons are clearing', async () => {
  const { payNow, order, offer, taken } = await atTheTill('pm_usBankAccount_success', 'us_bank_account')
  expect(offer.total).toBe(30_900)
  expect(await payNow()).toMatchObject({ state: 'sent' })
  expect((await order()).status).toBe('processing')
  expect(await taken()).toEqual([30_900])
})

test('If only credit cards have the fee, a saved debit card is shown and charged the price without it', async () => {
  await saveFee((await admin()).id, { feeRate: 300, feeScope: 'credit_cards' })
  const { payNow, order, offer, taken } = await atTheTill('pm_card_visa_debit')
  expect(offer.total).toBe(30_900)
  await expect(payNow({ seen: 31_827 })).rejects.toMatchObject({ status: 409 })
  expect(await taken()).toEqual([])
  expect(await payNow()).toMatchObject({ state: 'sent' })
  expect(await order()).toMatchObject({ status: 'paid', total: 30_900, fee: 0 })
  expect(await taken()).toEqual([30_900])
  await prisma.school.deleteMany()
})

test('A method that belongs to another family, is deleted, or is of another type cannot pay', async () => {
  const { userId, payNow, offer, paymentIntentId, taken } = await atTheTill()
  const stranger = await payingRider(provider)
  const [theirs] = await listPaymentMethods(stranger.id)
  await expect(payNow({ methodId: theirs!.id })).rejects.toMatchObject({ status: 409 })
  const asStranger = payWithSaved(stranger.id, paymentIntentId, { methodId: theirs!.id, seen: 31_827, returnUrl })
  await expect(asStranger).rejects.toMatchObject({ status: 404 })
  const bank = await saveMethod(provider, userId, 'pm_usBankAccount_success')
  await expect(payNow({ methodId: bank })).rejects.toMatchObject({ status: 409 })
  await deleteMethod(userId, offer.id)
  await expect(payNow()).rejects.toMatchObject({ status: 409 })
  expect(await taken()).toEqual([])
})

test('The same card saved twice is one card to the family, and is deleted as one', async () => {
  const { userId, offer } = await atTheTill()
  const copy = await saveMethod(provider, userId, 'pm_card_visa')
  await saveMethod(provider, userId, 'pm_card_mastercard')
  const shown = await listPaymentMethods(userId)
  expect(shown).toMatchObject([{ label: 'Visa •••• 4242' }, { label: 'Mastercard •••• 4444' }])
  expect([offer.id, copy]).toContain(shown[0]?.id)
  await deleteMethod(userId, shown[0]!.id)
  expect(await listPaymentMethods(userId)).toMatchObject([{ label: 'Mastercard •••• 4444' }])
})

test('A payment whose answer was lost is not made again', async () => {
  const { payNow, order, taken } = await atTheTill()
  for (let i = 0; i < 3; i++) sandbox.faults.failNext('timeout_after', { method: 'POST', path: /confirm$/ })
  await payNow().catch(() => {})
  expect(await payNow()).toMatchObject({ state: 'sent' })
  expect((await order()).status).toBe('paid')
  expect(await taken()).toEqual([31_827])
})

test('A card that is saved while paying is the same customer’s, and can pay in one tap later', async () => {
  const { id: userId } = await rider()
  const { paymentIntentId } = (await buy(userId, await monthlyPurchase())) as StartedPayment
  await provider.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    setup_future_usage: 'off_session',
    return_url: returnUrl,
  })
  await syncPayment(paymentIntentId)
  const { paymentIntentId: next } = (await buy(userId, await monthlyPurchase())) as StartedPayment
  const { order } = (await findOwnPayment(userId, next))!
  const [offer] = await offersFor(order)
  expect(await payWithSaved(userId, next, { methodId: offer!.id, seen: offer!.total, returnUrl })).toMatchObject({
    state: 'sent',
  })
  const customers = await provider.stripe.customers.list({ limit: 100 })
  expect(customers.data.filter(({ metadata }) => metadata.userId === userId)).toHaveLength(1)
})

test('A payment by another card in an open form is not charged twice', async () => {
  const { payNow, paymentIntentId, taken } = await atTheTill()
  await Promise.allSettled([payWith(provider, paymentIntentId, 'pm_card_mastercard'), payNow()])
  await payNow()
  expect(await taken()).toEqual([31_827])
})
