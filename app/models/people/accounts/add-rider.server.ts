import { t } from '#text'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { type LocalDate, toDbDate } from '~/utils/dates'
import { isAdult } from './age'
import { CONSENT, TICK_CONSENT } from './consent'
import { BORN_LATER, type NewRider } from './family.schema'
import { childOf } from './rider-of.server'

/** @throws Refused if the birth date is in the future. */
export function refuseFutureBirthDate(birthDate: LocalDate | null | undefined): void {
  if (birthDate && birthDate > today()) throw new Refused('date_out_of_range', BORN_LATER, 'birthDate')
}

interface Adding {
  /** The office, or the guardian. */
  actorId: string
  guardianId: string
  /** Whether the guardian consents, as a parent, to storing the child's data; undefined for a child whom the office adds. */
  consent?: boolean
}

/**
 * Adds a rider to a guardian's family, in a transaction that has locked or created the guardian. Returns the ID.
 * @throws Refused 400 if the birth date is in the future, or a guardian who adds a child has not consented; 409 if the
 * name is in the family already.
 */
export async function addRider(tx: Tx, adding: Adding, { firstName, lastName, birthDate }: NewRider): Promise<string> {
  const { actorId, guardianId, consent = false } = adding
  refuseFutureBirthDate(birthDate)
  await refuseSameName(tx, adding, { firstName, lastName })
  const isChild = !isAdult(birthDate, today())
  if (actorId === guardianId && isChild && !consent) throw new Refused('consent_required', TICK_CONSENT, 'consent')
  const { id } = await tx.user.create({
    data: { firstName, lastName, birthDate: birthDate && toDbDate(birthDate), guardianId },
    select: { id: true },
  })
  const of = { actorId, entity: 'student', entityId: id } as const
  await audit(tx, { ...of, action: 'family.add-rider', detail: { guardianId, firstName, lastName, birthDate } })
  if (isChild && consent) {
    const { version } = CONSENT
    await tx.consent.create({ data: { riderId: id, byId: guardianId, version, givenAt: now() } })
    await audit(tx, { ...of, action: 'consent.give', detail: { version } })
  }
  return id
}

const nameOf = (person: { firstName: string | null; lastName: string | null }) =>
  displayName(person).toLocaleLowerCase('en-US')

/**
 * Refuses a child with the name of its account. The office may use one, to tell the two apart; a guardian who does has
 * confused the fields, or sent the form twice.
 */
async function refuseSameName(
  tx: Tx,
  { actorId, guardianId }: Adding,
  { firstName, lastName }: Pick<NewRider, 'firstName' | 'lastName'>,
): Promise<void> {
  const family = await tx.user.findMany({
    where: { OR: [childOf(guardianId), ...(actorId === guardianId ? [{ id: guardianId }] : [])] },
    select: { id: true, firstName: true, lastName: true },
  })
  const name = nameOf({ firstName, lastName })
  const found = family.find((person) => nameOf(person) === name)
  if (!found) return
  const typed = { name: `${firstName} ${lastName}` }
  const says =
    found.id === guardianId
      ? t('{name} is the name of the account. Please enter the name of another rider.', typed)
      : t('{name} is in this family already', typed)
  throw new Refused('duplicate', says, 'firstName')
}
