import { addRider } from '~/models/people/accounts/add-rider.server'
import { birthDateOf, isUnder13, UNDER_13 } from '~/models/people/accounts/age'
import type { NewRider, OwnRider } from '~/models/people/accounts/family.schema'
import { closeUnproved } from '~/models/people/accounts/links/address.server'
import { NO_TOKENS } from '~/models/people/accounts/profile.server'
import { childOf } from '~/models/people/accounts/rider-of.server'
import { NO_PASSWORD } from '~/models/people/accounts/token'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { displayName, given } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { limitTries } from '~/platform/rate-limit.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { isOutdated } from '~/platform/version'
import { translateViolations } from '~/platform/violation.server'
import { hasRides, isRider } from './family.server'
import { emailTaken, paysSubscription } from './student.server'

const select = {
  id: true,
  firstName: true,
  lastName: true,
  email: true,
  password: true,
  role: true,
  birthDate: true,
  guardianId: true,
  hiddenAt: true,
  erasedAt: true,
} as const

type Person = NonNullable<Awaited<ReturnType<typeof find>>>
const find = (tx: Tx, id: string) => tx.user.findUnique({ where: { id }, select })

const REFUSALS = {
  users_family_is_flat: () => new Outdated('Someone else just changed this family. Please look at it again.'),
  users_email_key: emailTaken,
}
/** Returns a name for the middle of a sentence. */
const called = (person: Person) => displayName(person) || 'This student'
const firstNameOf = (person: Person) => given(person.firstName) || called(person)

/** Locks people until the transaction ends, in the order in which everyone locks them. @throws Refused 404 */
async function lockPeople<Ids extends string[]>(tx: Tx, ...ids: Ids): Promise<{ [Index in keyof Ids]: Person }> {
  await tx.$queryRaw`SELECT id FROM users WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`
  const people: Person[] = []
  for (const id of ids) {
    const person = await find(tx, id)
    if (!person || person.role === 'instructor' || person.erasedAt) throw notFound('Student not found')
    people.push(person)
  }
  // One for each ID.
  return people as { [Index in keyof Ids]: Person }
}

/** @throws Refused 409 if this person cannot be a guardian. */
function refuseGuardian(guardian: Person): void {
  const name = called(guardian)
  if (guardian.guardianId) {
    throw new Refused(
      'not_a_guardian',
      `${name} has a guardian, so ${name} can't be one. Link to that guardian instead.`,
    )
  }
  if (guardian.hiddenAt)
    throw new Refused('account_closed', `${name} was removed from the lists. Restore ${name} first.`)
  if (isUnder13(birthDateOf(guardian.birthDate), today())) throw new Refused('not_a_guardian', `${name} is under 13.`)
}

/**
 * Adds a rider to an account's family as the office; no email is required. Returns the ID.
 * @throws Refused 404; 409 if it cannot be a guardian; as `addRider`.
 */
export const addFamilyRider = (actorId: string, guardianId: string, rider: NewRider): Promise<string> =>
  translateViolations(REFUSALS, () =>
    withTx(async (tx) => {
      const [guardian] = await lockPeople(tx, guardianId)
      refuseGuardian(guardian)
      await closeUnproved(tx, guardianId)
      return addRider(tx, { actorId, guardianId }, rider)
    }),
  )

/** The most riders in a family that adds them itself. */
const OWN_RIDERS = 12

/** Counts a rider whom a family adds itself. @throws TooManyTries after 10 in an hour */
export const limitOwnRiders = (userId: string): Promise<void> =>
  limitTries(`add-rider:${userId}`, { max: 10, seconds: 60 * 60 })

/**
 * Adds a rider to a family's own account. If the account stood for a rider alone until now, it stays one. Returns the
 * ID.
 * @throws Refused 409 for an account that has a guardian, and once there are twelve riders; as `addRider`.
 */
