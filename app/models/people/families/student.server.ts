import { Prisma } from '~/generated/prisma/client'
import { CLOSED, closeUnproved, endAddressLinks, readdress } from '~/models/people/accounts/links/address.server'
import { personMatchesSql } from '~/models/people/accounts/name-sql.server'
import { NO_TOKENS } from '~/models/people/accounts/profile.server'
import type { Contact } from '~/models/people/accounts/student.schema'
import { NO_PASSWORD } from '~/models/people/accounts/token'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { ENDED_STATUSES, RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { sameText } from '~/platform/search.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { type LocalDate, toDbDate } from '~/utils/dates'
import { isRider } from './family.server'
import { type ByGuardian, distinguish, guardianSql } from './namesakes'
import { MOST_RIDERS } from './rider-choice'

export async function findStudent(id: string): Promise<{ id: string; name: string; email: string | null } | null> {
  const user = await prisma.user.findUnique({
    where: { id },
    select: { id: true, firstName: true, lastName: true, email: true },
  })
  return user && { id: user.id, name: displayName(user), email: user.email }
}

const rides = Prisma.raw(isRider('u'))
const guardian = Prisma.raw(guardianSql)

/**
 * Lists riders by first name, without hidden students and the office; only those that match a search, if there is one:
 * the first `MOST_RIDERS`, and one more if there are more. Parents who don't ride are found by search, or included by
 * `also`.
 */
export async function listRiders(search = '', also: string | null = null): Promise<{ id: string; name: string }[]> {
  const riders = search === '' ? rides : personMatchesSql(search)
  const users = await prisma.$queryRaw<({ id: string } & ByGuardian)[]>(Prisma.sql`
    SELECT * FROM (
      SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", u.email, ${guardian} AS guardian
      FROM users u WHERE u.hidden_at IS NULL AND u.role = 'customer' AND (${riders} OR u.id = ${also})
      ORDER BY u.id = ${also} DESC, u.first_name, u.last_name, u.id LIMIT ${MOST_RIDERS + 1}) u
    ORDER BY "firstName", "lastName", id`)
  return distinguish(users).map(({ id, name }) => ({ id, name }))
}

/** Locks a student until the transaction ends. @throws Refused 404, also for an erased one. */
export async function lockStudent(tx: Tx, id: string): Promise<void> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM users WHERE id = ${id} AND role = 'customer' AND erased_at IS NULL FOR UPDATE`
  if (!row) throw notFound('Student not found')
}

/**
 * Adds a student. Returns the ID. Without an email nobody signs in.
 * @throws Refused 409 if the email address is taken, or the same person was added without one.
 */
export const addStudent = (actorId: string, student: Contact): Promise<string> =>
  translateViolations({ users_email_key: () => emailTakenBy(student.email) }, () =>
    withTx(async (tx) => {
      if (!student.email) await refuseSamePerson(tx, student)
      const { id } = await tx.user.create({
        data: { ...student, password: NO_PASSWORD, emailVerifiedAt: student.email ? now() : null },
        select: { id: true },
      })
      await audit(tx, { actorId, action: 'student.add', entity: 'student', entityId: id, detail: { ...student } })
      return id
    }),
  )

/** Refuses the same person added twice, or from two desks: without an address nothing else tells them apart. */
async function refuseSamePerson(tx: Tx, { firstName, lastName, phone }: Contact): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('student without an email', 0))`
  const named = { firstName: sameText(firstName), lastName: sameText(lastName) }
  const where = { ...named, phone, email: null, guardianId: null, hiddenAt: null }
  if (!(await tx.user.count({ where: { ...where, role: 'customer' } }))) return
  const says = `${firstName} ${lastName} is a student already. For someone else of this name, enter another phone number.`
  throw new Refused('duplicate', says, 'phone')
}

async function emailTakenBy(email: string | null): Promise<Refused> {
  const other = await prisma.user.findFirst({
    where: { email },
    select: { hiddenAt: true, mergedInto: { select: named } },
  })
  if (other?.mergedInto) {
    return new Refused(
      'email_taken',
      `This email belongs to an account merged into ${displayName(other.mergedInto)}.`,
      'email',
    )
  }
  return other?.hiddenAt
    ? new Refused('email_taken', 'A removed student has this email. Restore that student instead.', 'email')
    : emailTaken()
}

