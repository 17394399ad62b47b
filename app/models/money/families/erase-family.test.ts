import { beforeEach, expect, test } from 'vitest'
import { buy, pay, type StartedPayment, startCheckout } from '~/models/money/paying/payments.server'
import { findOrder } from '~/models/money/payments/order.server'
import { reconcilePayments } from '~/models/money/reconcile/reconcile.server'
import { cancelSubscription, createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { prisma } from '~/platform/db.server'
import { action as eraseAction, loader as eraseLoader } from '~/routes/office/students/student/personal-data/erase'
import { loader as onetimeLoader } from '~/routes/portal/pay/onetime/onetime'
import { setPaymentProvider } from '~/services/stripe/stripe.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, rideTypes, signedIn } from '../../../../test/factories'
import {
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
  saveMethod,
  stripeIdOf,
} from '../../../../test/payments'
import { eraseWithProvider } from './erase-family.server'
import { deleteErasedCustomers } from './erased-customers.server'

const { sandbox, provider, goToNewQuarter, goToNextMonth } = openTestProvider()

beforeEach(async () => {
  goToNewQuarter()
  await seedCatalog()
  await rideTypes()
  setPaymentProvider(provider)
})

/** Set `ERASE_ROUNDS=100` for a longer search. */
const ROUNDS = Number(process.env.ERASE_ROUNDS ?? 4)

let made = 0
/** Creates a family with a name of its own and one payment that the browser has not made yet. */
async function buying() {
  const name = { firstName: 'Zephyrine', lastName: `Quillfeather${++made}x` }
  const user = await rider({ ...name, email: `quill${made}@feather.example` })
  await saveMethod(provider, user.id)
  const items = [{ type: 'package' as const, id: await packageId(), quantity: 1 }]
  const { paymentIntentId } = (await buy(user.id, await monthlyPurchase({ items }))) as StartedPayment
  const traces = async () => {
    const rows = await prisma.$queryRaw<{ text: string }[]>`
      SELECT t::text AS text FROM users t UNION ALL SELECT t::text FROM payment_transactions t
      UNION ALL SELECT t::text FROM email_outbox t UNION ALL SELECT t::text FROM payment_issues t
      UNION ALL SELECT t::text FROM audit_log t UNION ALL SELECT t::text FROM orders t`
    return rows.filter(({ text }) => text.includes(name.lastName) || text.includes(user.email ?? '?'))
  }
  const office = await admin()
  const erase = () => eraseWithProvider(office.id, user.id, `${name.firstName} ${name.lastName}`)
  const customer = (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).stripeCustomerId ?? ''
  return { user, paymentIntentId, traces, erase, customer }
}

/** Opens the office's form that erases a family. */
async function withForm(user: { id: string }) {
  const office = await signedIn(await admin())
  const confirm = { confirm: 'Emma Stone' }
  return { user, office, form: { path: `/students/${user.id}/erase`, at: { id: user.id }, confirm } }
}
async function subscribed(token?: string) {
  const user = await payingRider(provider, token)
  await createSubscription(user.id, await monthlyPurchase())
  return withForm(user)
}
async function buyingByForm() {
  const user = await rider()
  await buy(user.id, await monthlyPurchase())
  return withForm(user)
}

test('Erasing deletes the provider’s customer, and a later event does not bring the name back', async () => {
  const { user, paymentIntentId, traces, erase, customer } = await buying()
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  await erase()
  expect(await provider.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect(await traces()).toEqual([])
  await provider.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1000 })
  await sandbox.idle()
  await syncPayment(paymentIntentId)
  const payment = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
  expect([String(payment.amountRefunded), payment.customerEmail]).toEqual(['10', null])
  expect(await traces()).toEqual([])
})

