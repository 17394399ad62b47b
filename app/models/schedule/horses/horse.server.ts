import { type HorseRow, horseColumns, lockHorses } from '~/models/schedule/snapshot/horse-lock.server'
import { HORSE_NAME_LENGTH } from '~/models/schedule/vocabulary/horse.schema'
import { coatLabel } from '~/models/school/coat'
import { LEVELS } from '~/models/vocabulary/level'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { sameText } from '~/platform/search.server'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts } from '~/platform/version'
import { violates } from '~/platform/violation.server'
import type { LocalDate } from '~/utils/dates'

export const GONE = 'This horse no longer exists.'

/** With a day, their limits are those of that day. */
export const listHorses = (on?: LocalDate): Promise<HorseRow[]> =>
  prisma.$queryRaw<HorseRow[]>`SELECT ${horseColumns(on)} FROM horses h WHERE h.is_active ORDER BY h.name`

/** Every horse by name, removed ones too: their history can be looked at. */
export const namedHorses = (): Promise<{ id: number; name: string }[]> =>
  prisma.horse.findMany({ select: { id: true, name: true }, orderBy: { name: 'asc' } })

/** In any case; null if there is none. */
export const findHorse = async (name: string, db: Db = prisma): Promise<HorseRow | null> => {
  const known = await db.horse.findFirst({ where: { name: sameText(name.trim()) }, select: { id: true } })
  return known && horseOf(db, known.id)
}

async function horseOf(db: Db, id: number): Promise<HorseRow> {
  const [horse] = await db.$queryRaw<HorseRow[]>`SELECT ${horseColumns()} FROM horses h WHERE h.id = ${id}`
  if (!horse) throw notFound(GONE)
  return horse
}

/** @throws Refused 404 if it was removed. */
export async function findActiveHorse(id: number): Promise<HorseRow> {
  const horse = await horseOf(prisma, id)
  if (!horse.isActive) throw notFound(GONE)
  return horse
}

/** A known name adds nothing; a removed horse comes back. @throws Refused if the name is empty or too long. */
export async function addHorse(actorId: string, name: string): Promise<{ horse: HorseRow; isNew: boolean }> {
  const trimmed = name.trim()
  if (!trimmed) throw new Refused('invalid', 'Enter a name', 'name')
  if ([...trimmed].length > HORSE_NAME_LENGTH)
    throw new Refused('invalid', `Use up to ${HORSE_NAME_LENGTH} characters`, 'name')
  try {
    return await withTx((tx) => addHorseIn(tx, actorId, trimmed))
  } catch (error) {
    const added = ONE_NAME.some((name) => violates(error, name))
    const meanwhile = added ? await findHorse(trimmed) : null
    if (meanwhile) return { horse: meanwhile, isNew: false }
    throw error
  }
}

/** What a horse violates whose name another has by now. */
export const ONE_NAME = ['horses_name_key', 'horses_name_any_case']

/** As `addHorse`, of a name that is checked. Whoever adds it at once violates `ONE_NAME`. */
export async function addHorseIn(tx: Tx, actorId: string, name: string): Promise<{ horse: HorseRow; isNew: boolean }> {
  const known = await findHorse(name, tx)
  if (known?.isActive) return { horse: known, isNew: false }
  const { id } = known
    ? await tx.horse.update({ where: { id: known.id }, data: { isActive: true } })
    : await tx.horse.create({ data: { name } })
  const horse = await horseOf(tx, id)
  await audit(tx, { actorId, action: 'horse.add', entity: 'horse', entityId: horse.id, detail: { name: horse.name } })
  return { horse, isNew: true }
}

type HorseChange = Pick<HorseRow, 'dayLimit' | 'weekLimit' | 'gapMinutes' | 'maxWeightLb' | 'minLevel' | 'coat'>

const HORSE_TEXTS: FieldTexts<HorseChange> = {
  dayLimit: { label: 'max per day' },
  weekLimit: { label: 'max per week' },
  gapMinutes: { label: 'minutes between rides' },
  maxWeightLb: { label: 'max rider weight' },
  minLevel: {
    label: 'for riders from',
    show: (level) => LEVELS.find(({ name }) => name === level)?.label ?? 'any level',
  },
  coat: { label: 'coat', show: coatLabel },
}

/**
 * Sets a horse's limits; with `shown` only what differs from it. Rides it has already stay.
 * @returns what to say of fields that someone else has changed in the meantime.
 * @throws Refused 404; Outdated if someone else has changed the same field.
 */
export const saveHorse = (
  actorId: string,
  id: number,
  change: Partial<HorseChange>,
  version?: string,
): Promise<{ name: string; kept: string | undefined }> =>
  withTx(async (tx) => {
    const { name, dayLimit, weekLimit, gapMinutes, maxWeightLb, minLevel, coat } = await lockHorse(tx, id)
    const from = { dayLimit, weekLimit, gapMinutes, maxWeightLb, minLevel, coat }
    const { write, kept } = checkEdit<HorseChange>(version, change, from, HORSE_TEXTS)
    const to = { ...from, ...write }
    await tx.horse.update({ where: { id }, data: to })
    await audit(tx, { actorId, action: 'horse.save', entity: 'horse', entityId: id, detail: { name, from, to } })
    return { name, kept }
  })

/** @throws Refused 404 if it was removed. */
export async function lockHorse(tx: Tx, id: number): Promise<HorseRow> {
  const [horse] = await lockHorses(tx, [id])
  if (!horse?.isActive) throw notFound(GONE)
  return horse
}