export const emailTaken = () => new Refused('email_taken', 'That email is already in use.', 'email')

export const contactSelect = { firstName: true, lastName: true, email: true, phone: true, parentName: true } as const

/**
 * Updates contact data; missing fields stay unchanged. A new address revokes the links mailed to the old one, and
 * counts as the family's because the office says so: if the old one was not verified, whoever registered it is signed
 * out; without one everyone is, and waiting emails are not sent.
 */
export async function updateContact(
  tx: Tx,
  actorId: string,
  id: string,
  change: Partial<Contact & { level: string | null; weightLb: number | null }>,
): Promise<void> {
  const select = { ...contactSelect, level: true, weightLb: true, password: true } as const
  const before = await tx.user.findUniqueOrThrow({ where: { id }, select })
  const changed = Object.fromEntries(
    Object.entries(change).filter(
      ([key, value]) => value !== undefined && value !== before[key as keyof typeof select],
    ),
  )
  if (!Object.keys(changed).length) return
  if ('email' in changed) {
    await closeUnproved(tx, id)
    await endAddressLinks(tx, id)
  }
  // A family that the office served until now has no password, not even a revoked one.
  const served = before.password === null && { password: NO_PASSWORD }
  const address =
    'email' in changed &&
    (change.email ? { ...NO_TOKENS, emailVerifiedAt: now(), ...served } : { ...CLOSED, emailVerifiedAt: null })
  await tx.user.update({ where: { id }, data: { ...changed, ...address } })
  if (change.email && 'email' in changed) await readdress(tx, id, change.email)
  if (change.email === null && 'email' in changed) {
    await signOutEverywhere(tx, id)
    await tx.outboxEmail.deleteMany({ where: { userId: id, sentAt: null, attempts: 0 } })
  }
  const from = Object.fromEntries(Object.keys(changed).map((key) => [key, before[key as keyof typeof select]]))
  await audit(tx, {
    actorId,
    action: 'student.edit',
    entity: 'student',
    entityId: id,
    detail: { from: quiet(from), to: quiet(changed) },
  })
}

/** Writes a birth date that its caller has checked. */
export async function setBirthDate(
  tx: Tx,
  actorId: string,
  id: string,
  { from, to }: { from: LocalDate | null; to: LocalDate | null },
): Promise<void> {
  if (from === to) return
  await tx.user.update({ where: { id }, data: { birthDate: to && toDbDate(to) } })
  const detail = { from: { birthDate: from }, to: { birthDate: to } }
  await audit(tx, { actorId, action: 'student.edit', entity: 'student', entityId: id, detail })
}

/** Removes a weight from logged values: that it changed is in the log; its value is only with the rider. */
const quiet = (values: Record<string, string | number | null | undefined>) =>
  'weightLb' in values ? { ...values, weightLb: 'changed' } : values

const named = { id: true, firstName: true, lastName: true, email: true } as const

/** Returns what continues although a student is off the lists: a subscription that it pays or that is for it, and its places. */
export async function runningFor(id: string): Promise<{ subscription: string | null; weeklyPlaces: number }> {
  const [subscription, weeklyPlaces] = await Promise.all([
    prisma.subscription.findFirst({
      where: { OR: [{ riderId: id }, { userId: id }], status: { in: RUNNING_STATUSES } },
      select: { package: { select: { name: true } } },
    }),
    prisma.weeklyPlace.count({ where: { studentId: id, isActive: true, deletedFromDate: null } }),
  ])
  return { subscription: subscription && (subscription.package?.name ?? 'Add-ons Only'), weeklyPlaces }
}

/** Whether a student pays for a subscription that has not ended, and therefore has to be reachable. */
export const paysSubscription = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.subscription.count({ where: { userId, status: { notIn: ENDED_STATUSES } } })) > 0

/** @throws Refused 409 for an account that was merged into another one. */
export async function refuseMerged(tx: Tx, id: string): Promise<void> {
  const { mergedInto } = await tx.user.findUniqueOrThrow({ where: { id }, select: { mergedInto: { select: named } } })
  if (mergedInto) {
    throw new Refused(
      'account_closed',
      `This account was merged into ${displayName(mergedInto)}. Undo the merge first.`,
    )
  }
}