export const addOwnRider = (userId: string, { consent, ...rider }: OwnRider): Promise<string> =>
  translateViolations(REFUSALS, () =>
    withTx(async (tx) => {
      const [account] = await lockPeople(tx, userId)
      if (account.guardianId)
        throw new Refused('guardian_decides', 'Your parent or guardian adds riders to your family')
      const riders = await tx.user.count({ where: childOf(userId) })
      if (account.hiddenAt || riders >= OWN_RIDERS)
        throw new Refused('ask_office', 'Please ask the office to add this rider')
      await tx.$executeRawUnsafe(
        `UPDATE users u SET rides_too = true WHERE id = $1 AND rides_too IS NULL AND ${isRider('u')}`,
        userId,
      )
      return addRider(tx, { actorId: userId, guardianId: userId, consent }, rider)
    }),
  )

/** Sets whether a parent with children in the account rides too. @throws Refused 409 for no, if they have rides, places or packages */
export const setRidesToo = (userId: string, ridesToo: boolean): Promise<void> =>
  withTx(async (tx) => {
    await lockPeople(tx, userId)
    if (!ridesToo && (await hasRides(userId, tx))) {
      throw new Refused('ask_office', 'You have rides, a weekly spot, or a package. Please ask the office.')
    }
    await tx.user.update({ where: { id: userId }, data: { ridesToo } })
    const of = { actorId: userId, entity: 'student', entityId: userId } as const
    await audit(tx, { ...of, action: 'family.rides-too', detail: { ridesToo } })
  })

/** Ends a guardian's open requests: they are in that guardian's words, and must not be answered to the next one. */
const endRequests = (tx: Tx, actorId: string, { id, guardianId }: Person) =>
  tx.makeupRequest.updateMany({
    where: { studentId: id, byId: guardianId ?? '', closedAt: null },
    data: { outcome: 'withdrawn', closedAt: now(), closedBy: actorId },
  })

interface Link {
  rider: string
  guardian: string
  /** The ID of the guardian that the question showed, empty for none; if it is left out, any is replaced. */
  version?: string
}

/** The change, for the toast, and the log entry from which it is undone. */
interface Changed {
  change: number
  riderId: string
  rider: string
  guardian: string
}

/**
 * Moves a rider into a guardian's family, out of another one too. Nothing else moves: purchases stay with the payer and
 * the rider. Returns null if nothing changes.
 * @throws Refused 404; 409 if it would make a chain, Outdated if the rider's guardian is not the one shown.
 */
export const linkRider = (actorId: string, link: Link): Promise<Changed | null> =>
  translateViolations(REFUSALS, () =>
    withTx(async (tx) => {
      if (link.rider === link.guardian) throw new Refused('not_a_guardian', 'A rider can’t be their own guardian.')
      const [rider, guardian] = await lockPeople(tx, link.rider, link.guardian)
      const names = { rider: called(rider), guardian: called(guardian) }
      if (rider.role !== 'customer') throw notFound('Student not found')
      if (rider.guardianId === guardian.id) return null
      await requireGuardian(tx, rider, link.version)
      refuseGuardian(guardian)
      if (await tx.user.count({ where: { guardianId: rider.id } })) {
        throw new Refused(
          'not_a_guardian',
          `${names.rider} is a guardian, so ${names.rider} can't have one. Move those riders first.`,
        )
      }
      await endRequests(tx, actorId, rider)
      await closeUnproved(tx, guardian.id)
      await tx.user.update({ where: { id: rider.id }, data: { guardianId: guardian.id } })
      const change = await audit(tx, {
        actorId,
        action: 'family.link',
        entity: 'student',
        entityId: rider.id,
        detail: { from: rider.guardianId, to: guardian.id },
      })
      return { change, riderId: rider.id, ...names }
    }),
  )

