import { listCatalog } from '~/models/money/catalog/catalog.server'
import { prisma } from '~/platform/db.server'
import type { SubscriptionView } from './subscription.server'

/** Returns what the catalog sells every month, and what the family has at the price it bought it for, on sale or not. */
export async function subscriptionCatalog({ package: current, addOns: currentAddOns }: SubscriptionView) {
  const { packages, addOns, version } = await listCatalog()
  const offered = addOns.filter(
    ({ id, isRecurring }) => isRecurring || currentAddOns.some(({ addOnId }) => addOnId === id),
  )
  const ended = await prisma.addOn.findMany({
    where: { id: { in: currentAddOns.map(({ addOnId }) => addOnId) }, active: false },
    select: { id: true, name: true, description: true, type: true, isRecurring: true },
  })
  const currentPrice = (id: number) => currentAddOns.find(({ addOnId }) => addOnId === id)?.price
  return {
    version,
    packages: [
      ...packages.map((item) => (item.id === current?.id ? { ...item, price: current.price } : item)),
      ...(current && !packages.some(({ id }) => id === current.id) ? [{ ...current, description: null }] : []),
    ],
    addOns: [
      ...offered.map((item) => ({ ...item, price: currentPrice(item.id) ?? item.price })),
      ...ended.map((item) => ({ ...item, price: currentPrice(item.id) ?? 0 })),
    ],
  }
}
