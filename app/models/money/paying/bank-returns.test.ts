import { beforeEach, describe, expect, test } from 'vitest'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { grantsWhileClearing } from '~/models/money/payments/bank-return.server'
import { findOrder, findOwnOrder } from '~/models/money/payments/order.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader } from '~/routes/portal/pay/onetime/onetime'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider, signedIn } from '../../../../test/factories'
import { addOnId, monthlyPurchase, openTestProvider, packageId, payWith, saveMethod } from '../../../../test/payments'
import { buy, pay, type StartedPayment, startCheckout } from './payments.server'

const { sandbox, provider, goToInstant } = openTestProvider()
const urls = { success: 'http://stirrup.test/ok', cancel: 'http://stirrup.test/back' }
const DAY_MS = 24 * 60 * 60 * 1000

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
})

/** Opens a bank payment. Of two orders of the same things only the last can be paid, so `hacks` tells them apart. */
async function order(userId: string, hacks = 1) {
  const items = [
    { type: 'package' as const, id: await packageId(), quantity: 1 },
    { type: 'addon' as const, id: await addOnId(), quantity: hacks },
  ]
  const payment = (await buy(userId, await monthlyPurchase({ items, method: 'us_bank_account' }))) as StartedPayment
  const { id } = (await findOwnOrder(userId, { stripePaymentIntentId: payment.paymentIntentId }))!
  return { ...payment, reload: async () => (await findOrder(id))! }
}

async function debit(intentId: string, token = 'pm_usBankAccount_insufficientFunds') {
  await payWith(provider, intentId, token)
  return syncPayment(intentId)
}

async function come(intentId: string) {
  await sandbox.flush()
  return syncPayment(intentId)
}

/** Creates a family one of whose bank payments was returned. */
async function afterReturn() {
  const user = await rider()
  const { paymentIntentId } = await order(user.id)
  await debit(paymentIntentId)
  await come(paymentIntentId)
  return user
}

const statuses = async (userId: string) => {
  const grants = await prisma.grant.findMany({ where: { userId }, orderBy: { id: 'asc' }, select: { status: true } })
  return grants.map(({ status }) => status)
}

describe('A family whose bank payment was returned', () => {
  test('After a return the next bank payment gives lessons only once it is through', async () => {
    const user = await afterReturn()
    const { paymentIntentId } = await order(user.id)
    expect(await debit(paymentIntentId, 'pm_usBankAccount_success')).toMatchObject({ status: 'processing' })
    expect(await statuses(user.id)).toEqual(['withdrawn'])
    const mail = await prisma.outboxEmail.findFirstOrThrow({
      where: { dedupeKey: { startsWith: `bank-submitted:${paymentIntentId}` } },
    })
    expect(mail.text).toContain(
      "Because an earlier bank payment was returned, you'll get your lessons once this one goes through.",
    )
    expect(await come(paymentIntentId)).toMatchObject({ status: 'paid' })
    expect(await statuses(user.id)).toEqual(['withdrawn', 'active'])
  })

  test('After a return the same payment, tried again, gives lessons only once it is through', async () => {
    const user = await rider()
    const { paymentIntentId } = await order(user.id)
    await debit(paymentIntentId)
    expect(await statuses(user.id)).toEqual(['clearing'])
    await come(paymentIntentId)
    await debit(paymentIntentId, 'pm_usBankAccount_success')
    expect(await statuses(user.id)).toEqual(['withdrawn'])
    await come(paymentIntentId)
    expect(await statuses(user.id)).toEqual(['active'])
  })

  test('After 60 days the family’s bank payments give lessons at once again', async () => {
    const user = await afterReturn()
    expect(await grantsWhileClearing(prisma, user.id)).toBe(false)
    goToInstant(now().getTime() + 61 * DAY_MS)
    expect(await grantsWhileClearing(prisma, user.id)).toBe(true)
  })

  test('After three failed bank payments, for whichever orders, the family can no longer pay by bank', async () => {
    const user = await rider()
    const orders = [await order(user.id, 1), await order(user.id, 2), await order(user.id, 3), await order(user.id, 4)]
    for (const { paymentIntentId } of orders.slice(0, 3)) {
      await debit(paymentIntentId)
      await come(paymentIntentId)
    }
    const last = orders[3]!
    const refused = { code: 'bank_refused', message: expect.stringContaining('Please pay by card') }
    await expect(order(user.id)).rejects.toMatchObject(refused)
    await expect(last.reload().then(pay)).rejects.toMatchObject(refused)
    await expect(last.reload().then((open) => startCheckout(open, urls))).rejects.toMatchObject(refused)
    await expect(last.reload().then(pay)).rejects.toMatchObject(refused)
    const family = await signedIn(user)
    const link = `/payment-onetime?client_secret=${orders[0]?.clientSecret}&payment_intent_id=${orders[0]?.paymentIntentId}`
    const { status, body } = await family.get(loader, link)
    expect([status, body]).toMatchObject([409, { state: 'refused', byCard: true }])
    expect(await buy(user.id, await monthlyPurchase())).toMatchObject({ clientSecret: expect.any(String) })
  })

  test('After a dispute the family can no longer pay by bank', async () => {
    const user = await rider()
    const { paymentIntentId } = await order(user.id)
    await debit(paymentIntentId, 'pm_usBankAccount_success')
    await come(paymentIntentId)
    const intent = await provider.stripe.paymentIntents.retrieve(paymentIntentId)
    sandbox.openDispute(intent.latest_charge as string)
    await syncPayment(paymentIntentId)
    goToInstant(now().getTime() + 90 * DAY_MS)
    const refused = { code: 'bank_refused', message: expect.stringContaining('Please pay by card') }
    await expect(order(user.id)).rejects.toMatchObject(refused)
    const monthly = await monthlyPurchase({ method: 'us_bank_account' })
    await expect(createSubscription(user.id, monthly)).rejects.toMatchObject(refused)
    const bank = await saveMethod(provider, user.id, 'pm_usBankAccount_success')
    await expect(setDefaultMethod(user.id, bank)).rejects.toMatchObject(refused)
    expect(await grantsWhileClearing(prisma, user.id)).toBe(false)
  })

  test('A debit returned for insufficient funds after it was paid is remembered for 60 days, and bans nobody', async () => {
    const user = await rider()
    const { paymentIntentId } = await order(user.id)
    await debit(paymentIntentId, 'pm_usBankAccount_success')
    await come(paymentIntentId)
    const intent = await provider.stripe.paymentIntents.retrieve(paymentIntentId)
    sandbox.openDispute(intent.latest_charge as string, 'insufficient_funds')
    await syncPayment(paymentIntentId)
    expect(await prisma.grant.count({ where: { userId: user.id, status: { in: ['active', 'clearing'] } } })).toBe(0)
    expect(await grantsWhileClearing(prisma, user.id)).toBe(false)
    expect(await order(user.id)).toMatchObject({ paymentIntentId: expect.any(String) })
    goToInstant(now().getTime() + 61 * DAY_MS)
    expect(await grantsWhileClearing(prisma, user.id)).toBe(true)
  })
})
