import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { syncSubscription } from '~/models/money/sync/sync-subscription.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import {
  addOnId,
  endSubscriptions,
  monthlyPurchase,
  openTestProvider,
  packageId,
  payingRider,
  saveMethod,
  stripeIdOf,
} from '../../../../test/payments'
import { changeSubscription, createSubscription } from './subscriptions.server'

const { sandbox, provider, goToNextMonth, goToNewQuarter } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  await prisma.school.deleteMany()
  sandbox.faults.events = 'deliver'
  goToNewQuarter()
})
afterEach(async () => {
  sandbox.faults.events = 'drop'
  await endSubscriptions(provider)
})

const setFee = (feeRate: number, feeScope: 'all_cards' | 'credit_cards') =>
  prisma.school.upsert({ where: { id: 1 }, create: { id: 1, feeRate, feeScope }, update: { feeRate, feeScope } })

async function subscriber(token: string, method: 'card' | 'us_bank_account' = 'card') {
  const user = await payingRider(provider, token)
  const items = [{ type: 'package' as const, id: await packageId(), quantity: 1 }]
  await createSubscription(user.id, await monthlyPurchase({ items, method }))
  await sandbox.flush()
  return { ...user, stripeId: await stripeIdOf(user.id) }
}

const priceOf = async (userId: string) => {
  const view = await subscriptionOf(userId, today())
  return view && { fee: view.fee, total: view.monthlyPrice }
}
const chargesOf = async (userId: string) => {
  const { data } = await provider.stripe.charges.list({ customer: await ensureCustomer(userId), limit: 100 })
  return data.map(({ amount, amount_refunded }) => amount - amount_refunded).reverse()
}
const feeMails = async (email: string | null) =>
  (
    await prisma.outboxEmail.findMany({
      where: { recipient: email!, dedupeKey: { startsWith: 'fee-added:' } },
      orderBy: { id: 'asc' },
    })
  ).map(({ subject }) => subject)