/** @throws Outdated unless the rider's guardian is still the one shown. */
async function requireGuardian(tx: Tx, rider: Person, version: string | undefined): Promise<void> {
  const present = rider.guardianId ?? ''
  if (!isOutdated(version, present)) return
  const guardian = present ? await find(tx, present) : null
  throw new Outdated(
    guardian
      ? `Someone just linked ${called(rider)} to ${called(guardian)}. Nothing was changed.`
      : `Someone just took ${called(rider)} out of the family. Nothing was changed.`,
    present,
  )
}

/**
 * Removes a rider from the family, with an email for a sign-in of their own if they have one; otherwise the office
 * serves them.
 * @throws Refused 404; 409 if the rider has no guardian, Outdated if another one than shown; 400 under 13, or without an email
 * but with a subscription.
 */
export const unlinkRider = (
  actorId: string,
  riderId: string,
  { version, email }: { version?: string; email: string | null },
): Promise<Changed> =>
  translateViolations(REFUSALS, () =>
    withTx(async (tx) => {
      const [rider] = await lockPeople(tx, riderId)
      await requireGuardian(tx, rider, version)
      const guardian = rider.guardianId ? await find(tx, rider.guardianId) : null
      if (!guardian) throw new Refused('nothing_to_do', `${called(rider)} has no guardian.`)
      if (isUnder13(birthDateOf(rider.birthDate), today())) {
        throw new Refused('under_13', `${UNDER_13} Move ${firstNameOf(rider)} to another family instead.`, 'email')
      }
      const newEmail = rider.email ? null : email
      if (!rider.email && !newEmail && (await paysSubscription(tx, rider.id))) {
        throw new Refused(
          'email_required',
          `${firstNameOf(rider)} pays for a subscription, which needs an email. Please enter one.`,
          'email',
        )
      }
      await endRequests(tx, actorId, rider)
      await tx.user.update({
        where: { id: rider.id },
        data: {
          guardianId: null,
          password: rider.password ?? NO_PASSWORD,
          ...(newEmail && { email: newEmail, emailVerifiedAt: now() }),
        },
      })
      const change = await audit(tx, {
        actorId,
        action: 'family.unlink',
        entity: 'student',
        entityId: rider.id,
        detail: { from: guardian.id, to: null, ...(newEmail && { email: newEmail }) },
      })
      return { change, riderId, rider: called(rider), guardian: called(guardian) }
    }),
  )

/**
 * Undoes a link or an unlink. An email that the unlink required is removed again.
 * @throws Refused 404 if the log does not know it; 409 if the family was changed since.
 */
export const undoFamilyChange = (
  actorId: string,
  change: number,
  riderId?: string,
): Promise<{ id: string; name: string }> =>
  translateViolations(REFUSALS, () =>
    withTx(async (tx) => {
      const entry = await tx.auditEntry.findFirst({
        where: { id: change, entity: 'student', entityId: riderId, action: { in: ['family.link', 'family.unlink'] } },
        select: { entityId: true, detail: true },
      })
      const {
        from = null,
        to = null,
        email,
      } = (entry?.detail ?? {}) as {
        from?: string | null
        to?: string | null
        email?: string
      }
      if (!entry || from === to) throw notFound('This change is too old to undo')
      const [rider] = from ? await lockPeople(tx, entry.entityId, from) : await lockPeople(tx, entry.entityId)
      if (rider.guardianId !== to) throw new Outdated('This family was changed since. Nothing was undone.')
      const isAdded = email !== undefined && email === rider.email
      if (isAdded) await signOutEverywhere(tx, rider.id)
      await tx.user.update({
        where: { id: rider.id },
        data: {
          guardianId: from,
          ...(isAdded && { email: null, ...NO_TOKENS }),
          ...(!from && { password: rider.password ?? NO_PASSWORD }),
        },
      })
      const detail = { of: change, from: to, to: from }
      await audit(tx, { actorId, action: 'family.undo', entity: 'student', entityId: rider.id, detail })
      return { id: rider.id, name: called(rider) }
    }),
  )
