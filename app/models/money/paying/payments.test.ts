import { beforeEach, describe, expect, test, vi } from 'vitest'
import { inLanguage } from '#text'
import { findOwnOrder, type Order } from '~/models/money/payments/order.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { markOf } from '~/models/money/payments/provider/our-mark.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { cancelIntent } from '~/services/stripe/end-payment.server'
import { formatMonth } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider } from '../../../../test/factories'
import { monthlyPurchase, openOrder, openTestProvider, payWith } from '../../../../test/payments'
import { buy, pay, type StartedPayment, startCheckout, syncCheckout } from './payments.server'

const { sandbox, provider } = openTestProvider()

const grantsOf = (userId: string) => prisma.grant.findMany({ where: { userId }, include: { addOns: true } })
const chargesOf = async (userId: string) => {
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  const { data } = await provider.stripe.charges.list({ customer: stripeCustomerId!, limit: 100 })
  return data.filter((charge) => charge.status !== 'failed')
}

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
})

describe('Buying by card', () => {
  test('The server prices the order, with the fee, and requests that total from the provider', async () => {
    const { payment, order } = await openOrder()
    expect(order).toMatchObject({ subtotal: 30_900, fee: 927, total: 31_827, status: 'pending' })
    const intent = await provider.stripe.paymentIntents.retrieve(payment.paymentIntentId)
    expect(intent).toMatchObject({ amount: 31_827, currency: 'usd', payment_method_types: ['card'] })
    expect(intent.metadata).toEqual(await markOf(order))
  })

  test('The provider gets English from a family that reads Spanish', async () => {
    const { payment } = await inLanguage('es', () => openOrder())
    const { description } = await provider.stripe.paymentIntents.retrieve(payment.paymentIntentId)
    expect(description).toBe(`Package 1 - Basic, Hack × 2 (${formatMonth(today())})`)
  })

  test('A paid order grants the package and the add-ons, and keeps the receipt', async () => {
    const { user, payment, order } = await openOrder()
    await payWith(provider, payment.paymentIntentId)
    expect(await syncPayment(payment.paymentIntentId)).toMatchObject({ outcome: 'synced', status: 'paid' })
    const [grant, ...others] = await grantsOf(user.id)
    expect(others).toEqual([])
    expect(grant).toMatchObject({ lessons: 4, makeupLessons: 1, hacks: 0, status: 'active', orderId: order.id })
    expect(grant?.addOns).toMatchObject([{ quantity: 2, credit: 'hack', status: 'active' }])
    const transaction = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
    expect(transaction).toMatchObject({
      status: 'succeeded',
      paymentMethod: 'Visa •••• 4242',
      customerEmail: user.email,
    })
    expect(transaction.amount.toFixed(2)).toBe('318.27')
    expect(transaction.fee.toFixed(2)).toBe('9.27')
    expect(transaction.receiptUrl).toMatch(/^http:\/\/stirrup\.test\/sandbox\/stripe\//)
  })

  test('An order is granted once while webhook, confirm call, return page and job run at the same time', async () => {
    sandbox.faults.events = 'double'
    const { user, payment } = await openOrder()
    await payWith(provider, payment.paymentIntentId)
    const confirms = Array.from({ length: 8 }, () => syncPayment(payment.paymentIntentId))
    await Promise.all([...confirms, sandbox.idle(), reconcilePayments(0)])
    await sandbox.flush()
    expect(await grantsOf(user.id)).toHaveLength(1)
    expect(await chargesOf(user.id)).toHaveLength(1)
    expect(await prisma.paymentTransaction.count({ where: { userId: user.id } })).toBe(1)
  })

  test('Ten clicks at once make one order and one intent', async () => {
    const user = await rider()
    const purchase = await monthlyPurchase()
    const payments = await Promise.all(Array.from({ length: 10 }, () => buy(user.id, purchase)))
    expect(new Set(payments.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(1)
    expect(await prisma.order.count({ where: { userId: user.id } })).toBe(1)
  })

  test('A changed choice on the same form is another order', async () => {
    const user = await rider()
    const purchase = await monthlyPurchase()
    const first = await buy(user.id, purchase)
    const second = await buy(user.id, { ...purchase, items: purchase.items.slice(0, 1) })
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId)
  })

  test('A payment that was made is not opened again', async () => {
    const user = await rider()
    const purchase = await monthlyPurchase()
    const payment = await buy(user.id, purchase)
    await payWith(provider, payment.paymentIntentId)
    await syncPayment(payment.paymentIntentId)
    expect(await buy(user.id, purchase)).toEqual({ paymentIntentId: payment.paymentIntentId, paid: true })
    expect(await chargesOf(user.id)).toHaveLength(1)
  })

  test('A declined card leaves the order unpaid, and another card can pay it', async () => {
    const { user, payment, order } = await openOrder()
    await expect(payWith(provider, payment.paymentIntentId, 'pm_card_chargeDeclined')).rejects.toMatchObject({
      code: 'card_declined',
    })
    expect(await syncPayment(payment.paymentIntentId)).toMatchObject({
      status: 'failed',
      message: 'Your card was declined.',
    })
    expect(await grantsOf(user.id)).toEqual([])
    expect(await pay((await findOwnOrder(user.id, { id: order.id }))!)).toMatchObject({
      paymentIntentId: payment.paymentIntentId,
    })
    await payWith(provider, payment.paymentIntentId)
    expect(await syncPayment(payment.paymentIntentId)).toMatchObject({ status: 'paid' })
    expect(await grantsOf(user.id)).toHaveLength(1)
  })

  test('An order keeps what was sold if the catalog changes before it is paid', async () => {
    const { user, payment } = await openOrder()
    await prisma.package.update({
      where: { name: 'Package 1 - Basic' },
      data: { price: '999.00', lessonsPerMonth: 1 },
    })
    await payWith(provider, payment.paymentIntentId)
    await syncPayment(payment.paymentIntentId)
    expect(await grantsOf(user.id)).toMatchObject([{ lessons: 4 }])
    await prisma.package.update({
      where: { name: 'Package 1 - Basic' },
      data: { price: '220.00', lessonsPerMonth: 4 },
    })
  })

  test('An order for something that is not for sale is refused', async () => {
    const user = await rider()
    await expect(
      buy(user.id, await monthlyPurchase({ items: [{ type: 'package', id: 999, quantity: 1 }] })),
    ).rejects.toThrow('no longer for sale')
  })
})

describe('The provider’s payment compared with our order', () => {
  test.each([
    ['amount', (order: Order) => ({ amount: order.total - 100 })],
    [
      'description of another order',
      (_: Order, other: Order) => ({
        metadata: { orderId: String(other.id), stirrup_order: '' },
      }),
    ],
  ])('A payment with another %s than its order grants nothing', async (_, change) => {
    const { order: other } = await openOrder()
    const { user, payment, order } = await openOrder()
    await provider.stripe.paymentIntents.update(payment.paymentIntentId, change(order, other))
    await payWith(provider, payment.paymentIntentId)
    expect(await syncPayment(payment.paymentIntentId)).toEqual({ outcome: 'needs-review' })
    expect(await grantsOf(user.id)).toEqual([])
  })

  test('A payment without an order is ignored', async () => {
    const intent = await provider.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })
    expect(await syncPayment(intent.id)).toEqual({ outcome: 'ignored' })
  })

  test('A payment is found without its event', async () => {
    const { user, payment } = await openOrder()
    await payWith(provider, payment.paymentIntentId)
    expect(await grantsOf(user.id)).toEqual([])
    await reconcilePayments(0)
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'active' }])
  })

  test('An intent whose answer was lost is found again, and no second one is made', async () => {
    const user = await rider()
    const purchase = await monthlyPurchase()
    const attempts = 3
    for (let i = 0; i < attempts; i++) {
      sandbox.faults.failNext('timeout_after', { method: 'POST', path: /payment_intents$/ })
    }
    await expect(buy(user.id, purchase)).rejects.toMatchObject({ status: 503 })
    const payment = await buy(user.id, purchase)
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const intents = await provider.stripe.paymentIntents.list({ customer: stripeCustomerId! })
    expect(intents.data.map(({ id }) => id)).toEqual([payment.paymentIntentId])
  })
})

