import type { Prisma } from '~/generated/prisma/client'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import type { RideTypeChange } from './ride-type.schema'

const inOrder = [{ sortOrder: 'asc' }, { id: 'asc' }] satisfies Prisma.RideTypeOrderByWithRelationInput[]

/** All ride types in the school's order, with those that are no longer offered. */
export const listRideTypes = () => prisma.rideType.findMany({ orderBy: inOrder })

const typeExists = () => new Refused('There is such a ride type already', 'name', 409)

/**
 * Adds a ride type, or changes its color, order and whether it is offered. Its name and counter stay, because rides
 * refer to them.
 * @throws Refused 404 if there is no such type; 409 if the name is taken, in any case.
 */
export const saveRideType = (actorId: string, change: RideTypeChange): Promise<string> =>
  translateViolations({ ride_types_name_key: typeExists }, () =>
    withTx(async (tx) => {
      if (change.intent === 'add') {
        const { name, color, sortOrder } = change
        const same = { name: { equals: name, mode: 'insensitive' } } satisfies Prisma.RideTypeWhereInput
        if ((await tx.rideType.count({ where: same })) > 0) throw typeExists()
        const data = { name, color, sortOrder, counter: change.counter || null }
        await tx.rideType.create({ data })
        await audit(tx, { actorId, action: 'ride-type.add', entity: 'ride-type', entityId: name, detail: data })
        return name
      }
      const { id, onOffer, ...look } = change
      const before = await tx.rideType.findUnique({ where: { id } })
      if (!before) throw notFound('There is no such ride type any more')
      const to = { color: look.color, sortOrder: look.sortOrder, isActive: onOffer === 'on' }
      await tx.rideType.update({ where: { id }, data: to })
      const from = { color: before.color, sortOrder: before.sortOrder, isActive: before.isActive }
      const detail = { from, to }
      await audit(tx, { actorId, action: 'ride-type.save', entity: 'ride-type', entityId: before.name, detail })
      return before.name
    }),
  )

/** The names of the ride types on offer, in the school's order. */
export async function rideTypeNames(): Promise<string[]> {
  const rows = await prisma.rideType.findMany({
    where: { isActive: true },
    orderBy: inOrder,
    select: { name: true },
  })
  return rows.map(({ name }) => name)
}
