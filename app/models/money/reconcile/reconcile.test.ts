import { beforeEach, describe, expect, test, vi } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as reconcileButton } from '~/routes/office/payments/reconcile'
import { addDays, addMonths, monthStart } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, signedIn } from '../../../../test/factories'
import {
  endSubscriptions,
  lessonsOf,
  monthlyPurchase,
  openOrder,
  openTestProvider,
  payingRider,
  payWith,
} from '../../../../test/payments'
import { reconcileNow, reconcilePayments } from './reconcile.server'

const { sandbox, provider, goTo, goToNextMonth } = openTestProvider()
// The job processes all families of this file.
vi.setConfig({ testTimeout: 60_000 })
let begin = '2027-01-10'

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  // The job processes everything that is open, including what earlier tests left.
  await endSubscriptions(provider)
  await prisma.$executeRaw`TRUNCATE orders, subscriptions, payment_transactions CASCADE`
  goTo(begin)
  begin = addMonths(begin, 6)
})

describe('Reconciliation without events', () => {
  test('The job finds a payment, and the refund that the provider made', async () => {
    const { user, paymentIntentId } = await openOrder()
    await payWith(provider, paymentIntentId)
    await reconcilePayments(0)
    expect(await lessonsOf(user.id)).toBe(4)
    await provider.stripe.refunds.create({ payment_intent: paymentIntentId })
    await reconcilePayments(0)
    expect(await lessonsOf(user.id)).toBe(0)
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
    expect(await lessonsOf(user.id)).toBe(0)
  })
})

describe('What the job finds however late', () => {
  const daysOn = (days: number) => goTo(addDays(today(), days))

  test('The job grants a purchase that was declined, then paid days later through its link, though every event was lost', async () => {
    const { user, paymentIntentId } = await openOrder()
    await payWith(provider, paymentIntentId, 'pm_card_chargeDeclined').catch(() => {})
    await syncPayment(paymentIntentId)
    for (let day = 0; day < 6; day++) {
      daysOn(1)
      await reconcilePayments(0)
    }
    await payWith(provider, paymentIntentId)
    await reconcilePayments(0)
    expect(await lessonsOf(user.id)).toBe(4)
  })

  test('A charge is found through the provider’s list though our order shows nothing', async () => {
    const { user, paymentIntentId } = await openOrder()
    await reconcilePayments(0)
    await prisma.order.updateMany({ where: { userId: user.id }, data: { status: 'canceled' } })
    daysOn(5)
    await payWith(provider, paymentIntentId)
    await reconcilePayments(0)
    expect(await lessonsOf(user.id)).toBe(4)
  })

  test('A refund that fails after five days restores the lessons, though its event was lost', async () => {
    const { user, paymentIntentId } = await openOrder()
    await payWith(provider, paymentIntentId)
    await syncPayment(paymentIntentId)
    const refund = await provider.stripe.refunds.create({ payment_intent: paymentIntentId })
    for (let day = 0; day < 5; day++) {
      await reconcilePayments(0)
      daysOn(1)
    }
    expect(await lessonsOf(user.id)).toBe(0)
    sandbox.failRefund(refund.id)
    await reconcilePayments(0)
    expect(await lessonsOf(user.id)).toBe(4)
    const [row] = await prisma.paymentTransaction.findMany({ where: { userId: user.id } })
    expect([row?.status, Number(row?.amountRefunded)]).toEqual(['succeeded', 0])
  })

  test('A month that is paid after its subscription ended is granted', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const broken = await provider.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: stripeCustomerId!,
    })
    const { stripeSubscriptionId } = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
    await provider.stripe.subscriptions.update(stripeSubscriptionId!, { default_payment_method: broken.id })
    await goToNextMonth()
    await reconcilePayments(0)
    expect(await lessonsOf(user.id)).toBe(0)
    await provider.stripe.subscriptions.cancel(stripeSubscriptionId!)
    for (let day = 0; day < 20; day += 5) {
      daysOn(5)
      await reconcilePayments(0)
    }
    const { data } = await provider.stripe.invoices.list({ customer: stripeCustomerId!, status: 'open' })
    const payments = await provider.stripe.invoicePayments.list({ invoice: data[0]!.id })
    await payWith(provider, String(payments.data[0]!.payment.payment_intent))
    await reconcilePayments(0)
    expect(await lessonsOf(user.id)).toBe(4)
  })

  test('An order that nobody paid in its month is closed at the provider, and not requested again', async () => {
    const { user, paymentIntentId } = await openOrder()
    await reconcilePayments(0)
    await goToNextMonth()
    await reconcilePayments(0)
    expect((await provider.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled')
    expect(await prisma.order.findFirst({ where: { userId: user.id } })).toMatchObject({ status: 'canceled' })
    const asked = vi.spyOn(provider.stripe.paymentIntents, 'retrieve')
    await reconcilePayments(0)
    expect(asked.mock.calls.flat()).not.toContain(paymentIntentId)
    asked.mockRestore()
  })

  test('After an incomplete run the next one looks back as far', async () => {
    const { user, paymentIntentId } = await openOrder()
    await reconcilePayments(0)
    await prisma.order.updateMany({ where: { userId: user.id }, data: { status: 'canceled' } })
    await payWith(provider, paymentIntentId)
    for (let day = 0; day < 4; day++) {
      for (let tries = 0; tries < 3; tries++)
        sandbox.faults.failNext(500, { method: 'GET', path: new RegExp(paymentIntentId) })
      expect((await reconcilePayments(0)).failed).toBe(1)
      daysOn(1)
    }
    expect(await reconcilePayments(0)).toMatchObject({ failed: 0 })
    expect(await lessonsOf(user.id)).toBe(4)
  })

  test('Two people who press the button at once share one run', async () => {
    const [one, two] = await Promise.all([reconcileNow(), reconcileNow()])
    expect(one).toBe(two)
    expect(await reconcileNow()).not.toBe(one)
  })

  test('If a run takes long, the office is told so, and the run continues', async () => {
    const { user, paymentIntentId } = await openOrder()
    await payWith(provider, paymentIntentId)
    const office = await signedIn(await admin())
    sandbox.faults.latency = [1_200, 1_200]
    const { status } = await office.post(reconcileButton, '/payments/reconcile', {})
    sandbox.faults.latency = [0, 0]
    expect(status).toBe(302)
    expect((await office.page()).toast).toMatchObject({ title: 'Still syncing' })
    await expect.poll(() => lessonsOf(user.id)).toBe(4)
    await reconcileNow()
  })
})

