import type { Prisma } from '~/generated/prisma/client'
import { clearRides, freeHorses, refuseMarkedRides } from '~/models/attendance/ride-record.server'
import { lessonNotFound, lockLessonRides, lockRiders, lockSlot, requireType } from '~/models/schedule/lock.server'
import { findLesson } from '~/models/schedule/roster.server'
import type { Scope } from '~/models/schedule/slot.schema'
import { type Slot, slotKey } from '~/models/schedule/week'
import { audit } from '~/platform/audit.server'
import { Refused } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { dayOfWeek, toDbDate } from '~/utils/dates'
import { refuseBusyRiders } from './busy-riders.server'

/** Minutes. */
export const DEFAULT_DURATION = 60

export const NAME_LENGTH = 200

const LESSON_EXISTS = 'Lesson already exists - A lesson for this time slot already exists for this date'
const lessonExists = () => new Refused(LESSON_EXISTS, 'time', 409)
const EXISTS: Refusals = {
  weekly_schedule_empty_once: lessonExists,
  temporary_lessons_lesson_date_scheduled_time_lesson_type_key: lessonExists,
}

export const slotColumns = ({ date, time, type }: Slot) => ({
  lessonDate: toDbDate(date),
  scheduledTime: time,
  lessonType: type,
})

/**
 * Returns the id of the place.
 * @throws Refused 409 if the lesson exists on that day or begins later; 400 if there is no such ride type.
 */
export async function addWeeklyLesson(actorId: string, slot: Slot): Promise<number> {
  return translateViolations(EXISTS, () =>
    withTx(async (tx) => {
      await lockSlot(tx, slot)
      return putWeeklyLesson(tx, actorId, slot)
    }),
  )
}

/** The caller has locked the slot. */
export async function putWeeklyLesson(tx: Tx, actorId: string, slot: Slot): Promise<number> {
  await requireType(tx, slot.type)
  const hidden = await tx.lessonRemoval.count({ where: { ...slotColumns(slot), studentId: null } })
  if (hidden > 0 || (await findLesson(slot, tx))) throw lessonExists()
  const { id } = await tx.weeklyPlace.create({
    data: {
      dayOfWeek: dayOfWeek(slot.date),
      scheduledTime: slot.time,
      lessonType: slot.type,
      duration: DEFAULT_DURATION,
      startDate: toDbDate(slot.date),
    },
  })
  await auditAdded(tx, actorId, slot, 'weekly')
  return id
}

/**
 * A weekly lesson that was taken off that day comes back with its riders.
 * @throws Refused 409 if the lesson exists, or one of its riders is busy by now; 400 if there is no such ride type.
 */
export async function addOneTimeLesson(actorId: string, slot: Slot): Promise<void> {
  await translateViolations(EXISTS, () =>
    withTx(async (tx) => {
      await lockSlot(tx, slot)
      if (await findLesson(slot, tx)) throw lessonExists()
      await putLesson(tx, slot)
      await auditAdded(tx, actorId, slot, 'one-time')
    }),
  )
}

/**
 * The caller has locked the slot. `joining` are riders who join, locked here so that all riders are locked in one
 * order.
 * @throws Refused 409 if a rider who would come back is busy by now.
 */
export async function putLesson(tx: Tx, slot: Slot, joining: string[] = []): Promise<void> {
  await requireType(tx, slot.type)
  await tx.lessonRemoval.deleteMany({ where: { ...slotColumns(slot), studentId: null } })
  const back = await findLesson(slot, tx)
  if (!back) {
    await tx.oneTimeLesson.create({ data: { ...slotColumns(slot), duration: DEFAULT_DURATION } })
    return
  }
  await lockRiders(tx, [...back.riders.map(({ riderId }) => riderId), ...joining])
  await refuseBusyRiders(tx, back, slot)
}

const auditAdded = (tx: Tx, actorId: string, slot: Slot, scope: Scope) =>
  audit(tx, { actorId, action: 'lesson.add', entity: 'lesson', entityId: slotKey(slot), detail: { scope } })

/**
 * Free of charge for its riders; the past stays. Returns true if adding the lesson for that day brings everything back.
 * @throws Refused 404 if there is no such lesson; 409 if `weekly` would hide a recorded ride.
 */
export async function deleteLesson(actorId: string, slot: Slot, scope: Scope): Promise<boolean> {
  return withTx(async (tx) => {
    await lockSlot(tx, slot)
    await lockLessonRides(tx, slot)
    const lesson = await findLesson(slot, tx)
    if (!lesson) throw lessonNotFound()
    const weekly = { dayOfWeek: dayOfWeek(slot.date), scheduledTime: slot.time, lessonType: slot.type }
    const stands = { ...weekly, OR: [{ deletedFromDate: null }, { deletedFromDate: { gt: toDbDate(slot.date) } }] }

    if (scope === 'one-time') {
      await clearRides(
        tx,
        slot,
        lesson.riders.map((rider) => rider.riderId),
      )
      await tx.oneTimeLesson.deleteMany({ where: slotColumns(slot) })
      await tx.oneTimeParticipant.deleteMany({ where: slotColumns(slot) })
      if (lesson.weekly) await tx.lessonRemoval.create({ data: { ...slotColumns(slot), removalType: 'daily' } })
    } else {
      await refuseMarkedRides(tx, slot)
      await freeHorses(tx, slot)
      await endPlaces(tx, stands, slot)
      await deleteOneTimeFrom(tx, slot)
    }
    const detail = { scope, riderIds: lesson.riders.map((rider) => rider.riderId) }
    await audit(tx, { actorId, action: 'lesson.delete', entity: 'lesson', entityId: slotKey(slot), detail })
    const plain = lesson.riders.every(
      ({ source, attendance, horse }) => source === 'weekly' && attendance === 'scheduled' && !horse,
    )
    return scope === 'one-time' && plain
  })
}

/** Deletes those that would begin later. Returns how many there were. */
export async function endPlaces(tx: Tx, where: Prisma.WeeklyPlaceWhereInput, { date }: Slot): Promise<number> {
  const from = toDbDate(date)
  const never = await tx.weeklyPlace.deleteMany({ where: { AND: [where, { startDate: { gte: from } }] } })
  const ended = await tx.weeklyPlace.updateMany({ where, data: { deletedFromDate: from } })
  return never.count + ended.count
}

/** Of one rider, or of all. */
export async function deleteOneTimeFrom(tx: Tx, { date, time, type }: Slot, riderId?: string): Promise<void> {
  const from = toDbDate(date)
  const later = { lessonDate: { gte: from }, scheduledTime: time, lessonType: type }
  const sameDay = <Row extends { lessonDate: Date }>(row: Row) => row.lessonDate.getUTCDay() === from.getUTCDay()
  const theirs = riderId === undefined ? {} : { studentId: riderId }
  const participants = await tx.oneTimeParticipant.findMany({ where: { ...later, ...theirs } })
  await tx.oneTimeParticipant.deleteMany({ where: { id: { in: participants.filter(sameDay).map(({ id }) => id) } } })
  const removals = await tx.lessonRemoval.findMany({ where: { ...later, ...theirs } })
  await tx.lessonRemoval.deleteMany({ where: { id: { in: removals.filter(sameDay).map(({ id }) => id) } } })
  if (riderId !== undefined) return
  const lessons = await tx.oneTimeLesson.findMany({ where: later })
  await tx.oneTimeLesson.deleteMany({ where: { id: { in: lessons.filter(sameDay).map(({ id }) => id) } } })
}