describe('The fee follows the method that pays', () => {
  test('A card that replaces a bank account removed at the provider pays the fee, and the family is notified', async () => {
    const user = await subscriber('pm_usBankAccount_success', 'us_bank_account')
    const [bank] = await listPaymentMethods(user.id)
    await provider.stripe.paymentMethods.detach(bank!.id)
    await sandbox.idle()
    await setDefaultMethod(user.id, await saveMethod(provider, user.id))
    await sandbox.idle()
    expect(await priceOf(user.id)).toEqual({ fee: 660, total: 22_660 })
    expect(await feeMails(user.email)).toHaveLength(1)
    await goToNextMonth()
    expect(await chargesOf(user.id)).toEqual([22_000, 22_660])
  })

  test('A subscription by bank whose account was removed is changed without a fee', async () => {
    const user = await subscriber('pm_usBankAccount_success', 'us_bank_account')
    const [bank] = await listPaymentMethods(user.id)
    await provider.stripe.paymentMethods.detach(bank!.id)
    await sandbox.idle()
    await changeSubscription(user.id, {
      packageId: await packageId(),
      addOns: [{ addOnId: await addOnId(), quantity: 1 }],
    })
    expect(await priceOf(user.id)).toEqual({ fee: 0, total: 26_450 })
  })

  test('If the method is changed at the provider from card to bank, the fee goes at once', async () => {
    const user = await subscriber('pm_card_visa')
    const bank = await saveMethod(provider, user.id, 'pm_usBankAccount_success')
    await provider.stripe.subscriptions.update(user.stripeId, { default_payment_method: bank })
    await sandbox.idle()
    expect(await priceOf(user.id)).toEqual({ fee: 0, total: 22_000 })
    expect(await feeMails(user.email)).toEqual([])
    await goToNextMonth()
    await sandbox.flush()
    expect(await chargesOf(user.id)).toEqual([22_660, 22_000])
  })

  test('If the method is changed at the provider from bank to card, the fee is added at once and the family is notified once', async () => {
    const user = await subscriber('pm_usBankAccount_success', 'us_bank_account')
    const card = await saveMethod(provider, user.id)
    await provider.stripe.subscriptions.update(user.stripeId, { default_payment_method: card })
    await sandbox.idle()
    await syncSubscription(user.stripeId)
    expect(await priceOf(user.id)).toEqual({ fee: 660, total: 22_660 })
    const { payment_settings } = await provider.stripe.subscriptions.retrieve(user.stripeId)
    expect(payment_settings?.payment_method_types).toEqual(['card'])
    expect(await feeMails(user.email)).toEqual([expect.stringMatching(/^Your subscription is \$226\.60 a month from /)])
  })

  test('A fee that the form showed causes no email', async () => {
    const user = await subscriber('pm_card_visa')
    await changeSubscription(user.id, { packageId: await packageId('Package 2 - Premium'), addOns: [] })
    await sandbox.idle()
    expect(await feeMails(user.email)).toEqual([])
  })

  test('A new rate of the school reaches no subscription by itself', async () => {
    const [card, bank] = [
      await subscriber('pm_card_visa'),
      await subscriber('pm_usBankAccount_success', 'us_bank_account'),
    ]
    await setFee(400, 'all_cards')
    await syncSubscription(card.stripeId)
    await syncSubscription(bank.stripeId)
    expect([await priceOf(card.id), await priceOf(bank.id)]).toEqual([
      { fee: 660, total: 22_660 },
      { fee: 0, total: 22_000 },
    ])
  })

  test('A debit card that was shown a fee after the school changed its rule pays that fee, and keeps paying it', async () => {
    await setFee(300, 'credit_cards')
    const user = await subscriber('pm_card_visa_debit')
    expect(await priceOf(user.id)).toEqual({ fee: 0, total: 22_000 })
    await setFee(300, 'all_cards')
    await changeSubscription(user.id, { packageId: await packageId('Package 2 - Premium'), addOns: [] })
    expect((await priceOf(user.id))?.total).toBe(41_200)
    await goToNextMonth()
    await goToNextMonth()
    expect(await chargesOf(user.id)).toEqual([22_000, 41_200, 41_200])
  })

  test('A month keeps the rule with which it was billed, whatever is changed afterward', async () => {
    await setFee(300, 'all_cards')
    const user = await subscriber('pm_card_visa_debit')
    await setFee(300, 'credit_cards')
    await changeSubscription(user.id, { packageId: await packageId('Package 2 - Premium'), addOns: [] })
    const { latest_invoice } = await provider.stripe.subscriptions.retrieve(user.stripeId)
    await sandbox.idle()
    await syncPayment({ invoice: String(latest_invoice) })
    expect(await chargesOf(user.id)).toEqual([22_660])
    await goToNextMonth()
    expect(await chargesOf(user.id)).toEqual([22_660, 40_000])
  })
})

describe('The provider’s state of a subscription', () => {
  test('An answer from before another one was stored changes nothing back', async () => {
    const user = await subscriber('pm_card_visa')
    sandbox.faults.events = 'drop'
    const real = provider.stripe.subscriptions.retrieve.bind(provider.stripe.subscriptions)
    const old = await real(user.stripeId, { expand: ['default_payment_method'] })
    let answers = 0
    const late = (async (...args: Parameters<typeof real>) => {
      if (answers++) return real(...args)
      await changeSubscription(user.id, { packageId: await packageId('Package 2 - Premium'), addOns: [] })
      return old
    }) as typeof real
    provider.stripe.subscriptions.retrieve = late
    try {
      await syncSubscription(user.stripeId)
    } finally {
      provider.stripe.subscriptions.retrieve = real
    }
    expect(await priceOf(user.id)).toEqual({ fee: 1_200, total: 41_200 })
  })

  test('A foreign item is shown to the office once, and the issue closes when the item is gone', async () => {
    const user = await subscriber('pm_card_visa')
    const { id: product } = await provider.stripe.products.create({ name: 'Boarding' })
    const price_data = { currency: 'usd', product, unit_amount: 50_000, recurring: { interval: 'month' as const } }
    const { items } = await provider.stripe.subscriptions.update(user.stripeId, { items: [{ price_data }] })
    await sandbox.idle()
    const issues = () => prisma.paymentIssue.findMany({ where: { stripeId: user.stripeId } })
    expect(await issues()).toMatchObject([
      { kind: 'foreign-item', closedAt: null, detail: `${product}: $500.00 a month` },
    ])
    const boarding = items.data.find(({ price }) => price.product === product)!
    await provider.stripe.subscriptionItems.del(boarding.id)
    await sandbox.idle()
    expect(await issues()).toMatchObject([{ outcome: 'gone' }])
  })
})
