import type Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import type { OrderRequest } from '~/models/money/payments/order.server'
import { grantIssue } from '~/models/money/refunds/payment-issues.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { loader } from '~/routes/portal/pay/onetime/onetime'
import { action as subscribeAction } from '~/routes/portal/purchase/purchase'
import { fromDbDate, monthEnd } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, signedIn } from '../../../../test/factories'
import {
  monthlyPurchase,
  openOrder,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
} from '../../../../test/payments'
import { closeOrder } from './close-order.server'
import { buy, pay, type StartedPayment, startCheckout } from './payments.server'

const { sandbox, provider, goTo } = openTestProvider()
const urls = { success: 'http://stirrup.test/ok', cancel: 'http://stirrup.test/back' }

let year = 2024
beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  goTo(`${++year}-01-31`, 21)
})

async function ordered(part: Partial<OrderRequest> = {}) {
  const placed = await openOrder(part)
  return { ...placed, intent: () => provider.stripe.paymentIntents.retrieve(placed.paymentIntentId) }
}

const daysOf = (grant: { status: string; lessons: number; validFrom: Date; validTo: Date }) => [
  grant.status,
  grant.lessons,
  fromDbDate(grant.validFrom),
  fromDbDate(grant.validTo),
]

async function failByBank({ payment }: { payment: StartedPayment }) {
  await payWith(provider, payment.paymentIntentId, 'pm_usBankAccount_insufficientFunds')
  await syncPayment(payment.paymentIntentId)
  await sandbox.flush()
  await syncPayment(payment.paymentIntentId)
}

describe('A purchase for a month that is over', () => {
  test('An open payment page leads back to the shop after the month, and can no longer be used to pay', async () => {
    const { user, payment, reload, intent } = await ordered()
    goTo(`${year}-02-02`)
    const family = await signedIn(user)
    const link = `/payment-onetime?client_secret=${payment.clientSecret}&payment_intent_id=${payment.paymentIntentId}`
    const { headers } = await family.get(loader, link)
    expect(headers.get('Location')).toMatch(/^\/purchase\?package=\d+&addon-\d+=2&start=this-month/)
    expect((await family.page()).toast).toMatchObject({
      description: `This purchase was for January ${year}, which is over, so you can’t pay for it anymore. Nothing was charged. Please start over.`,
    })
    expect([(await intent()).status, (await reload()).status]).toEqual(['canceled', 'canceled'])
    await expect(payWith(provider, payment.paymentIntentId)).rejects.toThrow()
    const { headers: byNumber } = await family.get(loader, `/payment-onetime?order=${(await reload()).id}`)
    expect(byNumber.get('Location')).toMatch(/^\/purchase\?package=/)
  })

  test('A form sent again in the next month buys nothing for the old one', async () => {
    const { user, purchase } = await ordered()
    goTo(`${year}-02-02`)
    await expect(buy(user.id, purchase)).rejects.toMatchObject({ name: 'OrderClosed', status: 409 })
    const fields = { package: String(await packageId()), start: 'this-month', method: 'card', paymentType: 'one-time' }
    goTo(`${year}-02-28`)
    const family = await signedIn(user)
    const send = () => family.post(subscribeAction, '/purchase', { ...fields, nonce: purchase.nonce })
    expect((await send()).headers.get('Location')).toMatch(/^\/payment-onetime/)
    goTo(`${year}-03-01`)
    expect((await send()).headers.get('Location')).toBe(
      `/purchase?package=${fields.package}&start=this-month&method=card&paymentType=one-time`,
    )
  })

  test('The provider’s page of an order is closed along with it', async () => {
    const { order, reload } = await ordered()
    await startCheckout(order, urls)
    goTo(`${year}-02-01`)
    await expect(startCheckout(await reload(), urls)).rejects.toMatchObject({ name: 'OrderClosed' })
    const session = await provider.stripe.checkout.sessions.retrieve((await reload()).stripeCheckoutSessionId!)
    expect([session.status, (await reload()).status]).toEqual(['expired', 'canceled'])
  })

  test('A purchase whose bank payment failed can be paid for 60 days after its month', async () => {
    const { payment, reload, intent } = await ordered({ method: 'us_bank_account' })
    await failByBank({ payment })
    goTo(`${year}-02-20`)
    expect(await pay(await reload())).toMatchObject({ paymentIntentId: payment.paymentIntentId })
    goTo(`${year}-04-03`)
    await expect(pay(await reload())).rejects.toMatchObject({ name: 'OrderClosed' })
    expect((await intent()).status).toBe('canceled')
  })

  test('A payment made while its order is closed needs review, and the office can grant it for the month of the payment', async () => {
    const { user, payment, order, reload } = await ordered()
    goTo(`${year}-02-01`)
    const { paymentIntents } = provider.stripe
    const cancel = paymentIntents.cancel.bind(paymentIntents)
    paymentIntents.cancel = async (...args) => {
      await payWith(provider, payment.paymentIntentId)
      return cancel(...args)
    }
    await closeOrder(order)
    paymentIntents.cancel = cancel
    expect((await reload()).status).toBe('paid')
    expect(await prisma.grant.count({ where: { userId: user.id } })).toBe(0)
    expect(await pay(order)).toEqual({ paymentIntentId: payment.paymentIntentId, paid: true })
    const [issue] = await openIssues(user.id)
    expect(issue).toMatchObject({ kind: 'month-over', amount: 31_827, refundableId: expect.any(Number) })
    await grantIssue((await admin()).id, issue!.id)
    await syncPayment(payment.paymentIntentId)
    expect(await openIssues(user.id)).toEqual([])
    const grants = await prisma.grant.findMany({ where: { userId: user.id } })
    expect(grants.map(daysOf)).toEqual([['active', 4, `${year}-02-01`, monthEnd(`${year}-02-01`)]])
  })
})

