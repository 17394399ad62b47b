import { beforeEach, describe, expect, test } from 'vitest'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { listPaymentMethods } from '~/models/money/methods/payment-methods.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider } from '../../../../test/factories'
import { lessonsOf, monthlyPurchase, openTestProvider, saveMethod } from '../../../../test/payments'
import { createSubscription, openInvoiceSecret } from './subscriptions.server'

const { sandbox, provider, goToNextMonth, goToNewQuarter } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  goToNewQuarter()
})

const statusOf = async (userId: string) => (await prisma.subscription.findFirstOrThrow({ where: { userId } })).status

/** Saves a card that expires at the end of this month. */
async function cardOfThisMonth(userId: string) {
  const [year, month] = today().split('-').map(Number)
  const card = { number: '4242424242424242', exp_month: month!, exp_year: year!, cvc: '123' }
  const { id } = await provider.stripe.paymentMethods.create({ type: 'card', card })
  return saveMethod(provider, userId, id)
}

/** Saves another card and pays the open month with it. */
async function payWithNewCard(userId: string) {
  const method = await saveMethod(provider, userId)
  await setDefaultMethod(userId, method)
  const intentId = (await openInvoiceSecret(userId))!.split('_secret_')[0]!
  await provider.stripe.paymentIntents.confirm(intentId, { payment_method: method, return_url: 'http://x.test/' })
  await sandbox.idle()
}

describe('A month that the card of a subscription cannot pay', () => {
  test('A month is not granted if the card has expired, until the family pays', async () => {
    const user = await rider()
    await cardOfThisMonth(user.id)
    expect(await createSubscription(user.id, await monthlyPurchase())).toEqual({ state: 'done' })
    await sandbox.idle()
    expect([await statusOf(user.id), await lessonsOf(user.id)]).toEqual(['active', 4])
    await goToNextMonth()
    expect([await statusOf(user.id), await lessonsOf(user.id)]).toEqual(['past_due', 0])
    await payWithNewCard(user.id)
    expect([await statusOf(user.id), await lessonsOf(user.id)]).toEqual(['active', 4])
  })

  test('The card that pays an open month pays the next ones', async () => {
    const user = await rider()
    await cardOfThisMonth(user.id)
    await createSubscription(user.id, await monthlyPurchase())
    await goToNextMonth()
    expect(await statusOf(user.id)).toBe('past_due')
    const intentId = (await openInvoiceSecret(user.id))!.split('_secret_')[0]!
    await provider.stripe.paymentIntents.confirm(intentId, {
      payment_method: 'pm_card_mastercard',
      return_url: 'http://x.test/',
    })
    await sandbox.idle()
    await goToNextMonth()
    expect([await statusOf(user.id), await lessonsOf(user.id)]).toEqual(['active', 4])
  })

  test('A month is not granted if the card was deleted at the provider, until the family pays', async () => {
    const user = await rider()
    const method = await saveMethod(provider, user.id)
    await createSubscription(user.id, await monthlyPurchase())
    await provider.stripe.paymentMethods.detach(method)
    await sandbox.idle()
    expect(await listPaymentMethods(user.id)).toEqual([])
    expect(await lessonsOf(user.id)).toBe(4)
    await goToNextMonth()
    expect([await statusOf(user.id), await lessonsOf(user.id)]).toEqual(['past_due', 0])
    await payWithNewCard(user.id)
    expect([await statusOf(user.id), await lessonsOf(user.id)]).toEqual(['active', 4])
  })
})
