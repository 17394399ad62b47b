import type { Prisma } from '~/generated/prisma/client'
import { baseTypeOf, nameOfNext } from '~/models/schedule/week/base-type'
import { readBaseTypes } from '~/models/schedule/week/base-type.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { sameText } from '~/platform/search.server'
import { type Tx, withTx } from '~/platform/tx.server'
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
 * Changes a ride type's color, order, places and whether it is offered; with `shown` only what differs from it. Types
 * of second lessons that were equal follow. Its name and counter stay, because rides refer to them.
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
    // Second lessons look like the first, except in what the school has set apart.
    for (const field of ['color', 'sortOrder', 'isActive', 'capacity'] as const) {
      await tx.rideType.updateMany({ where: { baseType: name, [field]: from[field] }, data: { [field]: to[field] } })
    }
    await audit(tx, { actorId, action: 'ride-type.save', entity: 'ride-type', entityId: name, detail: { from, to } })
    return { name, kept }
  })

/**
 * Returns the ride type of another lesson of a type at an hour, the first that `isThere` says is not: `Group Lesson 2`.
 * It is added if the school has none, with the color, counter and places of the first lesson's.
 * @throws Refused if the school no longer offers it.
 */
export async function rideTypeOfNext(
  tx: Tx,
  actorId: string,
  type: string,
  isThere: (type: string) => boolean,
): Promise<string> {
  const base = baseTypeOf(await readBaseTypes(tx), type)
  // Of two desks, one adds it.
  await tx.$queryRaw`SELECT id FROM ride_types WHERE name = ${base} FOR UPDATE`
  const first = await tx.rideType.findUnique({ where: { name: base } })
  if (!first?.isActive) throw new Refused('invalid', 'Choose a ride type', 'type')
  for (let number = 2; ; number++) {
    const name = nameOfNext(base, number)
    if (isThere(name)) continue
    const found = await tx.rideType.findFirst({ where: { name: sameText(name) } })
    // A type of that name that the school added itself is something else.
    if (found && found.baseType !== base) continue
    if (found && !found.isActive)
      throw new Refused(
        'invalid',
        `The ride type ${name} is no longer offered. Offer it again in Ride types first.`,
        'type',
      )
    if (found) return found.name
    const { color, counter, capacity, sortOrder } = first
    const data = { name, color, counter, capacity, sortOrder, baseType: base }
    await tx.rideType.create({ data })
    await audit(tx, { actorId, action: 'ride-type.add', entity: 'ride-type', entityId: name, detail: data })
    return name
  }
}

/** The names of the ride types that can be chosen, in the school's order. */
export async function rideTypeNames(): Promise<string[]> {
  const rows = await prisma.rideType.findMany({
    where: { isActive: true },
    orderBy: inOrder,
    select: { name: true },
  })
  return rows.map(({ name }) => name)
}
