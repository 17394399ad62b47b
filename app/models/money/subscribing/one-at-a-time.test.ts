import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { ensureCustomer } from '~/models/money/payments/provider/customer.server'
import { PATIENCE } from '~/models/money/subscriptions/change-claim.server'
import { subscriptionOf } from '~/models/money/subscriptions/subscription.server'
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
import { cancelSubscription, changeSubscription, createSubscription } from './subscriptions.server'

const { sandbox, provider, goToNextMonth, goToNewQuarter } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'deliver'
  sandbox.faults.latency = [0, 0]
  goToNewQuarter()
})
afterEach(async () => {
  vi.restoreAllMocks()
  sandbox.faults.latency = [0, 0]
  sandbox.faults.events = 'drop'
  await endSubscriptions(provider)
})

const slowly = () => {
  sandbox.faults.latency = [30, 120]
}
const quickly = async () => {
  sandbox.faults.latency = [0, 0]
  await sandbox.idle()
}

/** Returns the products at the provider with their prices and quantities, such as `addon_3 4450 × 1`. */
async function itemsOf(userId: string): Promise<string[]> {
  const { items } = await provider.stripe.subscriptions.retrieve(await stripeIdOf(userId))
  return items.data
    .map(({ price, quantity }) => `${String(price.product).replace('stirrup_', '')} ${price.unit_amount} × ${quantity}`)
    .sort()
}

const chargesOf = async (userId: string) => {
  const { data } = await provider.stripe.charges.list({ customer: await ensureCustomer(userId), limit: 100 })
  return data.map(({ amount }) => amount).reverse()
}

async function subscriber(token?: string, method: 'card' | 'us_bank_account' = 'card') {
  const user = await payingRider(provider, token)
  const items = [{ type: 'package' as const, id: await packageId(), quantity: 1 }]
  await createSubscription(user.id, await monthlyPurchase({ items, method }))
  await sandbox.idle()
  return user
}
const withHack = async () => ({ packageId: await packageId(), addOns: [{ addOnId: await addOnId(), quantity: 1 }] })

describe('Two changes of a subscription at once', () => {
  test('A double click on Update Subscription adds an add-on once, and both see the result', async () => {
    const user = await subscriber()
    const hack = `addon_${await addOnId()} 4450 × 1`
    slowly()
    const choice = await withHack()
    const told = await Promise.allSettled([changeSubscription(user.id, choice), changeSubscription(user.id, choice)])
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await quickly()
    expect(await itemsOf(user.id)).toEqual([hack, 'fee_300 794 × 1', `package_${await packageId()} 22000 × 1`])
    await goToNextMonth()
    expect(await chargesOf(user.id)).toEqual([22_660, 27_244])
    expect(await allowanceOf(user.id, today())).toMatchObject({ lessons: { allowed: 4 }, hacks: { allowed: 1 } })
  })

  test('A double click on Set as default adds the fee once', async () => {
    const user = await subscriber('pm_usBankAccount_success', 'us_bank_account')
    const card = await saveMethod(provider, user.id)
    slowly()
    const told = await Promise.allSettled([setDefaultMethod(user.id, card), setDefaultMethod(user.id, card)])
    expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    await quickly()
    expect(await itemsOf(user.id)).toEqual(['fee_300 660 × 1', `package_${await packageId()} 22000 × 1`])
  })

  test('Of two different changes the later one wins, with its own fee', async () => {
    const user = await subscriber()
    const premium = { packageId: await packageId('Package 2 - Premium'), addOns: [] }
    slowly()
    await Promise.all([
      withHack().then((choice) => changeSubscription(user.id, choice)),
      changeSubscription(user.id, premium),
    ])
    await quickly()
    const view = await subscriptionOf(user.id, today())
    const { items } = await provider.stripe.subscriptions.retrieve(await stripeIdOf(user.id))
    const total = items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount! * quantity!, 0)
    expect([27_244, 41_200]).toContain(total)
    expect(view?.monthlyPrice).toBe(total)
  })

  test('A change, a cancellation and another card at once leave one package, one fee, and an end', async () => {
    const user = await subscriber()
    const card = await saveMethod(provider, user.id, 'pm_card_mastercard')
    slowly()
    await Promise.allSettled([
      changeSubscription(user.id, await withHack()),
      cancelSubscription(user.id),
      setDefaultMethod(user.id, card),
      changeSubscription(user.id, await withHack()),
    ])
    await quickly()
    const products = (await itemsOf(user.id)).map((item) => item.split(' ')[0])
    expect(new Set(products).size).toBe(products.length)
    expect(await subscriptionOf(user.id, today())).toMatchObject({ cancelAtPeriodEnd: true })
  })

  test('A change waits for that of another process, and is refused with a message if it takes long', async () => {
    const user = await subscriber()
    const claimed = { changeToken: 'family:elsewhere', changingSince: new Date() }
    await prisma.subscription.updateMany({ where: { userId: user.id }, data: claimed })
    const change = changeSubscription(user.id, await withHack())
    setTimeout(async () => {
      await prisma.subscription.updateMany({
        where: { userId: user.id },
        data: { changeToken: null, changingSince: null },
      })
    }, 300)
    expect(await change).toEqual({ state: 'done' })
    await prisma.subscription.updateMany({ where: { userId: user.id }, data: claimed })
    const usual = PATIENCE.ms
    onTestFinished(() => {
      PATIENCE.ms = usual
    })
    PATIENCE.ms = 300
    await expect(cancelSubscription(user.id)).rejects.toMatchObject({
      status: 409,
      message: 'Your subscription is being updated. Please check back in a moment.',
    })
  })

  test('The change of a process that died is taken over after two minutes', async () => {
    const user = await subscriber()
    const claimed = { changeToken: 'family:dead', changingSince: new Date(Date.now() - 121_000) }
    await prisma.subscription.updateMany({ where: { userId: user.id }, data: claimed })
    expect(await changeSubscription(user.id, await withHack())).toEqual({ state: 'done' })
  })

  test('A change whose answer was lost and that is sent again is one change', async () => {
    const user = await subscriber()
    for (let tries = 0; tries < 3; tries++)
      sandbox.faults.failNext('timeout_after', { method: 'POST', path: /subscriptions\/sub_/ })
    await expect(changeSubscription(user.id, await withHack())).rejects.toMatchObject({
      message: 'We’re checking with our payment provider. Please check back in a few minutes before you try again.',
    })
    expect(await changeSubscription(user.id, await withHack())).toEqual({ state: 'done' })
    expect(await itemsOf(user.id)).toHaveLength(3)
  })

  test('Changing a subscription there and back within a day makes every change', async () => {
    const user = await subscriber()
    const hacks = async (quantity: number) => {
      await changeSubscription(user.id, {
        packageId: await packageId(),
        addOns: [{ addOnId: await addOnId(), quantity }],
      })
      return (await subscriptionOf(user.id, today()))?.addOns[0]?.quantity
    }
    expect([await hacks(1), await hacks(2), await hacks(1), await hacks(2)]).toEqual([1, 2, 1, 2])
  })

  test('If the provider is busy with a subscription, the change is made after that', async () => {
    const user = await subscriber()
    slowly()
    const id = await stripeIdOf(user.id)
    const notes = Array.from({ length: 4 }, (_, n) =>
      provider.stripe.subscriptions.update(id, { metadata: { note: String(n) } }).catch(() => null),
    )
    expect(await changeSubscription(user.id, await withHack())).toEqual({ state: 'done' })
    await Promise.all(notes)
    await quickly()
    expect(await itemsOf(user.id)).toHaveLength(3)
  })
})

