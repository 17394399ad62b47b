import { displayName } from '~/models/accounts/user'
import { clearRides, freeHorses, refuseMarkedRides } from '~/models/attendance/ride-record.server'
import {
  alreadyRides,
  atTime,
  atTimeWeekly,
  lessonNotFound,
  lockRider,
  lockSlot,
  requireType,
} from '~/models/schedule/lock.server'
import { overlaps } from '~/models/schedule/overlap'
import { findLesson, lessonsOn, type RosterLesson } from '~/models/schedule/roster.server'
import type { Scope } from '~/models/schedule/slot.schema'
import { type Slot, slotKey } from '~/models/schedule/week'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { dayOfWeek, firstOn, fromDbDate, type LocalDate, toDbDate } from '~/utils/dates'
import {
  DEFAULT_DURATION,
  deleteOneTimeFrom,
  endPlaces,
  NAME_LENGTH,
  putLesson,
  putWeeklyLesson,
  slotColumns,
} from './slot.server'

/**
 * Weekly from the slot's day on, or on that day alone, where it undoes a removal.
 * @throws Refused 404 if lesson or rider do not exist; 409 if the rider has a lesson at that time.
 */
export async function addToLesson(
  actorId: string,
  riderId: string,
  slot: Slot,
  scope: Scope,
  /** Adds the lesson too, at the same scope, if there is none. */
  { create = false } = {},
): Promise<void> {
  await translateViolations(riderBusy(riderId, slot), () =>
    withTx(async (tx) => {
      await lockSlot(tx, slot)
      if (create && !(await findLesson(slot, tx))) {
        if (scope === 'weekly') await putWeeklyLesson(tx, actorId, slot)
        else await putLesson(tx, slot, [riderId])
      }
      const rider = await lockRider(tx, riderId)
      const lessons = await lessonsOn(slot.date, tx)
      const lesson = lessons.find(({ time, type }) => time === slot.time && type === slot.type)
      if (!lesson) throw lessonNotFound()
      refuseOverlap(lessons, rider, lesson, scope)
      const removals = await tx.lessonRemoval.deleteMany({ where: { ...slotColumns(slot), studentId: riderId } })
      if (scope === 'weekly') {
        await addWeeklyPlace(tx, rider, slot, lesson.duration)
      } else {
        const isBack = removals.count > 0 && isIn(await findLesson(slot, tx), riderId)
        const place = { ...slotColumns(slot), studentId: riderId, duration: lesson.duration }
        if (!isBack) await tx.oneTimeParticipant.create({ data: place })
      }
      const detail = { riderId, name: rider.name, scope }
      await audit(tx, { actorId, action: 'lesson.add-rider', entity: 'lesson', entityId: slotKey(slot), detail })
    }),
  )
}

const isIn = (lesson: RosterLesson | undefined, riderId: string) =>
  lesson?.riders.some((rider) => rider.riderId === riderId) ?? false

/** A one-time rider of this lesson may become a weekly one; any other overlapping lesson refuses the rider. */
function refuseOverlap(
  lessons: RosterLesson[],
  rider: { id: string; name: string },
  lesson: RosterLesson,
  scope: Scope,
) {
  const other = lessons.find(
    (candidate) =>
      isIn(candidate, rider.id) && overlaps(candidate, lesson) && (candidate !== lesson || scope === 'one-time'),
  )
  if (other) throw alreadyRides(rider.name, atTime(other))
}

/** The database refuses a second weekly place at that time. */
async function addWeeklyPlace(tx: Tx, rider: { id: string; name: string }, slot: Slot, duration: number) {
  const { date, time, type } = slot
  const weekday = dayOfWeek(date)
  const single = await tx.oneTimeParticipant.findMany({
    where: { studentId: rider.id, lessonDate: { gte: toDbDate(date) } },
    orderBy: { lessonDate: 'asc' },
  })
  const inTheWay = single
    .map((row) => ({
      date: fromDbDate(row.lessonDate),
      time: row.scheduledTime,
      type: row.lessonType,
      duration: row.duration,
    }))
    .find(
      (row) =>
        dayOfWeek(row.date) === weekday &&
        overlaps(row, { time, duration }) &&
        (row.time !== time || row.type !== type),
    )
  if (inTheWay) throw alreadyRides(rider.name, atTime(inTheWay))
  await deleteOneTimeFrom(tx, slot, rider.id)
  return tx.weeklyPlace.create({
    data: {
      studentId: rider.id,
      dayOfWeek: weekday,
      scheduledTime: time,
      lessonType: type,
      duration,
      startDate: toDbDate(date),
    },
  })
}

