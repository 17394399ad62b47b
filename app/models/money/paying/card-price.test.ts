import { beforeEach, describe, expect, test } from 'vitest'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { saveFee } from '~/models/school/school.server'
import { prisma } from '~/platform/db.server'
import { action } from '~/routes/portal/pay/onetime/onetime'
import { loader as success } from '~/routes/portal/pay/success'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, signedIn } from '../../../../test/factories'
import { openOrder, openTestProvider } from '../../../../test/payments'
import { priceForCard } from './card-price.server'
import { startCheckout } from './payments.server'

const { sandbox, provider } = openTestProvider()
const urls = { success: 'http://stirrup.test/ok', cancel: 'http://stirrup.test/back' }

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
  await saveFee((await admin()).id, { feeRate: 300, feeScope: 'credit_cards' })
})

const tokenOf = async (method: string) => {
  const token = await provider.stripe.testHelpers.confirmationTokens.create({ payment_method: method })
  return token.id
}

const confirm = (intentId: string, token: string) =>
  provider.stripe.paymentIntents.confirm(intentId, { confirmation_token: token, return_url: urls.success })

const statusOf = async (intentId: string) => (await provider.stripe.paymentIntents.retrieve(intentId)).status
const chargesOf = async (userId: string) => {
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: userId } })
  const { data } = await provider.stripe.charges.list({ customer: stripeCustomerId! })
  return data.map(({ amount, amount_refunded }) => [amount, amount_refunded])
}

describe('A fee for credit cards only', () => {
  test.each(['pm_card_visa_debit', 'pm_card_mastercard_prepaid'])('%s is never charged the fee', async (method) => {
    const { user, payment } = await openOrder()
    const token = await tokenOf(method)
    const priced = await priceForCard(user.id, payment.paymentIntentId, token)
    expect(priced.order).toMatchObject({ subtotal: 30_900, fee: 0, feeRate: 0, total: 30_900 })
    expect(await statusOf(payment.paymentIntentId)).toBe('canceled')
    await confirm(priced.paymentIntentId, token)
    expect(await syncPayment(priced.paymentIntentId)).toMatchObject({ status: 'paid' })
    expect(await chargesOf(user.id)).toEqual([[30_900, 0]])
    expect(await prisma.grant.count({ where: { userId: user.id, status: 'active' } })).toBe(1)
  })

  test('The provider’s page says that the fee of a debit card will be refunded', async () => {
    const { user, payment } = await openOrder()
    await confirm(payment.paymentIntentId, await tokenOf('pm_card_visa_debit'))
    const family = await signedIn(user)
    const { body } = await family.get(success, `/payment-success?payment_intent=${payment.paymentIntentId}`)
    expect(body).toMatchObject({ state: 'paid', total: '$318.27', feeBack: '$9.27' })
  })

  test('A credit card keeps the price and the payment that the page showed', async () => {
    const { user, payment } = await openOrder()
    const priced = await priceForCard(user.id, payment.paymentIntentId, await tokenOf('pm_card_visa'))
    expect(priced).toMatchObject({ ...payment, order: { fee: 927, total: 31_827 } })
  })

  test('A credit card after a debit card costs the fee again, and each price is a payment of its own', async () => {
    const { user, payment } = await openOrder()
    const debit = await priceForCard(user.id, payment.paymentIntentId, await tokenOf('pm_card_visa_debit'))
    const token = await tokenOf('pm_card_visa')
    const credit = await priceForCard(user.id, debit.paymentIntentId, token)
    expect(credit.order).toMatchObject({ fee: 927, feeRate: 300, total: 31_827 })
    await expect(confirm(debit.paymentIntentId, token)).rejects.toThrow()
    await confirm(credit.paymentIntentId, token)
    expect(await syncPayment(credit.paymentIntentId)).toMatchObject({ status: 'paid' })
    expect(await chargesOf(user.id)).toEqual([[31_827, 0]])
  })

  test('Ten windows at once, with cards of both kinds, leave one payment at one price', async () => {
    const { user, payment, order, reload } = await openOrder()
    sandbox.faults.latency = [5, 30]
    const tokens = [await tokenOf('pm_card_visa_debit'), await tokenOf('pm_card_visa')]
    await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) => priceForCard(user.id, payment.paymentIntentId, tokens[i % 2]!)),
    )
    sandbox.faults.latency = [0, 0]
    const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } })
    const { data } = await provider.stripe.paymentIntents.list({ customer: stripeCustomerId!, limit: 100 })
    const open = data.filter(({ status }) => status !== 'canceled')
    const { total, stripePaymentIntentId } = await reload()
    expect(open.every(({ id, amount }) => id === stripePaymentIntentId && amount === total)).toBe(true)
    const again = await priceForCard(user.id, payment.paymentIntentId, tokens[0]!)
    expect(again.order).toMatchObject({ id: order.id, total: 30_900 })
  })

  test('Without scripts the price for a debit card includes the fee again before the provider’s page opens', async () => {
    const { user, payment, order, reload } = await openOrder()
    const { paymentIntentId } = await priceForCard(
      user.id,
      payment.paymentIntentId,
      await tokenOf('pm_card_visa_debit'),
    )
    const family = await signedIn(user)
    const { headers } = await family.post(action, `/payment-onetime?payment_intent_id=${paymentIntentId}`, {
      intent: 'hosted',
    })
    expect(headers.get('Location')).toBe(`/payment-onetime?order=${order.id}`)
    expect((await family.page()).toast).toMatchObject({ title: 'The price has changed' })
    expect(await reload()).toMatchObject({ fee: 927, total: 31_827 })
    expect(await startCheckout(await reload(), urls)).toMatch(/^http/)
  })

  test('Where every card pays the fee, a debit card does too', async () => {
    await saveFee((await admin()).id, { feeRate: 300, feeScope: 'all_cards' })
    const { user, payment } = await openOrder()
    const priced = await priceForCard(user.id, payment.paymentIntentId, await tokenOf('pm_card_visa_debit'))
    expect(priced).toMatchObject({ ...payment, order: { fee: 927 } })
  })

  test('A price is shown only to the payment’s family, and only for a card that exists', async () => {
    const { user, payment, reload } = await openOrder()
    const token = await tokenOf('pm_card_visa_debit')
    const ask = (visitor: Awaited<ReturnType<typeof signedIn>>, confirmationToken: string) =>
      visitor.api('/api/payment/price', {
        method: 'POST',
        body: { paymentIntentId: payment.paymentIntentId, confirmationToken },
      })
    expect((await ask(await signedIn(await rider()), token)).status).toBe(404)
    const family = await signedIn(user)
    expect((await ask(family, 'ctoken_unknown')).status).toBe(400)
    expect((await ask(family, 'pm_card_visa')).status).toBe(400)
    expect(await reload()).toMatchObject({ fee: 927 })
    expect(await ask(family, token)).toMatchObject({
      status: 200,
      body: { subtotal: 309, convenienceFee: 0, total: 309, clientSecret: expect.any(String) },
    })
  })

  test('A payment that was made in the meantime is not priced again', async () => {
    const { user, payment } = await openOrder()
    await confirm(payment.paymentIntentId, await tokenOf('pm_card_visa'))
    const token = await tokenOf('pm_card_visa_debit')
    await expect(priceForCard(user.id, payment.paymentIntentId, token)).rejects.toMatchObject({ status: 409 })
    expect(await chargesOf(user.id)).toEqual([[31_827, 0]])
  })
})
