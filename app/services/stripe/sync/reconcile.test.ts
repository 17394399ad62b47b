import { beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as reconcileNow } from '~/routes/office/payments/reconcile'
import { buy, type StartedPayment } from '~/services/stripe/payments.server'
import { createSubscription } from '~/services/stripe/subscription/subscriptions.server'
import { addMonths, monthStart } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, signedIn } from '../../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider, payWith } from '../../../../test/payments'
import { reconcilePayments } from './reconcile.server'

const { sandbox, provider, goTo } = openTestProvider()
const _ZONE = 'America/New_York'
let begin = '2027-01-10'

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  goTo(begin)
  begin = addMonths(begin, 6)
})

const lessons = async (userId: string) => (await allowanceOf(userId, today())).lessons.allowed

describe('Reconciliation without events', () => {
  test('The job finds a payment, and the refund that the provider made', async () => {
    const user = await rider()
    const { paymentIntentId } = (await buy(user.id, await monthlyPurchase())) as StartedPayment
    await payWith(provider, paymentIntentId)
    await reconcilePayments(0)
    expect(await lessons(user.id)).toBe(4)
    await provider.stripe.refunds.create({ payment_intent: paymentIntentId })
    await reconcilePayments(0)
    expect(await lessons(user.id)).toBe(0)
  })

  test('The job finds three months of a subscription at once, and its end', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    for (let month = 0; month < 3; month++) {
      goTo(`${addMonths(monthStart(today()), 1).slice(0, 8)}02`)
      await sandbox.idle()
    }
    expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(1)
    await reconcilePayments(0)
    expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(4)
    expect(await prisma.paymentTransaction.count({ where: { userId: user.id, status: 'succeeded' } })).toBe(4)
    const { stripeSubscriptionId } = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
    await provider.stripe.subscriptions.cancel(stripeSubscriptionId!)
    await reconcilePayments(0)
    expect(await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })).toMatchObject({
      status: 'canceled',
    })
  })

  test('The job finds that the bank payment of a month failed', async () => {
    const user = await payingRider(provider, 'pm_usBankAccount_insufficientFunds')
    await createSubscription(user.id, await monthlyPurchase({ method: 'us_bank_account' }))
    expect(await allowanceOf(user.id, today())).toMatchObject({ clearing: true, lessons: { allowed: 4 } })
    await sandbox.flush()
    await reconcilePayments(0)
    expect(await lessons(user.id)).toBe(0)
  })
})

describe('A subscription whose creation was not answered', () => {
  const loseAnswers = (kind: 'timeout_before' | 'timeout_after') => {
    for (let i = 0; i < 3; i++) sandbox.faults.failNext(kind, { method: 'POST', path: /subscriptions$/ })
  }
  const rowOf = (userId: string) => prisma.subscription.findFirstOrThrow({ where: { userId } })

  test('The job takes up a subscription that the provider made', async () => {
    const user = await payingRider(provider)
    loseAnswers('timeout_after')
    await expect(createSubscription(user.id, await monthlyPurchase())).rejects.toMatchObject({ status: 503 })
    expect(await lessons(user.id)).toBe(0)
    await prisma.subscription.updateMany({ where: { userId: user.id }, data: { createdAt: new Date(0) } })
    await reconcilePayments(0)
    expect(await rowOf(user.id)).toMatchObject({ status: 'active' })
    expect(await lessons(user.id)).toBe(4)
  })

  test('The job gives the place back after ten minutes if the provider made none', async () => {
    const user = await payingRider(provider)
    loseAnswers('timeout_before')
    await expect(createSubscription(user.id, await monthlyPurchase())).rejects.toMatchObject({ status: 503 })
    await expect(createSubscription(user.id, await monthlyPurchase())).rejects.toMatchObject({ status: 409 })
    await prisma.subscription.updateMany({ where: { userId: user.id }, data: { createdAt: new Date(0) } })
    await reconcilePayments(0)
    expect(await rowOf(user.id)).toMatchObject({ status: 'incomplete_expired' })
    expect(await createSubscription(user.id, await monthlyPurchase())).toEqual({ state: 'done' })
  })
})

describe('The button for reconciliation', () => {
  test('The office compares now; families may not', async () => {
    const user = await rider()
    const { paymentIntentId } = (await buy(user.id, await monthlyPurchase())) as StartedPayment
    await payWith(provider, paymentIntentId)
    const family = await signedIn(user)
    expect((await family.post(reconcileNow, '/payments/reconcile', {})).status).toBe(403)
    const office = await signedIn(await admin())
    await office.post(reconcileNow, '/payments/reconcile', {})
    expect((await office.page()).toast).toMatchObject({ title: 'Payments compared with the provider' })
    expect(await lessons(user.id)).toBe(4)
  })
})
