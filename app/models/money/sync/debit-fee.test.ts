import { beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { findRefundable, refundAgain, refundPayment } from '~/models/money/refunds/refunds.server'
import {
  changeSubscription,
  createSubscription,
  openInvoiceSecret,
} from '~/models/money/subscribing/subscriptions.server'
import type { FeeScope } from '~/models/vocabulary/fee'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin } from '../../../../test/factories'
import {
  monthlyPurchase,
  openOrder,
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

/** Creates a payment of 100.00 for lessons, 103.00 by card, made at the provider and not synced yet. */
async function charged(token: string) {
  const { user, paymentIntentId } = await openOrder(await basic())
  await payWith(provider, paymentIntentId, token)
  return { user, intentId: paymentIntentId }
}
const rowOf = (intentId: string) =>
  prisma.paymentTransaction.findUniqueOrThrow({ where: { stripePaymentIntentId: intentId } })
const returned = async (intentId: string) =>
  (await provider.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)

describe('A single payment while the fee is for credit cards only', () => {
  test.each(['pm_card_visa_debit', 'pm_card_mastercard_prepaid'])(
    'A payment by %s gets its fee refunded, once',
    async (token) => {
      const { user, intentId } = await charged(token)
      await Promise.all(Array.from({ length: 4 }, () => syncPayment(intentId)))
      await syncPayment(intentId)
      expect(await returned(intentId)).toEqual([300])
      const row = await rowOf(intentId)
      expect([row.status, Number(row.amountRefunded), row.feeReturned]).toEqual(['succeeded', 3, true])
      expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
    },
  )

  test('A payment by credit card keeps its fee', async () => {
    const { intentId } = await charged('pm_card_visa')
    await syncPayment(intentId)
    expect(await returned(intentId)).toEqual([])
  })

  test.each(['timeout_before', 'timeout_after', 500] as const)(
    'A fee is refunded later if the provider fails with %s',
    async (fault) => {
      const { intentId } = await charged('pm_card_visa_debit')
      sandbox.faults.failNext(fault, { path: /refunds$/, method: 'POST' })
      await expect(syncPayment(intentId, { callerRetries: true })).rejects.toThrow()
      await syncPayment(intentId)
      expect(await returned(intentId)).toEqual([300])
    },
  )

  test('A payment counts as paid even if the provider does not refund the fee', async () => {
    const { user, intentId } = await charged('pm_card_visa_debit')
    sandbox.faults.failNext(500, { path: /refunds$/, method: 'POST' })
    expect(await syncPayment(intentId)).toMatchObject({ outcome: 'synced', status: 'paid' })
    expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
  })

  test('An order keeps its fee rule, whatever the office sets later', async () => {
    const [credit, debit] = [await charged('pm_card_visa'), await charged('pm_card_visa_debit')]
    await feeFor('all_cards', 0)
    const later = await charged('pm_card_visa_debit')
    for (const { intentId } of [credit, debit, later]) await syncPayment(intentId)
    expect(await returned(credit.intentId)).toEqual([])
    expect(await returned(debit.intentId)).toEqual([300])
    expect(await returned(later.intentId)).toEqual([])
  })

  test('A payment that the office has partly refunded is left to the office', async () => {
    const { intentId } = await charged('pm_card_visa_debit')
    await provider.stripe.refunds.create({ payment_intent: intentId, amount: 5_150 })
    await syncPayment(intentId)
    expect(await returned(intentId)).toEqual([5_150])
  })

  test('A fee whose refund fails twice becomes the office’s task, and the office sends it again', async () => {
    const { user, intentId } = await charged('pm_card_visa_debit')
    sandbox.faults.failNextRefund(1)
    sandbox.faults.failNextRefund(1)
    for (let tries = 1; tries <= 3; tries++) {
      await syncPayment(intentId)
      await sandbox.flush()
    }
    const [issue] = await openIssues(user.id)
    expect(issue).toMatchObject({ kind: 'fee-owed', amount: 300 })
    expect(await refundAgain((await admin()).id, issue!.id)).toBe(300)
    expect(await openIssues(user.id)).toEqual([])
    expect(await rowOf(intentId)).toMatchObject({ feeReturned: true })
    await syncPayment(intentId)
    expect((await returned(intentId)).length).toBe(3)
  })

  test('The rest of a fee beside a partial refund by the office becomes the office’s task', async () => {
    const { user, intentId } = await charged('pm_card_visa_debit')
    await provider.stripe.refunds.create({ payment_intent: intentId, amount: 5_150 })
    await syncPayment(intentId)
    const [issue] = await openIssues(user.id)
    expect(issue).toMatchObject({ kind: 'fee-owed', amount: 150 })
    const office = await admin()
    await refundAgain(office.id, issue!.id)
    expect(await openIssues(user.id)).toEqual([])
    const { id } = await rowOf(intentId)
    expect(await refundPayment(office.id, id, { part: 5_000, version: '5000' })).toBe(5_000)
    expect((await returned(intentId)).reduce((sum, amount) => sum + amount)).toBe(10_300)
  })

  test('A payment whose fee was refunded is refunded without a fee, to the cent', async () => {
    const { user, intentId } = await charged('pm_card_visa_debit')
    await syncPayment(intentId)
    const [office, { id }] = [await admin(), await rowOf(intentId)]
    expect(await refundPayment(office.id, id, { part: 5_000, version: '0' })).toBe(5_000)
    expect(await findRefundable(id)).toMatchObject({ refundable: 5_000, amountRefunded: 5_000 })
    expect(await refundPayment(office.id, id, { part: 5_000, version: '5000' })).toBe(5_000)
    expect((await returned(intentId)).reduce((sum, amount) => sum + amount)).toBe(10_300)
    expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(0)
  })
})

test('A debit card pays a fee that is for all cards', async () => {
  await feeFor('all_cards')
  const { intentId } = await charged('pm_card_visa_debit')
  await syncPayment(intentId)
  expect(await returned(intentId)).toEqual([])
  await feeFor('credit_cards')
  await syncPayment(intentId)
  expect(await returned(intentId)).toEqual([])
})

describe('A subscription while the fee is for credit cards only', () => {
  const monthlyFee = async (userId: string) =>
    Number((await prisma.subscription.findFirstOrThrow({ where: { userId } })).fee)

  test('A subscription by debit card has no fee until a credit card pays it', async () => {
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

  test('The fee of a month is refunded if a debit card finally paid it', async () => {
    const user = await payingRider(provider, 'pm_card_chargeCustomerFail')
    expect(await createSubscription(user.id, await monthlyPurchase(await basic()))).toMatchObject({ state: 'payment' })
    const intentId = (await openInvoiceSecret(user.id))!.replace(/_secret_.*/, '')
    await payWith(provider, intentId, 'pm_card_visa_debit')
    await syncPayment(intentId)
    await syncPayment(intentId)
    expect(await returned(intentId)).toEqual([300])
    expect((await allowanceOf(user.id, today())).lessons.allowed).toBe(4)
  })

  test('A subscription keeps its fee when another card under the same rule pays', async () => {
    const user = await payingRider(provider)
    await feeFor('credit_cards', 0)
    await createSubscription(user.id, await monthlyPurchase(await basic()))
    await feeFor('credit_cards', 300)
    await setDefaultMethod(user.id, await saveMethod(provider, user.id, 'pm_card_mastercard'))
    expect(await monthlyFee(user.id)).toBe(0)
  })
})
