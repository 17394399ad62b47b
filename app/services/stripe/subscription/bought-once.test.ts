import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listCatalog } from '~/models/catalog/catalog.server'
import { subscriptionOf } from '~/models/subscriptions/subscription.server'
import { subscriptionCatalog } from '~/models/subscriptions/subscription-catalog.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { offeredAddOns } from '~/routes/portal/purchase/selection'
import { addMonths } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { signedIn } from '../../../../test/factories'
import { addOnId, monthlyPurchase, openTestProvider, packageId, payingRider } from '../../../../test/payments'
import { changeSubscription, createSubscription } from './subscriptions.server'

const { sandbox, provider, goTo } = openTestProvider()
const EXTRA = 'Extra Group Lesson'
const REFUSAL = `${EXTRA} can only be bought once. Please leave it out of the subscription and buy it by itself.`
let begin = '2027-01-10'

beforeEach(async () => {
  await seedCatalog()
  await prisma.addOn.updateMany({ data: { isRecurring: true } })
  sandbox.faults.events = 'deliver'
  goTo(begin)
  begin = addMonths(begin, 3)
})
afterEach(async () => {
  sandbox.faults.events = 'drop'
  for await (const { id } of provider.stripe.subscriptions.list({ limit: 100 })) {
    await provider.stripe.subscriptions.cancel(id)
  }
})

const sellOnce = (name = EXTRA) => prisma.addOn.update({ where: { name }, data: { isRecurring: false } })

describe('An add-on that is sold only once', () => {
  test('It cannot start in a subscription, and nothing is charged', async () => {
    await sellOnce()
    const user = await payingRider(provider)
    const addOns = [{ addOnId: await addOnId(EXTRA), quantity: 1 }]
    const call = await signedIn(user)
    const body = { packageId: await packageId(), addOns, startDate: 'this-month' }
    expect(await call.api('/api/subscriptions/create', { method: 'POST', body })).toMatchObject({
      status: 400,
      body: { message: REFUSAL },
    })
    expect(await prisma.order.count({ where: { userId: user.id } })).toBe(0)
    expect(await prisma.subscription.count({ where: { userId: user.id } })).toBe(0)
  })

  test('It cannot be added to a subscription that runs; by itself it is sold as ever', async () => {
    await sellOnce()
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const call = await signedIn(user)
    const extra = await addOnId(EXTRA)
    const change = { packageId: await packageId(), addOns: [{ addOnId: extra, quantity: 1 }] }
    expect(await call.api('/api/subscriptions', { method: 'PUT', body: change })).toMatchObject({
      status: 400,
      body: { message: REFUSAL },
    })
    const once = { items: [{ type: 'addon', id: extra, quantity: 1 }], startDate: 'this-month' }
    expect(await call.api('/api/payment/create', { method: 'POST', body: once })).toMatchObject({ status: 200 })
  })

  test('A subscription that has it keeps it, and may have more or less of it', async () => {
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    await sellOnce('Hack')
    const hack = await addOnId()
    await changeSubscription(user.id, { packageId: await packageId(), addOns: [{ addOnId: hack, quantity: 1 }] })
    const view = await subscriptionOf(user.id, today())
    expect(view?.addOns).toMatchObject([{ name: 'Hack', quantity: 1 }])
    const { addOns } = await subscriptionCatalog(view!)
    expect(addOns.map(({ name }) => name)).toContain('Hack')
  })

  test('Only what is sold every month is offered for a subscription', async () => {
    await sellOnce()
    const user = await payingRider(provider)
    await createSubscription(user.id, await monthlyPurchase())
    const { addOns } = await subscriptionCatalog((await subscriptionOf(user.id, today()))!)
    expect(addOns.map(({ name }) => name)).not.toContain(EXTRA)
    const catalog = await listCatalog()
    expect(offeredAddOns(catalog, true).map(({ name }) => name)).not.toContain(EXTRA)
    expect(offeredAddOns(catalog, false).map(({ name }) => name)).toContain(EXTRA)
  })
})
