import { beforeEach, describe, expect, test } from 'vitest'
import { createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { monthlyPurchase, openTestProvider, payingRider } from '../../../../test/payments'
import { hasRunningSubscription, subscriptionOf, userAddOns } from './subscription.server'
import { subscriptionAnswer } from './subscription-fields.server'

const { sandbox, provider } = openTestProvider()

beforeEach(async () => {
  setClock('2027-01-10T17:00:00Z')
  sandbox.clock.set(Date.parse('2027-01-10T17:00:00Z') / 1000)
  await seedCatalog()
})

async function subscriber() {
  const user = await payingRider(provider)
  await createSubscription(user.id, await monthlyPurchase())
  await sandbox.idle()
  return user
}

describe('A family’s view of its subscription', () => {
  test('A family sees the package, the add-ons, the price with the fee, and this month’s counters', async () => {
    const user = await subscriber()
    const view = await subscriptionOf(user.id, today())
    expect(view).toMatchObject({
      status: 'active',
      package: { name: 'Package 1 - Basic', price: 22_000, lessonsPerMonth: 4, makeupLessons: 1 },
      addOns: [{ name: 'Hack', quantity: 2, price: 4450 }],
      subtotal: 30_900,
      fee: 927,
      monthlyPrice: 31_827,
      used: { lessons: { used: 0, allowed: 4 }, hacks: { used: 0, allowed: 2 } },
      hackAddons: 2,
      renewsOn: '2027-02-01',
      endsOn: '2027-01-31',
    })
    expect(await subscriptionAnswer(view!, today())).toMatchObject({
      status: 'active',
      lessonsUsed: 0,
      hacksUsed: 0,
      hackAddons: 2,
      package: { name: 'Package 1 - Basic', price: 220 },
    })
    expect(await userAddOns(user.id, today())).toMatchObject([
      { quantity: 2, purchaseId: expect.any(Number), addOn: { name: 'Hack', price: 44.5 } },
    ])
  })

  test('A subscription keeps the price it was bought at when the catalog changes', async () => {
    const user = await subscriber()
    await prisma.package.update({ where: { name: 'Package 1 - Basic' }, data: { price: '999.00' } })
    expect((await subscriptionOf(user.id, today()))?.monthlyPrice).toBe(31_827)
    await prisma.package.update({ where: { name: 'Package 1 - Basic' }, data: { price: '220.00' } })
  })

  test.each(['incomplete_expired', 'canceled'])('A subscription that is %s is not shown', async (status) => {
    const user = await subscriber()
    expect(await hasRunningSubscription(user.id)).toBe(true)
    await prisma.subscription.updateMany({ where: { userId: user.id }, data: { status } })
    expect(await subscriptionOf(user.id, today())).toBeNull()
    expect(await hasRunningSubscription(user.id)).toBe(false)
  })
})
