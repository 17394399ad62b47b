import { beforeEach, describe, expect, it } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import type { FeeScope } from '~/models/payments/pricing'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { setDefaultMethod } from '~/services/stripe/default-method.server'
import { buy, type StartedPayment } from '~/services/stripe/payments.server'
import { findRefundable, refundPayment } from '~/services/stripe/refunds.server'
import {
  changeSubscription,
  createSubscription,
  openInvoiceSecret,
} from '~/services/stripe/subscription/subscriptions.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider } from '../../../../test/factories'
import {
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
  saveMethod,
} from '../../../../test/payments'
import { syncPayment } from './sync-payment.server'

const { sandbox, provider } = openTestProvider()

const feeFor = (feeScope: FeeScope, feeRate = 300) =>
  prisma.school.upsert({ where: { id: 1 }, create: { id: 1, feeRate, feeScope }, update: { feeRate, feeScope } })

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  await prisma.package.update({ where: { name: 'Package 1 - Basic' }, data: { price: '100.00' } })
  await feeFor('credit_cards')
})

const basic = async () => ({ items: [{ type: 'package' as const, id: await packageId(), quantity: 1 }] })

/** 100.00 for lessons, 103.00 by card, paid at the provider and not settled yet. */
async function charged(token: string) {
  const user = await rider()
  const { paymentIntentId } = (await buy(user.id, await monthlyPurchase(await basic()))) as StartedPayment
  await payWith(provider, paymentIntentId, token)
  return { user, intentId: paymentIntentId }
}
const rowOf = (intentId: string) =>
  prisma.paymentTransaction.findUniqueOrThrow({ where: { stripePaymentIntentId: intentId } })
const returned = async (intentId: string) =>
  (await provider.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)

describe('where the fee is for credit cards only, a single payment', () => {
  it.each(['pm_card_visa_debit', 'pm_card_mastercard_prepaid'])('by %s gets its fee back, once', async (token) => {
    const { user, intentId } = await charged(token)
    await Promise.all(Array.from({ length: 4 }, () => syncPayment(intentId)))
    await syncPayment(intentId)
    expect(await returned(intentId)).toEqual([300])
    const row = await rowOf(intentId)
    expect([row.status, Number(row.amountRefunded), row.feeReturned]).toEqual(['succeeded', 3, true])
    expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
  })

  it('by credit card keeps it', async () => {
    const { intentId } = await charged('pm_card_visa')
    await syncPayment(intentId)
    expect(await returned(intentId)).toEqual([])
  })

  it.each(['timeout_before', 'timeout_after', 500] as const)('gets it back later after %s', async (fault) => {
    const { intentId } = await charged('pm_card_visa_debit')
    for (let attempt = 0; attempt < 3; attempt++) sandbox.faults.failNext(fault, { path: /refunds$/, method: 'POST' })
    await expect(syncPayment(intentId, { callerRetries: true })).rejects.toThrow()
    await syncPayment(intentId)
    expect(await returned(intentId)).toEqual([300])
  })

  it('is paid all the same where the provider does not give the fee back', async () => {
    const { user, intentId } = await charged('pm_card_visa_debit')
    for (let attempt = 0; attempt < 3; attempt++) sandbox.faults.failNext(500, { path: /refunds$/, method: 'POST' })
    expect(await syncPayment(intentId)).toMatchObject({ outcome: 'synced', status: 'paid' })
    expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
  })

  it('keeps to what held when it was ordered, whatever the office sets later', async () => {
    const [credit, debit] = [await charged('pm_card_visa'), await charged('pm_card_visa_debit')]
    await feeFor('all_cards', 0)
    const later = await charged('pm_card_visa_debit')
    for (const { intentId } of [credit, debit, later]) await syncPayment(intentId)
    expect(await returned(credit.intentId)).toEqual([])
    expect(await returned(debit.intentId)).toEqual([300])
    expect(await returned(later.intentId)).toEqual([])
  })

  it('of which the office gave something back already is left to the office', async () => {
    const { intentId } = await charged('pm_card_visa_debit')
    await provider.stripe.refunds.create({ payment_intent: intentId, amount: 5_150 })
    await syncPayment(intentId)
    expect(await returned(intentId)).toEqual([5_150])
  })

  it('is refunded without a fee from then on, to the cent', async () => {
    const { user, intentId } = await charged('pm_card_visa_debit')
    await syncPayment(intentId)
    const [office, { id }] = [await admin(), await rowOf(intentId)]
    expect(await refundPayment(office.id, id, { part: 5_000, seen: 0 })).toBe(5_000)
    expect(await findRefundable(id)).toMatchObject({ refundable: 5_000, amountRefunded: 5_000 })
    expect(await refundPayment(office.id, id, { part: 5_000, seen: 5_000 })).toBe(5_000)
    expect((await returned(intentId)).reduce((sum, amount) => sum + amount)).toBe(10_300)
    expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(0)
  })
})

it('where the fee is for all cards, a debit card pays it', async () => {
  await feeFor('all_cards')
  const { intentId } = await charged('pm_card_visa_debit')
  await syncPayment(intentId)
  expect(await returned(intentId)).toEqual([])
  await feeFor('credit_cards')
  await syncPayment(intentId)
  expect(await returned(intentId)).toEqual([])
})

describe('where the fee is for credit cards only, a subscription', () => {
  const monthlyFee = async (userId: string) =>
    Number((await prisma.subscription.findFirstOrThrow({ where: { userId } })).fee)

  it('by debit card has none, and gets it with a credit card', async () => {
    const user = await payingRider(provider, 'pm_card_visa_debit')
    const credit = await saveMethod(provider, user.id, 'pm_card_visa')
    const { data } = await provider.stripe.customers.listPaymentMethods(
      (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).stripeCustomerId!,
    )
    const debit = data.find(({ card }) => card?.funding === 'debit')!.id
    await createSubscription(user.id, await monthlyPurchase(await basic()))
    expect(await monthlyFee(user.id)).toBe(0)
    expect(Number((await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })).amount)).toBe(100)
    await setDefaultMethod(user.id, credit)
    expect(await monthlyFee(user.id)).toBe(3)
    await setDefaultMethod(user.id, debit)
    await changeSubscription(user.id, { packageId: await packageId('Package 2 - Premium'), addOns: [] })
    expect(await monthlyFee(user.id)).toBe(0)
  })

  it('gets the fee of a month back that a debit card paid in the end', async () => {
    const user = await payingRider(provider, 'pm_card_chargeCustomerFail')
    expect(await createSubscription(user.id, await monthlyPurchase(await basic()))).toMatchObject({ state: 'payment' })
    const intentId = (await openInvoiceSecret(user.id))!.replace(/_secret_.*/, '')
    await payWith(provider, intentId, 'pm_card_visa_debit')
    await syncPayment(intentId)
    await syncPayment(intentId)
    expect(await returned(intentId)).toEqual([300])
    expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
  })

  it('keeps the fee it was told over another card of the same sort', async () => {
    const user = await payingRider(provider)
    await feeFor('credit_cards', 0)
    await createSubscription(user.id, await monthlyPurchase(await basic()))
    await feeFor('credit_cards', 300)
    await setDefaultMethod(user.id, await saveMethod(provider, user.id, 'pm_card_mastercard'))
    expect(await monthlyFee(user.id)).toBe(0)
  })
})
