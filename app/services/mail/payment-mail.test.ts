import { beforeEach, describe, expect, test } from 'vitest'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { buy, type StartedPayment } from '~/models/money/paying/payments.server'
import { refundPayment } from '~/models/money/refunds/refunds.server'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addMonths, monthStart } from '~/utils/dates'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, rider } from '../../../test/factories'
import {
  endSubscriptions,
  monthlyPurchase,
  openTestProvider,
  payingRider,
  payWith,
  saveMethod,
} from '../../../test/payments'

const { sandbox, provider, goTo } = openTestProvider()
let office: { id: string; email: string | null }
let begin = '2027-01-10'

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'deliver'
  await endSubscriptions(provider)
  await sandbox.idle()
  goTo(begin)
  begin = addMonths(begin, 6)
  await prisma.outboxEmail.deleteMany()
  office ??= await admin()
})

const mailTo = async (email: string | null) =>
  (await prisma.outboxEmail.findMany({ where: { recipient: email! }, orderBy: { id: 'asc' } })).map(
    ({ subject }) => subject,
  )

async function bought(method: 'card' | 'us_bank_account', token: string) {
  const user = await rider()
  const { paymentIntentId } = (await buy(user.id, await monthlyPurchase({ method }))) as StartedPayment
  await payWith(provider, paymentIntentId, token).catch(() => undefined)
  await Promise.all([syncPayment(paymentIntentId), syncPayment(paymentIntentId)])
  await sandbox.idle()
  return { user, paymentIntentId }
}

describe('Emails about payments', () => {
  test('A family is notified once that it paid, with the fee on its own line', async () => {
    const { user, paymentIntentId } = await bought('card', 'pm_card_visa')
    await syncPayment(paymentIntentId)
    expect(await mailTo(user.email)).toEqual(['Your receipt from Stirrup Riding School: $318.27'])
    const { text } = await prisma.outboxEmail.findFirstOrThrow({ where: { recipient: user.email! } })
    expect(text).toContain('Subtotal: $309.00')
    expect(text).toContain('Convenience Fee (3%): $9.27')
    expect(text).toContain('2 × Hack: $89.00')
  })

  test('A family gets no email about a card that was declined before its eyes', async () => {
    const { user } = await bought('card', 'pm_card_chargeDeclined')
    expect(await mailTo(user.email)).toEqual([])
  })

  test('A family is notified that its bank payment is on its way, and that it arrived', async () => {
    const { user } = await bought('us_bank_account', 'pm_usBankAccount_success')
    expect(await mailTo(user.email)).toEqual(['Bank payment submitted: $309.00'])
    await sandbox.flush()
    expect((await mailTo(user.email))[1]).toBe('Your receipt from Stirrup Riding School: $309.00')
  })

  test('A family and the office are notified that a bank payment failed', async () => {
    const { user } = await bought('us_bank_account', 'pm_usBankAccount_insufficientFunds')
    await sandbox.flush()
    expect((await mailTo(user.email))[1]).toBe("Your bank payment of $309.00 didn't go through")
    expect(await mailTo(office.email)).toEqual(['A payment failed: Emma Stone, $309.00'])
  })

  test('A family is notified of each refund, with its share of the fee', async () => {
    const { user } = await bought('card', 'pm_card_visa')
    const row = await prisma.paymentTransaction.findFirstOrThrow({ where: { userId: user.id } })
    const first = await refundPayment(office.id, row.id, { part: 10_000, version: '0' })
    await refundPayment(office.id, row.id, { part: 20_900, version: String(first) })
    await sandbox.idle()
    expect((await mailTo(user.email)).slice(1)).toEqual(['Your refund: $103.00', 'Your refund: $215.27'])
  })

  test('A family and the office are notified that a month’s payment failed, and then that it is paid', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await sandbox.idle()
    await setDefaultMethod(user.id, await saveMethod(provider, user.id, 'pm_card_chargeCustomerFail'))
    goTo(`${addMonths(monthStart(today()), 1).slice(0, 8)}02`)
    await sandbox.idle()
    expect(await mailTo(user.email)).toEqual([
      'Your receipt from Stirrup Riding School: $318.27',
      "Please check your payment: $318.27 didn't go through",
    ])
    expect(await mailTo(office.email)).toEqual(['A subscription payment failed: Emma Stone, $318.27'])
  })

  test('A family whose bank asks it to confirm a month is notified once for each try', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await sandbox.idle()
    await setDefaultMethod(user.id, await saveMethod(provider, user.id, 'pm_card_authenticationRequired'))
    goTo(`${addMonths(monthStart(today()), 1).slice(0, 8)}02`)
    await sandbox.idle()
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const [invoice] = (await provider.stripe.invoices.list({ customer: stripeCustomerId! })).data
    expect(invoice?.status).toBe('open')
    for (let again = 0; again < 2; again++) await syncPayment({ invoice: invoice!.id })
    expect(await mailTo(user.email)).toEqual([
      'Your receipt from Stirrup Riding School: $318.27',
      "Please check your payment: $318.27 didn't go through",
    ])
    const { text } = await prisma.outboxEmail.findFirstOrThrow({
      where: { recipient: user.email!, subject: { startsWith: 'Please check' } },
    })
    expect(text).toContain('Your bank asks you to confirm it')
    expect(await mailTo(office.email)).toContain('A subscription payment failed: Emma Stone, $318.27')
  })

  test('The guardian gets the emails of a rider without an address', async () => {
    const guardian = await rider()
    const user = await rider({ email: null, password: null, guardianId: guardian.id })
    const { paymentIntentId } = (await buy(user.id, await monthlyPurchase())) as StartedPayment
    await payWith(provider, paymentIntentId)
    await sandbox.idle()
    expect(await mailTo(guardian.email)).toHaveLength(1)
  })

  test('The office is notified of a dispute', async () => {
    const { paymentIntentId } = await bought('card', 'pm_card_visa')
    const intent = await provider.stripe.paymentIntents.retrieve(paymentIntentId)
    sandbox.openDispute(intent.latest_charge as string)
    await sandbox.idle()
    expect(await mailTo(office.email)).toEqual(['A payment is disputed: Emma Stone, $318.27'])
  })
})
