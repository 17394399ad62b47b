import { beforeEach, expect, test } from 'vitest'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { findOrder } from '~/models/money/payments/order.server'
import { changeSubscription, createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { feeRate, feeScope } from '~/models/school/current-school.server'
import { saveFee } from '~/models/school/school.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as receiptLoader } from '~/routes/portal/pay/receipt'
import { addMonths, monthStart } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, signedIn } from '../../../../test/factories'
import {
  endSubscriptions,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  payWith,
  saveMethod,
} from '../../../../test/payments'
import { buy, type StartedPayment, startCheckout } from './payments.server'

const { sandbox, provider, goTo, goToNewQuarter } = openTestProvider()
let office: { id: string }

beforeEach(async () => {
  await endSubscriptions(provider)
  await sandbox.idle()
  await prisma.$executeRaw`TRUNCATE school, audit_log, payment_transactions CASCADE`
  await seedCatalog()
  office = await admin()
  goToNewQuarter()
})

async function setFee(rate: number) {
  await saveFee(office.id, { feeRate: rate, feeScope: 'all_cards' })
}
const started = async (userId: string) => (await buy(userId, await monthlyPurchase())) as StartedPayment
const orderOf = async (intentId: string) =>
  (await findOrder(
    (
      await prisma.order.findUniqueOrThrow({ where: { stripePaymentIntentId: intentId }, select: { id: true } })
    ).id,
  ))!
const lastMail = async ({ email }: { email: string | null }) =>
  (await prisma.outboxEmail.findFirstOrThrow({ where: { recipient: email ?? '' }, orderBy: { id: 'desc' } })).text

test('The fee is the configured one until the office saves its own', async () => {
  expect([await feeRate(), await feeScope()]).toEqual([300, 'all_cards'])
  await saveFee(office.id, { feeRate: 275, feeScope: 'credit_cards' })
  expect([await feeRate(), await feeScope()]).toEqual([275, 'credit_cards'])
})

test('A placed order keeps its fee, and the next order has the new one', async () => {
  const family = await rider()
  const { paymentIntentId } = await started(family.id)
  await setFee(275)
  expect(await orderOf(paymentIntentId)).toMatchObject({ fee: 927, feeRate: 300, total: 31_827 })
  const next = await started(family.id)
  expect(await orderOf(next.paymentIntentId)).toMatchObject({ fee: 850, feeRate: 275, total: 31_750 })
})

test('The provider’s page, the email and the receipt name the rate with which a fee was computed', async () => {
  const family = await rider()
  const { paymentIntentId } = await started(family.id)
  const order = await orderOf(paymentIntentId)
  await setFee(500)
  await startCheckout(order, { success: 'http://stirrup.test/', cancel: 'http://stirrup.test/' })
  const { stripeCheckoutSessionId } = (await findOrder(order.id))!
  const { data } = await provider.stripe.checkout.sessions.listLineItems(stripeCheckoutSessionId!)
  expect(data.map(({ description }) => description)).toContain('Convenience Fee (3%)')

  const payer = await rider()
  const paid = await started(payer.id)
  await setFee(100)
  await payWith(provider, paid.paymentIntentId)
  await syncPayment(paid.paymentIntentId)
  expect(await lastMail(payer)).toContain('Convenience Fee (5%): $15.45')
  const row = await prisma.paymentTransaction.findFirstOrThrow({
    where: { userId: payer.id },
    include: { user: true },
  })
  const visitor = await signedIn(row.user)
  const { body } = await visitor.get(receiptLoader, `/receipts/${row.id}`, { id: String(row.id) })
  expect(body).toMatchObject({ feePercent: '5%', price: { convenienceFee: 1_545 } })
})

test('A subscription keeps its fee over renewals and another card until the family changes its contents', async () => {
  const family = await payingRider(provider)
  await createSubscription(family.id, await monthlyPurchase())
  await setFee(500)
  const held = async () => {
    const row = await prisma.subscription.findFirstOrThrow({ where: { userId: family.id } })
    return row.fee.toFixed(2)
  }
  await setDefaultMethod(family.id, await saveMethod(provider, family.id, 'pm_card_mastercard'))
  expect(await held()).toBe('9.27')
  goTo(`${addMonths(monthStart(today()), 1).slice(0, 8)}02`)
  await sandbox.idle()
  const payments = await prisma.paymentTransaction.findMany({ where: { userId: family.id } })
  expect(payments.map(({ fee, feeRate }) => [fee.toFixed(2), feeRate])).toEqual([
    ['9.27', 300],
    ['9.27', 300],
  ])
  expect(await lastMail(family)).toContain('Convenience Fee (3%): $9.27')

  await changeSubscription(family.id, { packageId: await packageId('Package 2 - Premium'), addOns: [] })
  expect(await held()).toBe('20.00')
  const names = new Map((await provider.stripe.products.list({ limit: 100 })).data.map(({ id, name }) => [id, name]))
  const { stripeSubscriptionId } = await prisma.subscription.findFirstOrThrow({ where: { userId: family.id } })
  const { items } = await provider.stripe.subscriptions.retrieve(stripeSubscriptionId!)
  expect(items.data.map(({ price }) => names.get(String(price.product))).sort()).toEqual([
    'Convenience fee (5%)',
    'Package 2 - Premium',
  ])
  expect(names.get('stirrup_fee_300')).toBe('Convenience fee (3%)')
})

test('A fee of zero has no line', async () => {
  await setFee(0)
  const { paymentIntentId } = await started((await rider()).id)
  expect(await orderOf(paymentIntentId)).toMatchObject({ fee: 0, feeRate: 0, total: 30_900 })
})