test('A purchase that was left unpaid is closed first', async () => {
  const { user, paymentIntentId, traces, erase } = await buying()
  await erase()
  expect((await provider.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe('canceled')
  expect(await prisma.order.findFirstOrThrow({ where: { userId: user.id } })).toMatchObject({ status: 'canceled' })
  expect(await traces()).toEqual([])
})

test('What a restore has forgotten cannot be paid either: a payment and a page of no order of ours', async () => {
  const { user, erase } = await buying()
  const order = await findOrder((await prisma.order.findFirstOrThrow({ where: { userId: user.id } })).id)
  const back = 'http://stirrup.test/ok?session_id={CHECKOUT_SESSION_ID}'
  await startCheckout(order!, { success: back, cancel: back })
  const { customer } = await provider.stripe.paymentIntents.retrieve(order!.stripePaymentIntentId!)
  const of = { customer: String(customer) }
  await provider.stripe.paymentIntents.create({ amount: 22_660, currency: 'usd', ...of })
  await prisma.order.delete({ where: { id: order!.id } })
  await erase()
  const intents = await provider.stripe.paymentIntents.list(of)
  const pages = await provider.stripe.checkout.sessions.list(of)
  expect([...new Set(intents.data.map(({ status }) => status))]).toEqual(['canceled'])
  expect(pages.data.map(({ status }) => status)).toEqual(['expired'])
})

test('A family whose subscription has ended is erased by the form', async () => {
  const { user, office, form } = await subscribed()
  await provider.stripe.subscriptions.cancel(await stripeIdOf(user.id))
  await sandbox.idle()
  expect((await office.get(eraseLoader, form.path, form.at)).body).toMatchObject({ reasons: [], unpaid: 0 })
  expect((await office.post(eraseAction, form.path, form.confirm, form.at)).status).toBe(302)
  expect((await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).erasedAt).not.toBeNull()
})

test('A renewal that waited for the bank when its subscription was ended is voided, and does not block erasing', async () => {
  const { user, form } = await subscribed()
  const stripeId = await stripeIdOf(user.id)
  const { stripe } = provider
  const asks = await stripe.paymentMethods.attach('pm_card_authenticationRequired', {
    customer: (await prisma.user.findUniqueOrThrow({ where: { id: user.id } })).stripeCustomerId ?? '',
  })
  await stripe.subscriptions.update(stripeId, { default_payment_method: asks.id })
  await goToNextMonth()
  await reconcilePayments(0)
  const waits = () =>
    prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id }, orderBy: { id: 'desc' } })
  expect((await waits()).status).toMatch(/requires_action|failed/)
  const { data } = await stripe.invoices.list({ subscription: stripeId, status: 'open' })
  expect(data).toHaveLength(1)
  // At the provider, which leaves the invoice open.
  await stripe.subscriptions.cancel(stripeId)
  await sandbox.idle()
  await reconcilePayments(0)
  const { office } = await withForm(user)
  expect((await office.get(eraseLoader, form.path, form.at)).body).toMatchObject({ reasons: [] })
  expect((await office.post(eraseAction, form.path, form.confirm, form.at)).status).toBe(302)
  expect((await stripe.invoices.retrieve(data[0]?.id ?? '')).status).toBe('void')
})

test('A family that cancels in an unpaid month leaves no invoice that anyone could pay', async () => {
  const { user } = await subscribed('pm_card_chargeCustomerFail')
  const subscription = await stripeIdOf(user.id)
  await cancelSubscription(user.id)
  expect((await provider.stripe.invoices.list({ subscription, status: 'open' })).data).toEqual([])
  const { status } = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
  expect(status).toBe('canceled')
})

test('The erase form closes abandoned payment pages, and says so', async () => {
  const { user, office, form } = await buyingByForm()
  const { id } = await prisma.order.findFirstOrThrow({ where: { userId: user.id } })
  await startCheckout((await findOrder(id))!, { success: 'http://s.test/', cancel: 'http://s.test/' })
  expect((await office.get(eraseLoader, form.path, form.at)).body).toMatchObject({ reasons: [], unpaid: 1 })
  expect((await office.post(eraseAction, form.path, form.confirm, form.at)).status).toBe(302)
  const order = await prisma.order.findUniqueOrThrow({ where: { id } })
  expect(order.status).toBe('canceled')
  const session = await provider.stripe.checkout.sessions.retrieve(order.stripeCheckoutSessionId ?? '')
  expect(session.status).toBe('expired')
})

