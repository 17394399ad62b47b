import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeOrder } from '~/models/money/payments/order.server'
import { changeSubscription, createSubscription } from '~/models/money/subscribing/subscriptions.server'
import { today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { renameProduct } from '~/services/stripe/products.server'
import { seedCatalog } from '../../../../../prisma/seed/catalog'
import { rider } from '../../../../../test/factories'
import { addOnId, monthlyPurchase, openTestProvider, packageId, saveMethod } from '../../../../../test/payments'

const { sandbox, provider } = openTestProvider()

beforeEach(async () => {
  await seedCatalog()
  sandbox.faults.events = 'drop'
})
afterEach(() => vi.restoreAllMocks())

/** Creates a family with Package 1 and two hacks a month. */
async function subscriber() {
  const { id } = await rider()
  await saveMethod(provider, id)
  await createSubscription(id, await monthlyPurchase())
  return id
}

test('Each product is created at the provider once, however often subscriptions start and change', async () => {
  const created = vi.spyOn(provider.stripe.products, 'create')
  const families = [await subscriber(), await subscriber()]
  for (const id of families) {
    await changeSubscription(id, { packageId: await packageId(), addOns: [{ addOnId: await addOnId(), quantity: 1 }] })
  }
  const names = created.mock.calls.map(([product]) => product.name)
  expect(names).toEqual([...new Set(names)])
})

test('A product that the provider failed to create is requested again', async () => {
  const family = await subscriber()
  const premium = { packageId: await packageId('Package 2 - Premium'), addOns: [] }
  vi.spyOn(provider.stripe.products, 'create').mockRejectedValueOnce(new Error('no answer'))
  await expect(changeSubscription(family, premium)).rejects.toThrow('no answer')
  await changeSubscription(family, premium)
})

test('A package that is renamed in the catalog gets its new name at the provider with the next subscription', async () => {
  await subscriber()
  const [{ id }, purchase, sold] = [await rider(), await monthlyPurchase(), await packageId()]
  await saveMethod(provider, id)
  const rename = (name: string) => prisma.package.update({ where: { id: sold }, data: { name } })
  await rename('Package 1 - Starter')
  await createSubscription(id, purchase)
  const product = await provider.stripe.products.retrieve(`stirrup_package_${sold}`)
  await rename('Package 1 - Basic')
  expect(product.name).toBe('Package 1 - Starter')
})

test('A new name reaches the provider at once, and an order from before it does not restore the old one', async () => {
  await subscriber()
  const [{ id }, purchase, sold] = [await rider(), await monthlyPurchase(), await packageId()]
  const nameThere = async () => (await provider.stripe.products.retrieve(`stirrup_package_${sold}`)).name
  const rename = async (name: string) => {
    await prisma.package.update({ where: { id: sold }, data: { name } })
    await renameProduct(`stirrup_package_${sold}`, name)
  }
  await saveMethod(provider, id)
  await placeOrder(id, purchase, { today: today(), feeRate: 300, feeScope: 'all_cards', kind: 'subscription' })
  await rename('Package 1 - Starter')
  expect(await nameThere()).toBe('Package 1 - Starter')
  await createSubscription(id, purchase)
  expect(await nameThere()).toBe('Package 1 - Starter')
  vi.spyOn(provider.stripe.products, 'list').mockRejectedValueOnce(new Error('no answer'))
  await rename('Package 1 - Basic')
  expect(await nameThere()).toBe('Package 1 - Starter')
  await subscriber()
  expect(await nameThere()).toBe('Package 1 - Basic')
})

test('A product that no subscription uses yet is not created by a renaming', async () => {
  await renameProduct('stirrup_package_999', 'Package 9')
  await expect(provider.stripe.products.retrieve('stirrup_package_999')).rejects.toThrow()
})