describe('A subscription whose creation was not answered', () => {
  const loseAnswers = (kind: 'timeout_before' | 'timeout_after') => {
    for (let i = 0; i < 3; i++) sandbox.faults.failNext(kind, { method: 'POST', path: /subscriptions$/ })
  }
  const rowOf = (userId: string) => prisma.subscription.findFirstOrThrow({ where: { userId } })

  test('The job adopts a subscription that the provider created', async () => {
    const user = await payingRider(provider)
    loseAnswers('timeout_after')
    await expect(createSubscription(user.id, await monthlyPurchase())).rejects.toMatchObject({ status: 503 })
    expect(await lessonsOf(user.id)).toBe(0)
    await prisma.subscription.updateMany({ where: { userId: user.id }, data: { createdAt: new Date(0) } })
    await reconcilePayments(0)
    expect(await rowOf(user.id)).toMatchObject({ status: 'active' })
    expect(await lessonsOf(user.id)).toBe(4)
  })

  test('The job frees the place after ten minutes if the provider created none', async () => {
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
  test('Only the office can reconcile now', async () => {
    const { user, paymentIntentId } = await openOrder()
    await payWith(provider, paymentIntentId)
    const family = await signedIn(user)
    expect((await family.post(reconcileButton, '/payments/reconcile', {})).status).toBe(403)
    const office = await signedIn(await admin())
    await office.post(reconcileButton, '/payments/reconcile', {})
    // On a busy machine the page says so after 2.5 seconds and goes on.
    expect((await office.page()).toast?.title).toMatch(/^(Payments synced|Still syncing)$/)
    await expect.poll(() => lessonsOf(user.id)).toBe(4)
  })
})