test('A payment that is opened while a family is erased is closed again', async () => {
  const user = await rider()
  const { paymentIntents } = provider.stripe
  const create = paymentIntents.create.bind(paymentIntents)
  const made: string[] = []
  paymentIntents.create = (async (...args: Parameters<typeof create>) => {
    const intent = await create(...args)
    made.push(intent.id)
    await eraseWithProvider((await admin()).id, user.id, 'Emma Stone')
    return intent
  }) as typeof create
  await expect(buy(user.id, await monthlyPurchase())).rejects.toMatchObject({ status: 409 })
  paymentIntents.create = create
  expect(made).toHaveLength(1)
  expect((await paymentIntents.retrieve(made[0] ?? '')).status).toBe('canceled')
})

test('A purchase cannot be paid for a rider who was erased since', async () => {
  const guardian = await rider()
  const child = await rider({ email: null, guardianId: guardian.id, firstName: 'Zoe' })
  const items = [{ type: 'package' as const, id: await packageId(), quantity: 1, riderId: child.id }]
  await buy(guardian.id, await monthlyPurchase({ items }))
  await eraseWithProvider((await admin()).id, child.id, 'Zoe Stone')
  const { id } = await prisma.order.findFirstOrThrow({ where: { userId: guardian.id } })
  const family = await signedIn(guardian)
  const { headers } = await family.get(onetimeLoader, `/payment-onetime?order=${id}`)
  expect(headers.get('Location')).toMatch(/^\/purchase/)
  await expect(pay((await findOrder(id))!)).rejects.toThrow('isn’t at the school anymore')
})

test('If the provider is away the customer is deleted by the next run of the job', async () => {
  const { user, erase, customer, paymentIntentId } = await buying()
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  setPaymentProvider(null)
  await erase()
  setPaymentProvider(provider)
  sandbox.faults.failNext(500, { method: 'delete', path: /customers/ })
  sandbox.faults.failNext(500, { method: 'delete', path: /customers/ })
  sandbox.faults.failNext(500, { method: 'delete', path: /customers/ })
  await deleteErasedCustomers()
  expect(await prisma.user.count({ where: { id: user.id, stripeCustomerId: customer } })).toBe(1)
  expect(await deleteErasedCustomers()).toBe(1)
  expect(await provider.stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
  expect(await prisma.user.count({ where: { stripeCustomerId: customer } })).toBe(0)
  expect(await deleteErasedCustomers()).toBe(0)
})

test('Erasing while a payment is made either waits for it or leaves no name behind', async () => {
  const outcomes: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { user, paymentIntentId, traces, erase } = await buying()
    const paying = payWith(provider, paymentIntentId)
      .then(() => Promise.all([syncPayment(paymentIntentId), syncPayment(paymentIntentId)]))
      .catch(() => 'closed')
    const [erased] = await Promise.all([
      erase().then(
        () => 'erased',
        () => 'refused',
      ),
      paying,
    ])
    await sandbox.idle()
    outcomes.push(erased)
    const paid = (await provider.stripe.paymentIntents.retrieve(paymentIntentId)).status === 'succeeded'
    expect(await prisma.paymentTransaction.count({ where: { userId: user.id, status: 'succeeded' } })).toBe(
      paid ? 1 : 0,
    )
    if (erased === 'erased') expect(await traces()).toEqual([])
    else await erase()
    expect(await traces()).toEqual([])
  }
  expect(outcomes).toContain('erased')
})

test('A payment of an erased family keeps its fee in the books, whatever the provider reports later', async () => {
  const { paymentIntentId, erase } = await buying()
  await payWith(provider, paymentIntentId)
  await syncPayment(paymentIntentId)
  await erase()
  await provider.stripe.refunds.create({ payment_intent: paymentIntentId, amount: 1_937 })
  await syncPayment(paymentIntentId)
  const row = await prisma.paymentTransaction.findUniqueOrThrow({ where: { stripePaymentIntentId: paymentIntentId } })
  const { amount, fee, amountRefunded, feeRate } = row
  expect([amount, fee, amountRefunded, feeRate].map(Number)).toEqual([226.6, 6.6, 19.37, 300])
})
