import { notFound, Refused } from '~/models/refused'
import { displayName } from '~/models/user'
import type { Tx } from '~/services/tx.server'
import { dayOfWeek, formatDay, formatWeekday } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import type { Slot } from './week'

/**
 * One change of a weekly lesson at a time, in every process: held until the transaction ends. Taken before any rider's lock.
 */
export async function lockSlot(tx: Tx, { date, time, type }: Slot): Promise<void> {
  const key = `lesson ${dayOfWeek(date)} ${time} ${type}`
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
}

/**
 * One change of a rider's places and rides at a time, until the transaction ends: what the database cannot compare, such
 * as a weekly place with a one-time one, is compared under this lock. Rows that refer to the rider may still be written.
 * @throws Refused 404
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

/** @throws Refused where the school has no such ride type any more. */
export async function requireType(tx: Tx, type: string): Promise<void> {
  const row = await tx.rideType.findUnique({ where: { name: type }, select: { isActive: true } })
  if (!row?.isActive) throw new Refused('Choose a ride type', 'type')
}

export const lessonNotFound = () => notFound('Lesson not found. It may have been changed or removed meanwhile.')

/** `4:00 PM` and a day: how messages name a lesson. */
export const atTime = ({ date, time }: Pick<Slot, 'date' | 'time'>) => `${formatTimeOfDay(time)} on ${formatDay(date)}`
export const atTimeWeekly = ({ date, time }: Pick<Slot, 'date' | 'time'>) =>
  `${formatTimeOfDay(time)} on ${formatWeekday(date)}s`
