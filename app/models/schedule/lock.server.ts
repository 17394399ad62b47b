import { displayName } from '~/models/accounts/user'
import { lockHorses } from '~/models/horses/horse-lock.server'
import { notFound, Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { dayOfWeek, formatDay, formatWeekday, toDbDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import type { Slot } from './week'

/** Held by every process until its transaction ends. Taken before any rider's lock. */
export async function lockSlot(tx: Tx, { date, time, type }: Slot): Promise<void> {
  const key = `lesson ${dayOfWeek(date)} ${time} ${type}`
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
}

/**
 * What the database cannot compare, such as a weekly with a one-time place, is compared under this lock. Rows that
 * refer to the rider may still be written. @throws Refused 404
 */
export async function lockRider(tx: Tx, riderId: string): Promise<{ id: string; name: string }> {
  const [user] = await tx.$queryRaw<{ firstName: string | null; lastName: string | null; email: string | null }[]>`
    SELECT first_name AS "firstName", last_name AS "lastName", email FROM users WHERE id = ${riderId} FOR NO KEY UPDATE`
  if (!user) throw notFound('Student not found')
  return { id: riderId, name: displayName(user) }
}

/** Always in the same order, so that two changes never wait for each other. */
export async function lockRiders(tx: Tx, riderIds: readonly string[]): Promise<void> {
  for (const riderId of [...new Set(riderIds)].sort()) await lockRider(tx, riderId)
}

/**
 * Locks every rider and horse with a ride in the lesson from its day on. The slot is locked already; the rides may have
 * changed until here. Returns the riders' ids.
 */
export async function lockLessonRides(tx: Tx, { date, time, type }: Slot): Promise<string[]> {
  const weekday = dayOfWeek(date)
  const riders = await tx.$queryRaw<{ id: string }[]>`
    SELECT student_id AS id FROM weekly_schedule WHERE student_id IS NOT NULL AND is_active AND day_of_week = ${weekday}
      AND scheduled_time = ${time} AND lesson_type = ${type} AND (deleted_from_date IS NULL OR deleted_from_date > ${date}::date)
    UNION SELECT student_id FROM one_time_participants WHERE lesson_date >= ${date}::date
      AND extract(dow FROM lesson_date) = ${weekday} AND scheduled_time = ${time} AND lesson_type = ${type}
    UNION SELECT student_id FROM lessons WHERE scheduled_date >= ${date}::date
      AND extract(dow FROM scheduled_date) = ${weekday} AND scheduled_time = ${time} AND type = ${type}`
  const riderIds = riders.map(({ id }) => id)
  await lockRiders(tx, riderIds)
  const horses = await tx.horseUsage.findMany({
    where: { usageDate: { gte: toDbDate(date) }, lessonTime: time, lessonType: type },
    select: { horseId: true },
    distinct: 'horseId',
  })
  await lockHorses(
    tx,
    horses.map(({ horseId }) => horseId),
  )
  return riderIds
}

/** @throws Refused if the school does not offer this ride type. */
export async function requireType(tx: Tx, type: string): Promise<void> {
  const row = await tx.rideType.findUnique({ where: { name: type }, select: { isActive: true } })
  if (!row?.isActive) throw new Refused('Choose a ride type', 'type')
}

export const alreadyRides = (name: string, when: string): Refused =>
  new Refused(`${name} already rides at ${when}`, 'riderId', 409)

export const lessonNotFound = () => notFound('Lesson not found. It may have been changed or removed meanwhile.')

/** `4:00 PM on Nov 24, 2026` */
export const atTime = ({ date, time }: Pick<Slot, 'date' | 'time'>) => `${formatTimeOfDay(time)} on ${formatDay(date)}`
export const atTimeWeekly = ({ date, time }: Pick<Slot, 'date' | 'time'>) =>
  `${formatTimeOfDay(time)} on ${formatWeekday(date)}s`