describe('An item that is in a subscription twice', () => {
  const doubled = async (userId: string, product: string, amount: number) => {
    await provider.stripe.subscriptions.update(await stripeIdOf(userId), {
      items: [{ price_data: { currency: 'usd', product, unit_amount: amount, recurring: { interval: 'month' } } }],
      proration_behavior: 'none',
    })
    await sandbox.idle()
  }

  test('A duplicate add-on is granted and shown at its cost, and the next change fixes it', async () => {
    const user = await subscriber()
    await changeSubscription(user.id, await withHack())
    await doubled(user.id, `stirrup_addon_${await addOnId()}`, 4450)
    const view = await subscriptionOf(user.id, today())
    expect(view?.addOns).toMatchObject([{ quantity: 2, price: 4450 }])
    await goToNextMonth()
    expect((await chargesOf(user.id)).at(-1)).toBe(view?.monthlyPrice)
    expect(await allowanceOf(user.id, today())).toMatchObject({ lessons: { allowed: 4 }, hacks: { allowed: 2 } })
    await changeSubscription(user.id, await withHack())
    expect(await itemsOf(user.id)).toHaveLength(3)
    expect((await subscriptionOf(user.id, today()))?.monthlyPrice).toBe(27_244)
  })

  test('A duplicate fee is removed automatically', async () => {
    const user = await subscriber()
    await doubled(user.id, 'stirrup_fee_300', 660)
    expect(await itemsOf(user.id)).toEqual(['fee_300 660 × 1', `package_${await packageId()} 22000 × 1`])
    expect((await subscriptionOf(user.id, today()))?.monthlyPrice).toBe(22_660)
  })

  test('An item that the office added at the provider stays, whatever a family changes', async () => {
    const user = await subscriber()
    const { id: product } = await provider.stripe.products.create({ name: 'Boarding' })
    await doubled(user.id, product, 50_000)
    const bank = await saveMethod(provider, user.id, 'pm_usBankAccount_success')
    await setDefaultMethod(user.id, bank)
    await changeSubscription(user.id, await withHack())
    expect(await itemsOf(user.id)).toEqual([
      `addon_${await addOnId()} 4450 × 1`,
      `package_${await packageId()} 22000 × 1`,
      `${product} 50000 × 1`,
    ])
  })
})