describe('An order that is paid while another payment of it is opened', () => {
  const urls = { success: 'http://stirrup.test/payment-success', cancel: 'http://stirrup.test/' }

  /** Pays the order by an intent of another window, once the provider has created what is being opened. */
  function payMeanwhile(created: { create: (...args: never[]) => unknown }, order: Order): void {
    const create = created.create.bind(created)
    vi.spyOn(created, 'create').mockImplementationOnce(async (...args: never[]) => {
      const made = await create(...args)
      const { id } = await provider.stripe.paymentIntents.create({
        amount: order.total,
        currency: 'usd',
        customer: await ensureCustomer(order.userId),
        metadata: await markOf(order),
      })
      await payWith(provider, id)
      await syncPayment(id)
      return made
    })
  }

  test('A Checkout page of it is closed again', async () => {
    const { user, order, reload } = await openOrder()
    payMeanwhile(provider.stripe.checkout.sessions, order)
    expect(await startCheckout(order, urls)).toBeNull()
    const { data } = await provider.stripe.checkout.sessions.list({ customer: await ensureCustomer(user.id) })
    expect(data.map(({ status }) => status)).toEqual(['expired'])
    expect(await reload()).toMatchObject({ status: 'paid', stripeCheckoutSessionId: null })
  })

  test('The intent that paid it stays its payment', async () => {
    const { user, order, reload } = await openOrder()
    await cancelIntent(order.stripePaymentIntentId!)
    payMeanwhile(provider.stripe.paymentIntents, order)
    expect(await pay(await reload())).toMatchObject({ paid: true })
    const { data } = await provider.stripe.paymentIntents.list({ customer: await ensureCustomer(user.id) })
    expect(data.map(({ status }) => status).sort()).toEqual(['canceled', 'canceled', 'succeeded'])
    const paid = data.find(({ status }) => status === 'succeeded')
    expect(await reload()).toMatchObject({ status: 'paid', stripePaymentIntentId: paid?.id })
  })
})

