import { t } from '#text'
import type { PaymentType } from '~/models/money/catalog/order-choice'
import type { PurchaseLine } from '~/models/money/payments/order.schema'
import { ridersOfFamily } from '~/models/people/families/family.server'
import { contentsAsSold } from '~/models/vocabulary/catalog'
import { notFound, Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { centsOf } from '~/utils/money'

export type OrderKind = 'one_time' | 'subscription'

/** Returns the message about an add-on that no subscription can include. */
export const soldOnce = (name: string) =>
  new Refused(
    'items_conflict',
    t('{name} can only be a one-time purchase. Please remove it from your subscription.', { name }),
    'items',
  )

/** A line with the rider it is for. */
type RiderLine = PurchaseLine & { riderId: string }

/** Refuses two packages for one rider and month, because a grant holds one. Each line must name its rider. */
function refuseDoubles(lines: RiderLine[]): void {
  const packages = lines.filter(({ type }) => type === 'package').map(({ riderId }) => riderId)
  if (!areDistinct(packages)) throw new Refused('items_conflict', t('Please select one package at a time'), 'items')
  if (!areDistinct(lines.map(({ type, id, riderId }) => `${type} ${id} ${riderId}`)))
    throw new Refused('items_conflict', t('Each item can be listed once'), 'items')
}

/** The most items: of the provider's 20 items of a subscription, and of the 100 lines of its page, one is the fee. */
const MAX_THINGS: Record<OrderKind, number> = { subscription: 19, one_time: 99 }

/** @throws Refused for more items than the provider accepts in one payment */
export function refuseTooMany(lines: { type: string; id: number }[], kind: OrderKind): void {
  const most = MAX_THINGS[kind]
  if (new Set(lines.map(({ type, id }) => `${type} ${id}`)).size <= most) return
  const message = t(
    kind === 'subscription'
      ? 'A subscription can have up to {most} different items. Please choose fewer.'
      : 'A purchase can have up to {most} different items. Please choose fewer.',
    { most },
  )
  throw new Refused('items_conflict', message, 'items')
}

const areDistinct = (names: string[]): boolean => new Set(names).size === names.length

/**
 * Returns the lines with their riders, merging equal ones.
 * @throws Refused 404 for a rider of another family; for two packages for one rider, an item twice, and more than the
 * provider accepts.
 */
export async function linesOfRiders(
  tx: Tx,
  userId: string,
  items: PurchaseLine[],
  kind: OrderKind,
): Promise<RiderLine[]> {
  const family = (await ridersOfFamily(userId, tx)).map(({ id }) => id)
  const riders = family.includes(userId) ? family : [userId, ...family]
  const lines = items.map((line) => ({ ...line, riderId: line.riderId ?? family[0] ?? userId }))
  if (lines.some(({ riderId }) => !riders.includes(riderId))) throw notFound(t('Rider not found'))
  refuseDoubles(lines)
  refuseTooMany(lines, kind)
  return riders.flatMap((id) => lines.filter(({ riderId }) => riderId === id))
}

export async function snapshotLines(tx: Tx, items: RiderLine[], kind: OrderKind) {
  const idsOf = (type: string) => items.filter((item) => item.type === type).map((item) => item.id)
  const packages = await tx.package.findMany({ where: { id: { in: idsOf('package') }, active: true } })
  const addOns = await tx.addOn.findMany({ where: { id: { in: idsOf('addon') }, active: true } })
  const gone = () =>
    new Refused('not_for_sale', t('Something you chose is no longer for sale. Please start over.'), 'items')
  return items.map((line) => {
    const { type, id, quantity, riderId } = line
    const paymentType = paymentTypeOf(line, kind)
    if (type === 'package') {
      const found = packages.find((row) => row.id === id)
      if (!found) throw gone()
      return {
        type,
        riderId,
        packageId: id,
        paymentType,
        name: found.name,
        quantity,
        unitPrice: centsOf(found.price),
        ...contentsAsSold(found),
      }
    }
    const found = addOns.find((row) => row.id === id)
    if (!found) throw gone()
    if (paymentTypeOf(line, kind) === 'recurring' && !found.isRecurring) throw soldOnce(found.name)
    return {
      type,
      riderId,
      addOnId: id,
      paymentType,
      name: found.name,
      quantity,
      unitPrice: centsOf(found.price),
      lessons: found.type === 'group_lesson' ? 1 : 0,
      privateLessons: found.type === 'private_lesson' ? 1 : 0,
      hacks: found.type === 'hack' ? 1 : 0,
      horseUse: found.type === 'horse_use' ? 1 : 0,
    }
  })
}

const paymentTypeOf = ({ paymentType }: PurchaseLine, kind: OrderKind): PaymentType =>
  kind === 'subscription' ? (paymentType ?? 'recurring') : 'one-time'
