import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { rider } from '../../../../test/factories'
import { monthlyPurchase, openTestProvider, saveMethod } from '../../../../test/payments'
import { notifyExpiringCards } from './expiring-cards.server'
import { createSubscription } from './subscriptions.server'

const { sandbox, provider, goTo } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  await prisma.outboxEmail.deleteMany()
})

test('A family is notified once, a month before the card of its subscription expires', async () => {
  goTo('2027-01-10')
  const user = await rider({ firstName: 'Ann' })
  const { id } = await provider.stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 4, exp_year: 2027, cvc: '123' },
  })
  await saveMethod(provider, user.id, id)
  await createSubscription(user.id, await monthlyPurchase())
  await sandbox.idle()
  const mails = () => prisma.outboxEmail.findMany({ where: { kind: 'card-expiring' } })
  goTo('2027-03-29')
  expect(await notifyExpiringCards()).toBe(0)
  goTo('2027-03-30')
  const told = await Promise.all([notifyExpiringCards(), notifyExpiringCards()])
  expect(told.sort()).toEqual([0, 1])
  expect(await notifyExpiringCards()).toBe(0)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({ recipient: user.email, subject: 'Your card expires soon: Visa •••• 4242' })
  expect(mail?.text).toContain('Good through: April 2027')
})