describe('A provider with an internal error', () => {
  test('An internal error while a payment is opened does not block the same form for a day', async () => {
    const user = await rider()
    const purchase = await monthlyPurchase()
    sandbox.faults.failNext(500, { method: 'POST', path: /payment_intents$/ })
    const payment = await buy(user.id, purchase).catch(() => buy(user.id, purchase))
    await payWith(provider, payment.paymentIntentId)
    expect(await syncPayment(payment.paymentIntentId)).toMatchObject({ status: 'paid' })
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'active' }])
  })
})

describe('Paying by bank', () => {
  test('A bank payment costs no fee, grants at once as clearing, and is active once it went through', async () => {
    const { user, payment, order } = await openOrder({ method: 'us_bank_account' })
    expect(order).toMatchObject({ subtotal: 30_900, fee: 0, total: 30_900 })
    await payWith(provider, payment.paymentIntentId, 'pm_usBankAccount_success')
    expect(await syncPayment(payment.paymentIntentId)).toMatchObject({ status: 'processing' })
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'clearing', addOns: [{ status: 'clearing' }] }])
    await sandbox.flush()
    expect(await syncPayment(payment.paymentIntentId)).toMatchObject({ status: 'paid' })
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'active', addOns: [{ status: 'active' }] }])
  })

  test('A bank payment that fails withdraws its grant', async () => {
    const { user, payment } = await openOrder({ method: 'us_bank_account' })
    await payWith(provider, payment.paymentIntentId, 'pm_usBankAccount_insufficientFunds')
    await syncPayment(payment.paymentIntentId)
    await sandbox.flush()
    expect(await syncPayment(payment.paymentIntentId)).toMatchObject({ status: 'failed' })
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'withdrawn', addOns: [{ status: 'withdrawn' }] }])
  })
})

