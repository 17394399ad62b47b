import { beforeEach, expect, test } from 'vitest'

import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, rider, rideTypes } from '../../../test/factories'
import { monthlyPurchase, openTestProvider, packageId, payWith, saveMethod } from '../../../test/payments'
import { eraseWithProvider } from './erase-family.server'
import { deleteErasedCustomers } from './erased-customers.server'
import { buy, type StartedPayment } from './payments.server'
import { setPaymentProvider } from './stripe.server'
import { syncPayment } from './sync/sync-payment.server'

const { sandbox, provider, goTo } = openTestProvider()
goTo('2026-11-22')

beforeEach(async () => {
  await seedCatalog()
  await rideTypes()
  setPaymentProvider(provider)
})

/** `ERASE_ROUNDS=100` looks longer. */
const ROUNDS = Number(process.env.ERASE_ROUNDS ?? 4)

let made = 0
/** A family with a name of its own and one payment that the browser has not made yet. */
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

test('Erasing deletes the provider’s customer, and a later event of the provider does not bring the name back', async () => {
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
