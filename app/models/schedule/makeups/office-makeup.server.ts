import { lockStudent } from '~/models/people/families/student.server'
import { displayName } from '~/models/vocabulary/user'
import { audit } from '~/platform/audit.server'
import { now, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Db, withTx } from '~/platform/tx.server'
import { addDays, type LocalDate, toDbDate } from '~/utils/dates'
import { lockMakeup } from './lock-makeup.server'
import type { GrantedMakeup } from './office-makeup.schema'

/** The days for which a missed ride can be made up. */
const MISSED_DAYS = 60

interface MakeupChoices {
  id: string
  name: string
  types: string[]
  /** Rides that count although the rider was absent, newest first. */
  missed: { date: LocalDate; time: string; type: string }[]
}

/** Returns the student for a new makeup, with the ride types and missed rides to choose from. @throws Refused 404 */
export async function makeupChoices(id: string): Promise<MakeupChoices> {
  const person = await prisma.user.findFirst({
    where: { id, role: 'customer', erasedAt: null },
    select: { firstName: true, lastName: true, email: true },
  })
  if (!person) throw notFound('Student not found')
  const types = await prisma.rideType.findMany({
    where: { isActive: true, counter: { not: null } },
    select: { name: true },
    orderBy: [{ sortOrder: 'asc' }, { id: 'asc' }],
  })
  const missed = await missedRides(prisma, id)
  return { id, name: displayName(person), types: types.map(({ name }) => name), missed }
}

/** Selects rides from which a rider was absent, without those that have a makeup. */
const missedRides = (db: Db, id: string) =>
  db.$queryRaw<MakeupChoices['missed']>`
    SELECT r.scheduled_date::text AS date, r.scheduled_time AS time, r.type FROM lessons r
    WHERE r.student_id = ${id} AND r.attendance = 'absent' AND r.scheduled_date >= ${addDays(today(), -MISSED_DAYS)}::date
      AND NOT EXISTS (SELECT FROM makeups m WHERE m.student_id = r.student_id AND m.ride_date = r.scheduled_date
        AND m.ride_time = r.scheduled_time)
    ORDER BY r.scheduled_date DESC, r.scheduled_time DESC`

/**
 * Gives a makeup, for a missed ride or for none.
 * @throws Refused 404 without such a student; 400 for a last day that has passed, or a ride that was not missed or has
 * a makeup.
 */
export const grantMakeup = (
  actorId: string,
  studentId: string,
  { type, ride, reason, until }: GrantedMakeup,
): Promise<number> =>
  withTx(async (tx) => {
    await lockStudent(tx, studentId)
    if (until < today()) throw new Refused('date_out_of_range', 'Choose a day to come', 'until')
    const rideType = await tx.rideType.findFirst({ where: { name: type, isActive: true, counter: { not: null } } })
    if (!rideType) throw new Refused('invalid', 'Choose a ride type', 'type')
    const missed = ride ? (await missedRides(tx, studentId)).find(({ date, time }) => ride === `${date} ${time}`) : null
    if (ride && !missed) throw new Refused('invalid', 'This ride was not missed, or has a makeup already.', 'ride')
    const forRide = missed ? { rideDate: toDbDate(missed.date), rideTime: missed.time } : {}
    const days = { ...forRide, validFrom: toDbDate(today()), validTo: toDbDate(until) }
    const { id } = await tx.makeup.create({
      data: { studentId, why: 'office', lessonType: type, reason, ...days, byId: actorId, createdAt: now() },
    })
    const detail = { makeup: id, type, reason, until, ...(ride && { ride }) }
    await audit(tx, { actorId, action: 'makeup.grant', entity: 'student', entityId: studentId, detail })
    return id
  })

/** Withdraws a makeup that is not booked. @throws Refused 404 without it; 409 if it is booked, used or withdrawn. */
export const revokeMakeup = (actorId: string, id: number, reason: string): Promise<void> =>
  withTx(async (tx) => {
    const { riderId, type, state } = await lockMakeup(tx, id)
    if (state === 'revoked') throw new Refused('already_done', 'This makeup was already removed.')
    if (state === 'booked' || state === 'used') {
      throw new Refused('in_use', 'This makeup is booked or used. Take the rider off that lesson first.')
    }
    const data = { revokedAt: now(), revokedBy: actorId, revokeReason: reason }
    await tx.makeup.update({ where: { id }, data })
    const detail = { makeup: id, type, reason }
    await audit(tx, { actorId, action: 'makeup.revoke', entity: 'student', entityId: riderId, detail })
  })

/** Undoes `revokeMakeup`. @throws Refused 404 without it; 409 if it was not withdrawn. */
export const restoreMakeup = (actorId: string, id: number): Promise<void> =>
  withTx(async (tx) => {
    const { riderId, type, state } = await lockMakeup(tx, id)
    if (state !== 'revoked') throw new Refused('nothing_to_do', 'This makeup wasn’t removed.')
    await tx.makeup.update({
      where: { id },
      data: { revokedAt: null, revokedBy: null, revokeReason: null, unpaidGrantId: null },
    })
    const detail = { makeup: id, type }
    await audit(tx, { actorId, action: 'makeup.restore', entity: 'student', entityId: riderId, detail })
  })