/** Names the rider's other lesson. */
const riderBusy = (riderId: string, slot: Slot): Refusals => ({
  weekly_schedule_rider_once: async () => {
    const [name, places] = await Promise.all([
      riderName(riderId),
      prisma.weeklyPlace.findMany({
        where: {
          studentId: riderId,
          dayOfWeek: dayOfWeek(slot.date),
          OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(slot.date) } }],
        },
      }),
    ])
    const other = places.find((place) =>
      overlaps({ time: place.scheduledTime, duration: place.duration }, { ...slot, duration: DEFAULT_DURATION }),
    )
    return alreadyRides(name, atTimeWeekly({ date: slot.date, time: other?.scheduledTime ?? slot.time }))
  },
  one_time_participants_rider_once: async () => alreadyRides(await riderName(riderId), atTime(slot)),
})

async function riderName(riderId: string): Promise<string> {
  const user = await prisma.user.findUnique({ where: { id: riderId } })
  return user ? displayName(user) : 'The student'
}

/**
 * The lesson need not exist. Returns the row's id. @throws Refused as `addToLesson`; 400 if there is no such ride type.
 */
export async function createWeeklyPlace(actorId: string, riderId: string, slot: Slot): Promise<number> {
  return translateViolations(riderBusy(riderId, slot), () =>
    withTx(async (tx) => {
      await lockSlot(tx, slot)
      await requireType(tx, slot.type)
      const rider = await lockRider(tx, riderId)
      const place = await addWeeklyPlace(tx, rider, slot, DEFAULT_DURATION)
      const detail = { riderId, name: rider.name, scope: 'weekly' }
      await audit(tx, { actorId, action: 'lesson.add-rider', entity: 'lesson', entityId: slotKey(slot), detail })
      return place.id
    }),
  )
}

/**
 * Removal is free of charge, and the past stays.
 * @throws Refused 404 if the rider is not in the lesson; 409 if `weekly` would hide a recorded ride.
 */
export async function removeFromLesson(actorId: string, riderId: string, slot: Slot, scope: Scope): Promise<void> {
  await withTx(async (tx) => {
    await lockSlot(tx, slot)
    const rider = await lockRider(tx, riderId)
    const place = (await findLesson(slot, tx))?.riders.find((other) => other.riderId === riderId)
    if (!place) throw notFound(`${rider.name} is not in this lesson any more`)
    if (scope === 'one-time') {
      await clearRides(tx, slot, [riderId])
      await tx.oneTimeParticipant.deleteMany({ where: { ...slotColumns(slot), studentId: riderId } })
      const removal = { ...slotColumns(slot), studentId: riderId, studentName: rider.name.slice(0, NAME_LENGTH) }
      if (isIn(await findLesson(slot, tx), riderId)) await tx.lessonRemoval.create({ data: removal })
    } else {
      await refuseMarkedRides(tx, slot, riderId)
      await freeHorses(tx, slot, riderId)
      await endPlaces(tx, weeklyPlacesOf(riderId, slot), slot)
      await deleteOneTimeFrom(tx, slot, riderId)
    }
    const detail = { riderId, name: rider.name, scope, attendance: place.attendance, horse: place.horse?.name ?? null }
    await audit(tx, { actorId, action: 'lesson.remove-rider', entity: 'lesson', entityId: slotKey(slot), detail })
  })
}

const weeklyPlacesOf = (riderId: string, { date, time, type }: Slot) => ({
  studentId: riderId,
  dayOfWeek: dayOfWeek(date),
  scheduledTime: time,
  lessonType: type,
  OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(date) } }],
})

/** The past stays. @throws Refused 404 if the place has ended before; 409 if a later ride is recorded. */
export async function endWeeklyPlace(actorId: string, id: number, from: LocalDate): Promise<void> {
  await withTx(async (tx) => {
    const row = await tx.weeklyPlace.findUnique({ where: { id } })
    if (!row?.isActive) throw lessonNotFound()
    const date = firstOn(row.dayOfWeek, from)
    const slot = { date, time: row.scheduledTime, type: row.lessonType }
    await lockSlot(tx, slot)
    if (row.studentId !== null) {
      await lockRider(tx, row.studentId)
      await refuseMarkedRides(tx, slot, row.studentId)
      await freeHorses(tx, slot, row.studentId)
    }
    const stands = { OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(date) } }] }
    const ended = await endPlaces(tx, { id, ...stands }, slot)
    if (ended === 0) throw lessonNotFound()
    const detail = { riderId: row.studentId, scope: 'weekly' }
    await audit(tx, { actorId, action: 'lesson.remove-rider', entity: 'lesson', entityId: slotKey(slot), detail })
  })
}
