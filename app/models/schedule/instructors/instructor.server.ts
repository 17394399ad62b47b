import { NO_TOKENS } from '~/models/people/accounts/profile.server'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { endReport } from '~/models/schedule/instructors/cover/report.server'
import { changed } from '~/models/school/settings-changes.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { sameText } from '~/platform/search.server'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { checkEdit, type FieldTexts, versionOf } from '~/platform/version'
import { toDbDate } from '~/utils/dates'
import type { InstructorName } from './instructor.schema'

interface Instructor {
  id: string
  name: string
  /** The address that they sign in with; null if they do not. */
  email: string | null
}

const select = { id: true, firstName: true, lastName: true, email: true } as const
const theirs = { role: 'instructor', hiddenAt: null } as const

/** By name. */
export async function listInstructors(): Promise<Instructor[]> {
  const users = await prisma.user.findMany({
    where: theirs,
    orderBy: [{ firstName: 'asc' }, { lastName: 'asc' }, { id: 'asc' }],
    select,
  })
  return users.map((user) => ({ id: user.id, name: displayName(user), email: user.email }))
}

interface InstructorForm extends Instructor {
  names: { firstName: string; lastName: string }
  version: string
  /** Weekly places from today on that name this instructor. */
  weekly: number
}

/** Null if there is none. */
export async function findInstructor(id: string): Promise<InstructorForm | null> {
  const user = await prisma.user.findFirst({ where: { id, ...theirs }, select })
  if (!user) return null
  const names = namesOf(user)
  return {
    id,
    name: displayName(user),
    email: user.email,
    names,
    version: versionOf(names),
    weekly: await prisma.weeklyPlace.count({
      where: {
        instructorId: id,
        isActive: true,
        OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(today()) } }],
      },
    }),
  }
}

const namesOf = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) => ({
  firstName: firstName ?? '',
  lastName: lastName ?? '',
})

/** One who was removed under this name comes back. Returns the name. @throws Refused 409 if the name is taken. */
export const addInstructor = (actorId: string, { firstName, lastName = '' }: InstructorName): Promise<string> =>
  withTx(async (tx) => {
    await lockInstructors(tx)
    const known = await sameName(tx, firstName, lastName)
    if (known && known.hiddenAt === null) throw nameTaken()
    const user = known
      ? await tx.user.update({ where: { id: known.id }, data: { hiddenAt: null }, select })
      : await tx.user.create({ data: { firstName, lastName, role: 'instructor' }, select })
    const name = displayName(user)
    const entry = { action: 'instructor.add', entity: 'instructor', entityId: user.id } as const
    await audit(tx, { actorId, ...entry, detail: { name } })
    return name
  })

const NAME_TEXTS: FieldTexts<InstructorForm['names']> = {
  firstName: { label: 'first name' },
  lastName: { label: 'last name' },
}

/**
 * Lessons show the new name, those of the past too.
 * @throws Refused 404; 409 if the name is taken; Outdated if someone else has changed it.
 */
export const renameInstructor = (
  actorId: string,
  id: string,
  { firstName, lastName = '' }: InstructorName,
  version?: string,
): Promise<{ name: string; kept: string | undefined }> =>
  withTx(async (tx) => {
    await lockInstructors(tx)
    const from = namesOf(await required(tx, id))
    const { write, kept } = checkEdit(version, { firstName, lastName }, from, NAME_TEXTS)
    const to = { ...from, ...write }
    const change = changed(from, to)
    if (!change) return { name: displayName(to), kept }
    const other = await sameName(tx, to.firstName, to.lastName)
    if (other && other.id !== id) throw nameTaken()
    await tx.user.update({ where: { id }, data: to })
    const name = displayName(to)
    const entry = { action: 'instructor.save', entity: 'instructor', entityId: id } as const
    await audit(tx, { actorId, ...entry, detail: { name, ...change } })
    return { name, kept }
  })

/** Nobody gets in by this account anymore, and its address is free. */
export async function forgetSignIn(tx: Tx, id: string): Promise<void> {
  await tx.user.update({ where: { id }, data: { email: null, password: null, ...NO_TOKENS } })
  await signOutEverywhere(tx, id)
}

/** What they taught keeps their name; lessons from today on have no instructor, and nobody signs in as them. Returns the name. @throws Refused 404 */
export const removeInstructor = (actorId: string, id: string): Promise<string> =>
  withTx(async (tx) => {
    await lockInstructors(tx)
    const name = displayName(await required(tx, id))
    await tx.user.update({ where: { id }, data: { hiddenAt: now() } })
    await forgetSignIn(tx, id)
    await endReport(id, tx)
    const entry = { action: 'instructor.remove', entity: 'instructor', entityId: id } as const
    await audit(tx, { actorId, ...entry, detail: { name } })
    return name
  })

/** The name of an instructor whom a form chose beside other things. @throws Refused 400 if there is no such instructor. */
export async function chosenInstructorName(id: string, db: Db = prisma): Promise<string> {
  const user = await found(db, id)
  if (!user) throw new Refused('invalid', GONE, 'instructorId')
  return displayName(user)
}

/** @throws Refused 404 if there is no such instructor. */
export const instructorName = async (tx: Tx, id: string): Promise<string> => displayName(await required(tx, id))

/** One change of instructors at a time from here on. @throws Refused 404 */
export async function lockInstructor(tx: Tx, id: string) {
  await lockInstructors(tx)
  return required(tx, id)
}

/** One change of instructors at a time, because no two have the same name. */
async function lockInstructors(tx: Tx): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('instructors', 0))`
}

async function required(tx: Tx, id: string) {
  const user = await found(tx, id)
  if (!user) throw notFound(GONE)
  return user
}

const GONE = 'This instructor no longer exists'

const found = (db: Db, id: string) => db.user.findFirst({ where: { id, ...theirs }, select })

const sameName = (tx: Tx, firstName: string, lastName: string) =>
  tx.user.findFirst({
    where: {
      role: 'instructor',
      firstName: sameText(firstName),
      lastName: sameText(lastName),
    },
    select: { id: true, hiddenAt: true },
  })

const nameTaken = () => new Refused('duplicate', 'That name is taken', 'firstName')
