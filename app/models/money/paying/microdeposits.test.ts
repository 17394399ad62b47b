import { beforeAll, describe, expect, test } from 'vitest'
import { startSetup } from '~/models/money/methods/payment-methods.server'
import { findOwnOrder, type Order } from '~/models/money/payments/order.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { prisma } from '~/platform/db.server'
import { loader as resultPage } from '~/routes/portal/pay/success'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider, signedIn } from '../../../../test/factories'
import { openOrder, openTestProvider } from '../../../../test/payments'
import { savedBy, startSetupCheckout } from './open-payment.server'
import { pay, startCheckout } from './payments.server'

const { sandbox, provider } = openTestProvider()
const { stripe } = provider

const URLS = { success: 'http://stirrup.test/done', cancel: 'http://stirrup.test/back' }
const TYPED = {
  payment_method_data: {
    type: 'us_bank_account' as const,
    us_bank_account: { routing_number: '110000000', account_number: '000123456789' },
    billing_details: { name: 'Ada Byron' },
  },
  mandate_data: { customer_acceptance: { type: 'offline' as const } },
}
const BY_DEPOSITS = { payment_method_options: { us_bank_account: { verification_method: 'microdeposits' as const } } }

beforeAll(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
})

const chargesOf = async (userId: string) => {
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  return (await stripe.charges.list({ customer: stripeCustomerId!, limit: 100 })).data
}

/** Pays on Checkout with a typed account number, as if Checkout had not asked to sign in at the bank. */
async function payAtCheckout(order: Order) {
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: order.userId } })
  const metadata = { orderId: String(order.id), userId: order.userId }
  const session = await stripe.checkout.sessions.create({
    mode: 'payment',
    customer: stripeCustomerId!,
    allowed_payment_method_types: ['us_bank_account'],
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: order.total, product_data: { name: 'x' } } },
    ],
    payment_intent_data: { metadata },
    success_url: URLS.success,
  })
  await prisma.order.update({ where: { id: order.id }, data: { stripeCheckoutSessionId: session.id } })
  const form = { type: 'us_bank_account', routing_number: '110000000', account_number: '000123456789', name: 'Ada' }
  await sandbox.handle(new Request(session.url!, { method: 'POST', body: new URLSearchParams(form) }))
  return String((await stripe.checkout.sessions.retrieve(session.id)).payment_intent)
}

describe('Bank accounts', () => {
  test('A family that pays with or saves a bank account signs in at the bank', async () => {
    const { user, paymentIntentId, reload } = await openOrder({ method: 'us_bank_account' })
    const instant = { us_bank_account: { verification_method: 'instant' } }
    const payment = await stripe.paymentIntents.retrieve(paymentIntentId)
    expect(payment.payment_method_options).toMatchObject(instant)
    const [id] = (await startSetup(user.id, 'us_bank_account')).split('_secret_')
    expect((await stripe.setupIntents.retrieve(id!)).payment_method_options).toMatchObject(instant)
    const urls = [await startCheckout(await reload(), URLS), await startSetupCheckout(user.id, 'us_bank_account', URLS)]
    const form = { type: 'us_bank_account', routing_number: '110000000', account_number: '000123456789', name: 'Ada' }
    for (const url of urls) {
      await sandbox.handle(new Request(url!, { method: 'POST', body: new URLSearchParams(form) }))
    }
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const [intent] = (await stripe.paymentIntents.list({ customer: stripeCustomerId! })).data
    expect(intent?.status).toBe('processing')
    const setups = (await stripe.setupIntents.list({ customer: stripeCustomerId! })).data
    expect(setups.map(({ status }) => status)).toContain('succeeded')
  })
})

describe('A bank payment that waits for two small deposits all the same', () => {
  test('A family whose payment waits for deposits is offered no other way to pay, reads what to do, and is debited once', async () => {
    const { user, paymentIntentId, reload } = await openOrder({ method: 'us_bank_account' })
    await stripe.paymentIntents.confirm(paymentIntentId, { ...TYPED, ...BY_DEPOSITS })
    expect(await pay(await reload())).toEqual({ paymentIntentId, paid: false })
    expect(await startCheckout(await reload(), URLS)).toBeNull()
    const page = await (await signedIn(user)).get(resultPage, `/payment-success?payment_intent=${paymentIntentId}`)
    expect(page.body).toMatchObject({ state: 'verifying', verifyUrl: expect.stringContaining('/microdeposits/') })
    await stripe.paymentIntents.verifyMicrodeposits(paymentIntentId, { amounts: [32, 45] })
    await sandbox.flush()
    expect((await chargesOf(user.id)).map(({ status }) => status)).toEqual(['succeeded'])
  })

  test('A Checkout payment that waits for deposits is neither ended nor replaced by a second one', async () => {
    const { user, reload } = await openOrder({ method: 'us_bank_account' })
    const order = await reload()
    await stripe.paymentIntents.cancel(order.stripePaymentIntentId!)
    await prisma.order.update({ where: { id: order.id }, data: { stripePaymentIntentId: null } })
    const waiting = await payAtCheckout(order)
    await reconcilePayments(0)
    expect((await stripe.paymentIntents.retrieve(waiting)).status).toBe('requires_action')
    const now = (await findOwnOrder(user.id, { id: order.id }))!
    expect(await pay(now)).toEqual({ paymentIntentId: waiting, paid: false })
    await stripe.paymentIntents.verifyMicrodeposits(waiting, { amounts: [32, 45] })
    await sandbox.flush()
    expect(await chargesOf(user.id)).toHaveLength(1)
  })

  test('A bank account that waits for deposits is shown neither as saved nor as failed', async () => {
    const user = await rider()
    const [id] = (await startSetup(user.id, 'us_bank_account')).split('_secret_')
    await stripe.setupIntents.confirm(id!, { ...TYPED, ...BY_DEPOSITS })
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const owner = { id: user.id, stripeCustomerId }
    expect(await savedBy(owner, { setupIntentId: id!, sessionId: null })).toEqual({ waits: true })
    await stripe.setupIntents.verifyMicrodeposits(id!, { amounts: [32, 45] })
    expect(await savedBy(owner, { setupIntentId: id!, sessionId: null })).toMatchObject({
      methodId: expect.stringMatching(/^pm_/),
    })
  })
})
