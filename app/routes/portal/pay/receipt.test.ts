import { beforeEach, expect, it } from 'vitest'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { listTransactions } from '~/models/money/payments/payment-transaction.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { transactionReport } from '~/models/money/payments/report/transaction-report.server'
import { findRefundable, refundPayment } from '~/models/money/refunds/refunds.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { monthEnd } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, signedIn } from '../../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider, payWith } from '../../../../test/payments'
import { Visitor } from '../../../../test/visitor'
import { loader } from './receipt'

const { sandbox, provider } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
})

const read = (visitor: Visitor, id: number | string) => visitor.get(loader, `/receipts/${id}`, { id: String(id) })
const transactionOf = (userId: string) => prisma.paymentTransaction.findFirstOrThrow({ where: { userId } })

/** Starts a payment for Package 1 and two hacks: 309.00, by card 318.27. */
async function started(method: 'card' | 'us_bank_account' = 'card') {
  const family = await rider()
  const payment = (await buy(family.id, await monthlyPurchase({ method }))) as StartedPayment
  return { family, intentId: payment.paymentIntentId }
}

async function paid(method: 'card' | 'us_bank_account' = 'card') {
  const { family, intentId } = await started(method)
  await payWith(provider, intentId, method === 'card' ? 'pm_card_visa' : 'pm_usBankAccount_success')
  await sandbox.flush()
  await syncPayment(intentId)
  return { family, row: await transactionOf(family.id) }
}

it('names every line, and the fee on a line of its own', async () => {
  const { family, row } = await paid()
  const { status, body } = await read(await signedIn(family), row.id)
  expect(status).toBe(200)
  expect(body.lines).toEqual([
    { name: 'Package 1 - Basic', quantity: 1, unitPrice: 22_000 },
    { name: 'Hack', quantity: 2, unitPrice: 4_450 },
  ])
  expect(body).toMatchObject({
    price: { subtotal: 30_900, convenienceFee: 927, total: 31_827 },
    feePercent: '3%',
    refunded: 0,
    status: 'succeeded',
    valid: { from: today(), to: monthEnd(today()) },
  })
})

it('a last name imported as "null" is on no receipt, list, export or customer of the provider', async () => {
  const { family, row } = await paid()
  await prisma.user.update({ where: { id: family.id }, data: { lastName: 'null', stripeCustomerId: null } })
  const { body } = await read(await signedIn(family), row.id)
  expect(body.student).toBe('Emma')
  expect((await listTransactions({ userId: family.id })).transactions[0]?.studentName).toBe('Emma')
  expect((await findRefundable(row.id))?.studentName).toBe('Emma')
  expect(await (await transactionReport('2000-01-01', '2099-12-31')).text()).toContain(',Emma,')
  const other = await rider({ firstName: 'null', lastName: 'Stone' })
  const customer = await provider.stripe.customers.retrieve(await ensureCustomer(other.id))
  expect(customer).toMatchObject({ name: 'Stone' })
})

it('has no fee for a bank payment', async () => {
  const { family, row } = await paid('us_bank_account')
  const { body } = await read(await signedIn(family), row.id)
  expect(body.price).toEqual({ subtotal: 30_900, convenienceFee: 0, total: 30_900 })
})

it('is there for a month of a subscription too, fee apart', async () => {
  const family = await payingRider(provider)
  await createSubscription(family.id, await monthlyPurchase())
  const { body } = await read(await signedIn(family), (await transactionOf(family.id)).id)
  expect(body.price).toEqual({ subtotal: 30_900, convenienceFee: 927, total: 31_827 })
  expect(body.lines).toMatchObject([
    { name: 'Package 1 - Basic', quantity: 1, unitPrice: 22_000 },
    { name: 'Hack', quantity: 2, unitPrice: 4_450 },
  ])
})

it('says what was given back', async () => {
  const { family, row } = await paid()
  await refundPayment((await admin()).id, row.id, { part: 10_300, version: '0' })
  const { body } = await read(await signedIn(family), row.id)
  expect(body).toMatchObject({ refunded: 10_609, status: 'succeeded' })
})

it('is the family’s, its guardian’s and the office’s, and nobody else’s', async () => {
  const { family, row } = await paid()
  const guardian = await rider()
  await prisma.user.update({ where: { id: family.id }, data: { guardianId: guardian.id } })
  expect((await read(await signedIn(guardian), row.id)).status).toBe(200)
  expect((await read(await signedIn(await admin()), row.id)).status).toBe(200)
  expect((await read(await signedIn(await rider()), row.id)).status).toBe(404)
  const stranger = await read(new Visitor(), row.id)
  expect(stranger.status).toBe(302)
  expect(stranger.headers.get('Location')).toMatch(/^\/auth\?/)
})

it('is not there for what was not paid, or is not a number', async () => {
  const { family, intentId } = await started()
  await expect(payWith(provider, intentId, 'pm_card_chargeDeclined')).rejects.toThrow()
  await syncPayment(intentId)
  const visitor = await signedIn(family)
  expect((await read(visitor, (await transactionOf(family.id)).id)).status).toBe(404)
  for (const id of ['0', '-1', '1.5', 'x', '99999999999']) expect((await read(visitor, id)).status).toBe(404)
})