describe('A bank payment that fails', () => {
  test('A failed bank payment can be tried again twice', async () => {
    const { user, payment, order } = await openOrder({ method: 'us_bank_account' })
    const again = async () => pay((await findOwnOrder(user.id, { id: order.id }))!)
    for (let tries = 1; tries <= 3; tries++) {
      await payWith(provider, payment.paymentIntentId, 'pm_usBankAccount_insufficientFunds')
      await sandbox.flush()
      await syncPayment(payment.paymentIntentId)
      if (tries < 3) expect(await again()).toMatchObject({ paymentIntentId: payment.paymentIntentId })
    }
    await expect(again()).rejects.toThrow('failed three times')
    expect(await grantsOf(user.id)).toEqual([])
  })
})

describe('Paying on the provider’s page', () => {
  const urls = {
    success: 'http://stirrup.test/ok?session_id={CHECKOUT_SESSION_ID}',
    cancel: 'http://stirrup.test/back',
  }
  /** Fills in the page the way a browser without scripts does. */
  async function submitCheckout(address: string, number = '4242424242424242') {
    const html = await (await sandbox.handle(new Request(address))).text()
    const inputs = [...html.matchAll(/<input[^>]*name="([^"]*)"[^>]*>/g)]
    const fields = new URLSearchParams(
      inputs.map(([input, name = '']) => [name, /value="([^"]*)"/.exec(input)?.[1] ?? '']),
    )
    for (const [name, value] of [
      ['number', number],
      ['exp_month', '12'],
      ['exp_year', '2034'],
      ['cvc', '123'],
    ]) {
      fields.set(name!, value!)
    }
    return sandbox.handle(new Request(address, { method: 'POST', body: fields, redirect: 'manual' }))
  }

  test('Checkout pays the same order, and the form’s intent can no longer be paid', async () => {
    const { user, payment, order } = await openOrder()
    const address = await startCheckout(order, urls)
    await expect(payWith(provider, payment.paymentIntentId)).rejects.toThrow()
    expect((await submitCheckout(address!)).status).toBe(303)
    const { stripeCheckoutSessionId } = (await findOwnOrder(user.id, { id: order.id }))!
    expect(await syncCheckout(user.id, stripeCheckoutSessionId!)).toMatch(/^pi_/)
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'active', lessons: 4 }])
    expect(await chargesOf(user.id)).toMatchObject([{ amount: 31_827 }])
  })

  test('A Checkout session reveals nothing to another family', async () => {
    const { user, order } = await openOrder()
    await startCheckout(order, urls)
    const { stripeCheckoutSessionId } = (await findOwnOrder(user.id, { id: order.id }))!
    expect(await syncCheckout((await rider()).id, stripeCheckoutSessionId!)).toBeNull()
  })

  test('A family that returns to the form closes the Checkout page', async () => {
    const { user, order } = await openOrder()
    const address = await startCheckout(order, urls)
    const reopened = (await pay((await findOwnOrder(user.id, { id: order.id }))!)) as StartedPayment
    await submitCheckout(address!)
    await payWith(provider, reopened.paymentIntentId)
    await syncPayment(reopened.paymentIntentId)
    expect(await chargesOf(user.id)).toHaveLength(1)
    expect(await grantsOf(user.id)).toHaveLength(1)
  })

  test('The webhook reports a payment if the browser never returns', async () => {
    sandbox.faults.events = 'deliver'
    const { user, order } = await openOrder()
    await submitCheckout((await startCheckout(order, urls))!)
    await sandbox.idle()
    expect(await grantsOf(user.id)).toMatchObject([{ status: 'active' }])
  })
})
