import type { Prisma } from '~/generated/prisma/client'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { sameText } from '~/platform/search.server'
import { withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts } from '~/platform/version'
import { translateViolations } from '~/platform/violation.server'
import type { RideTypeChange } from './ride-type.schema'

const inOrder = [{ sortOrder: 'asc' }, { id: 'asc' }] satisfies Prisma.RideTypeOrderByWithRelationInput[]

/** Lists ride types, including those no longer offered. */
export const listRideTypes = () => prisma.rideType.findMany({ orderBy: inOrder })

const typeExists = () => new Refused('duplicate', 'That ride type already exists', 'name')

type Look = {
  color: string
  sortOrder: number
  isActive: boolean
  /** Null is no limit. */
  capacity: number | null
}

const LOOK_TEXTS: FieldTexts<Look> = {
  color: { label: 'colour' },
  sortOrder: { label: 'order' },
  isActive: { label: 'offered', show: (on) => (on ? 'yes' : 'no') },
  capacity: { label: 'places' },
}

type Added = Extract<RideTypeChange, { intent: 'add' }>

/** Adds a ride type. Returns its name. @throws Refused 409 if one has that name, in any case. */
export const addRideType = (
  actorId: string,
  { name, color, sortOrder, capacity, counter }: Omit<Added, 'intent'>,
): Promise<string> =>
  translateViolations({ ride_types_name_key: typeExists }, () =>
    withTx(async (tx) => {
      const same = { name: sameText(name) } satisfies Prisma.RideTypeWhereInput
      if ((await tx.rideType.count({ where: same })) > 0) throw typeExists()
      const data = { name, color, sortOrder, capacity, counter: counter || null }
      await tx.rideType.create({ data })
      await audit(tx, { actorId, action: 'ride-type.add', entity: 'ride-type', entityId: name, detail: data })
      return name
    }),
  )

/**
 * Changes a ride type's color, order, places and whether it is offered; with `shown` only what differs from it. Its
 * name and counter stay, because rides refer to them.
 * @returns its name, and a sentence about fields that someone else has changed in the meantime.
 * @throws Refused 404 if there is no such type; Outdated if someone else has changed the same field.
 */
export const saveRideType = (
  actorId: string,
  id: number,
  look: Look,
  version?: string,
): Promise<{ name: string; kept: string | undefined }> =>
  withTx(async (tx) => {
    const [row] = await tx.$queryRaw<(Look & { name: string })[]>`
      SELECT name, color, sort_order AS "sortOrder", is_active AS "isActive", capacity
      FROM ride_types WHERE id = ${id} FOR NO KEY UPDATE`
    if (!row) throw notFound('This ride type no longer exists.')
    const { name, ...from } = row
    const { write, kept } = checkEdit<Look>(version, look, from, LOOK_TEXTS)
    const to = { ...from, ...write }
    await tx.rideType.update({ where: { id }, data: to })
    await audit(tx, { actorId, action: 'ride-type.save', entity: 'ride-type', entityId: name, detail: { from, to } })
    return { name, kept }
  })

/** The names of the ride types that can be chosen, in the school's order. */
export async function rideTypeNames(): Promise<string[]> {
  const rows = await prisma.rideType.findMany({
    where: { isActive: true },
    orderBy: inOrder,
    select: { name: true },
  })
  return rows.map(({ name }) => name)
}