test('The order of a subscription cannot be paid a second time by its ID', async () => {
  const user = await payingRider(provider)
  await createSubscription(user.id, await monthlyPurchase())
  const { orderId } = await prisma.subscription.findFirstOrThrow({ where: { userId: user.id } })
  const family = await signedIn(user)
  const { status, body } = await family.get(loader, `/payment-onetime?order=${orderId}`)
  expect([status, body]).toEqual([404, { state: 'invalid' }])
})

describe('An order that is paid by a payment that it did not create', () => {
  /** Pays again as someone at the school does in the provider's dashboard, while another payment is open. */
  async function payAgain(intent: () => Promise<Stripe.PaymentIntent>, amount?: number) {
    const { customer, metadata, description, currency, ...waiting } = await intent()
    const again = { currency, customer: String(customer), metadata, description: description ?? undefined }
    const { id } = await provider.stripe.paymentIntents.create({ ...again, amount: amount ?? waiting.amount })
    await payWith(provider, id)
    return id
  }

  test('The order’s own payment can’t be paid anymore, even if its customer is deleted before we learn of it', async () => {
    for (const isDeleted of [false, true]) {
      const { order, reload, intent } = await ordered()
      const paid = await payAgain(intent)
      if (isDeleted) await provider.stripe.customers.del(String((await intent()).customer))
      await syncPayment(paid)
      expect([(await intent()).status, (await reload()).status]).toEqual(['canceled', 'paid'])
      expect((await reload()).stripePaymentIntentId).toBe(paid)
      expect(await pay(order)).toEqual({ paymentIntentId: paid, paid: true })
    }
  })

  test('The order’s own pending debit, once it fails, can’t be tried again', async () => {
    const { payment, reload, intent } = await ordered({ method: 'us_bank_account' })
    const paid = await payAgain(intent)
    await payWith(provider, payment.paymentIntentId, 'pm_usBankAccount_insufficientFunds')
    await syncPayment(paid)
    expect((await intent()).status).toBe('processing')
    await sandbox.flush()
    await syncPayment(payment.paymentIntentId)
    expect((await intent()).status).toBe('canceled')
    expect(await reload()).toMatchObject({ stripePaymentIntentId: paid })
  })

  test('The order’s Checkout page is closed', async () => {
    const { order, reload, intent } = await ordered()
    await startCheckout(order, urls)
    await syncPayment(await payAgain(intent))
    const session = await provider.stripe.checkout.sessions.retrieve((await reload()).stripeCheckoutSessionId!)
    expect([session.status, (await reload()).status]).toEqual(['expired', 'paid'])
  })

  test('The order’s own payment stays open as long as the other one needs review, and is closed when the office grants that one', async () => {
    const { user, reload, intent } = await ordered()
    await syncPayment(await payAgain(intent, 30_000))
    expect([(await intent()).status, (await reload()).status]).toEqual(['requires_payment_method', 'pending'])
    const [issue] = await openIssues(user.id)
    await grantIssue((await admin()).id, issue!.id)
    expect([(await intent()).status, (await reload()).status]).toEqual(['canceled', 'paid'])
  })
})
