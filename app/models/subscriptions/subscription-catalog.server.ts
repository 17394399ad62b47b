import { listCatalog } from '~/models/catalog/catalog.server'
import { prisma } from '~/platform/db.server'
import type { SubscriptionView } from './subscription.server'

/** The catalog, and what the family has at the price it bought it for, on sale or not. */
export async function subscriptionCatalog({ package: bought, addOns: held }: SubscriptionView) {
  const { packages, addOns } = await listCatalog()
  const ended = await prisma.addOn.findMany({
    where: { id: { in: held.map(({ addOnId }) => addOnId) }, active: false },
    select: { id: true, name: true, description: true, type: true, isRecurring: true },
  })
  const heldPrice = (id: number) => held.find(({ addOnId }) => addOnId === id)?.price
  return {
    packages: [
      ...packages.map((item) => (item.id === bought?.id ? { ...item, price: bought.price } : item)),
      ...(bought && !packages.some(({ id }) => id === bought.id) ? [{ ...bought, description: null }] : []),
    ],
    addOns: [
      ...addOns.map((item) => ({ ...item, price: heldPrice(item.id) ?? item.price })),
      ...ended.map((item) => ({ ...item, price: heldPrice(item.id) ?? 0 })),
    ],
  }
}
