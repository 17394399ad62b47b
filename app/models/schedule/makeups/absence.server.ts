import { t } from '#text'
import { looseMakeups } from '~/models/allowance/allowance'
import { allowanceRows } from '~/models/allowance/allowance.server'
import { ownRider, ridersOfFamily } from '~/models/people/families/family.server'
import { lockStudent } from '~/models/people/families/student.server'
import type { RideChange } from '~/models/schedule/attendance/ride-plan'
import { changeRides } from '~/models/schedule/change/change-rides.server'
import { givePlaceBack } from '~/models/schedule/change/take-place.server'
import { bookingOf } from '~/models/schedule/lessons/decide/settle-makeups'
import { hasBegun } from '~/models/schedule/places/take'
import { type Book, lessonsOf, slotOf } from '~/models/schedule/snapshot/book'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import { seatsIn } from '~/models/schedule/snapshot/seats'
import {
  type Absence,
  absenceKey,
  cutoffOf,
  formatAbsence,
  isInTime,
  outcomeOf,
  whyNoMakeup,
} from '~/models/schedule/vocabulary/absence'
import { freePlaces } from '~/models/schedule/vocabulary/free'
import { findMakeupRules } from '~/models/schedule/vocabulary/makeup-rules.server'
import type { RideRef } from '~/models/schedule/vocabulary/ride-id'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import { loadRoster, type RosterLesson, type RosterRider } from '~/models/schedule/week/roster.server'
import { isMarked } from '~/models/schedule/week/week'
import { isAway } from '~/models/vocabulary/away'
import { lastDayOf } from '~/models/vocabulary/makeup'
import { monthOfDay } from '~/models/vocabulary/month'
import type { Slot } from '~/models/vocabulary/slot'
import { now, schoolNow } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import type { Db, Tx } from '~/platform/tx.server'
import { isOutdated } from '~/platform/version'
import { fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'

type Ref = Omit<RideRef, 'type'>

interface CallOff {
  ride: Pick<RosterLesson, 'date' | 'time' | 'type'>
  rider: string
  /** Null once it is called off. */
  absence: Absence | null
  /** Whether the family called it off, and can say that the rider comes after all. */
  isAnnounced: boolean
  /** Whether the office books the makeup: it removed the rider, for whom the family can begin nothing new. */
  byOffice: boolean
}

/** Returns what calling off a ride of the family would do. @throws Refused 404 for a ride that is not theirs, or has begun. */
export async function absenceOf(userId: string, ref: Ref): Promise<CallOff> {
  const { firstName } = await ownRider(userId, ref.riderId)
  const ride = await findRide(ref)
  if (!ride || hasBegun(ref, schoolNow())) throw notFound(t('This ride was moved or has started.'))
  const { lesson, rider } = ride
  const isOff = isAway(rider)
  if (isMarked(rider.attendance) && !isOff) throw notFound(t('This ride already has attendance.'))
  const facts = { type: lesson.type, isMakeup: rider.isMakeup ?? false }
  return {
    ride: slotOf(lesson),
    rider: firstName,
    absence: isOff ? null : await findAbsence(prisma, ref, facts),
    isAnnounced: rider.isAnnounced ?? false,
    byOffice: (await ridersOfFamily(userId)).every(({ id }) => id !== ref.riderId),
  }
}

const isOf =
  ({ riderId }: Ref) =>
  (rider: Pick<RosterRider, 'riderId'>): boolean =>
    rider.riderId === riderId

async function findRide(ref: Ref): Promise<{ lesson: RosterLesson; rider: RosterRider } | null> {
  const { days } = await loadRoster({ from: ref.date, to: ref.date, riderIds: [ref.riderId] })
  const lesson = days[0]?.lessons.find(({ time, riders }) => time === ref.time && riders.some(isOf(ref)))
  const rider = lesson?.riders.find(isOf(ref))
  return lesson && rider ? { lesson, rider } : null
}

/** The name of the box by which the office gives a makeup that a family would not get. */
export const MAKEUP_ANYWAY_FIELD = 'makeupAnyway'

/**
 * Asks the office before it gives a makeup that a family would not get. A ride that has one, or does not exist, needs
 * no question.
 * @throws Refused 409 at `MAKEUP_ANYWAY_FIELD`.
 */
export async function askBeforeMakeup(ref: Ref): Promise<void> {
  const ride = await findRide(ref)
  const why = ride && (await whyAnyway(ref.date, ride.lesson, ride.rider))
  if (why) throw new Refused('confirm_again', why, MAKEUP_ANYWAY_FIELD)
}

/**
 * Returns why a family would get no makeup if it called off this ride now, as a sentence for the office; null if it
 * would, or the ride has its makeup already.
 */
export async function whyAnyway(
  date: LocalDate,
  { time, type }: Pick<RosterLesson, 'time' | 'type'>,
  { riderId, attendance, isMakeup }: RosterRider,
): Promise<string | null> {
  if (attendance === 'reschedule') return null
  return whyNoMakeup(await findAbsence(prisma, { riderId, date, time }, { type, isMakeup: isMakeup ?? false }))
}

async function findAbsence(
  db: Db,
  ref: Ref,
  { type, isMakeup }: { type: string; isMakeup: boolean },
): Promise<Absence> {
  const rules = await findMakeupRules(db)
  const cutoff = cutoffOf(ref, rules.absenceCutoffHours)
  const { counter } = await db.rideType.findUniqueOrThrow({ where: { name: type }, select: { counter: true } })
  const rows = (await allowanceRows([ref.riderId], ref.date, ref.date, db)).get(ref.riderId)
  const outcome = outcomeOf({
    inTime: isInTime(cutoff, now(), getEnv().schoolTimezone),
    isMakeup,
    isLoggedOnly: counter === null,
    makeupsLeft: rows ? looseMakeups(monthOfDay(ref.date), rows) : 0,
  })
  const until = { makeup: () => lastDayOf(ref.date, rules.makeupHolds), back: () => bookedUntil(db, ref) }
  return { outcome, cutoff, until: outcome === 'makeup' || outcome === 'back' ? await until[outcome]() : null }
}

async function bookedUntil(db: Db, { riderId, date, time }: Ref): Promise<LocalDate | null> {
  const booking = await db.makeupBooking.findFirst({
    where: { studentId: riderId, lessonDate: toDbDate(date), scheduledTime: time },
    select: { makeup: { select: { validTo: true } } },
  })
  return booking && fromDbDate(booking.makeup.validTo)
}

interface CalledOff {
  said: string
  /** The ride, if it gives or frees a makeup that the family can book now. */
  makeupFor: Slot | null
  changes: number[]
}

/**
 * Calls off a ride for a family: the place and the horse are free. `version` is the outcome on the form.
 * @throws Refused 404 for a ride that is not theirs or has begun; 409 if it is recorded; Outdated if the outcome
 * would be another by now.
 */
export async function callOff(userId: string, ref: Ref, version?: string): Promise<CalledOff> {
  const { ride, absence, byOffice } = await absenceOf(userId, ref)
  if (!absence) throw new Refused('already_done', t('This ride is already canceled.'))
  const outdated = (fresh: Absence) =>
    new Outdated(t('This has changed. {now}', { now: formatAbsence(fresh, byOffice) }), absenceKey(fresh))
  const requireShown = async (tx: Tx, isMakeup: boolean): Promise<Absence> => {
    await lockStudent(tx, ref.riderId)
    const fresh = await findAbsence(tx, ref, { type: ride.type, isMakeup })
    if (isOutdated(version, absenceKey(fresh))) throw outdated(fresh)
    return fresh
  }
  if (absence.outcome === 'back') {
    const check = async (tx: Tx) => void (await requireShown(tx, true))
    return {
      said: formatAbsence(absence, byOffice),
      makeupFor: byOffice ? null : ride,
      ...(await givePlaceBack(userId, ref.riderId, ride, { check })),
    }
  }
  let said = ''
  let makeupFor: Slot | null = null
  const wishes = async (book: Book, tx: Tx): Promise<RideChange[]> => {
    if (!ridesThen(book, ref) || hasBegun(ref, schoolNow())) throw notFound(t('This ride was moved or has started.'))
    if (isMarked(rideState(book, ref).attendance)) {
      throw new Refused('already_done', t('This ride is already canceled or has attendance.'))
    }
    const fresh = await requireShown(tx, bookingOf(book, ref) !== undefined)
    if (fresh.outcome === 'back') throw outdated(fresh)
    said = formatAbsence(fresh, byOffice)
    const isMakeup = fresh.outcome === 'makeup'
    makeupFor = isMakeup && !byOffice ? ride : null
    const attendance = isMakeup ? 'reschedule' : 'absent'
    return [{ riderId: ref.riderId, time: ref.time, attendance, announcedAt: now().toISOString() }]
  }
  const { changes } = await changeRides(userId, ref.date, wishes, { byFamily: true })
  return { said, makeupFor, changes }
}

const ridesThen = (book: Book, ref: Ref) =>
  lessonsOf(book, ref.date).find(({ time, riders }) => time === ref.time && riders.some(isOf(ref)))

/**
 * Undoes an absence, if the place was not given away.
 * @throws Refused 404 if it has begun; 409 if the family did not call it off, the place is taken, or its makeup is
 * booked.
 */
export async function comeAfterAll(userId: string, ref: Ref): Promise<{ changes: number[] }> {
  const { firstName } = await ownRider(userId, ref.riderId)
  const wishes = (book: Book): RideChange[] => {
    const lesson = ridesThen(book, ref)
    if (!lesson || hasBegun(ref, schoolNow())) throw notFound(t('This ride was moved or has started.'))
    const { record } = rideState(book, ref)
    if (!record?.announcedAt || !isAway(record)) throw new Refused('nothing_to_do', t('This ride isn’t canceled.'))
    const made = book.makeups.find(
      (row) => row.riderId === ref.riderId && row.date === ref.date && row.time === ref.time,
    )
    if (made && book.booked.has(made.id)) {
      const message = t('The makeup for this ride is booked already. Cancel that booking first.')
      throw new Refused('in_use', message)
    }
    const free = freePlaces(seatsIn(book, lesson))
    if (free !== null && free <= 0) {
      throw new Refused(
        'lesson_full',
        t('{name}’s spot at {when} was taken by someone else.', { name: firstName, when: atTime(ref) }),
      )
    }
    return [{ riderId: ref.riderId, time: ref.time, attendance: 'scheduled' }]
  }
  const { changes } = await changeRides(userId, ref.date, wishes, { byFamily: true })
  return { changes }
}
