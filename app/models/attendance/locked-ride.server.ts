import { displayName } from '~/models/accounts/user'
import { whenOf } from '~/models/schedule/lesson-changes.server'
import { lockRider } from '~/models/schedule/lock.server'
import { lessonsOn, type RosterLesson, type RosterRider } from '~/models/schedule/roster.server'
import { rideKey } from '~/models/schedule/week'
import { notFound, Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { formatDay, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { officeLabel } from './attendance'

/** A rider has at most one lesson at a time. */
export interface RideRef {
  riderId: string
  date: LocalDate
  time: TimeOfDay
  type?: string
}

export interface LockedRide {
  key: string
  lesson: RosterLesson
  rider: RosterRider
}

/** Locks the rider first, so that the caller sees every earlier change. @throws Refused 404 */
export async function lockRide(tx: Tx, ref: RideRef): Promise<LockedRide> {
  const { name } = await lockRider(tx, ref.riderId)
  for (const lesson of await lessonsOn(ref.date, tx)) {
    if (lesson.time !== ref.time || (ref.type !== undefined && lesson.type !== ref.type)) continue
    const rider = lesson.riders.find((other) => other.riderId === ref.riderId)
    if (rider) return { key: rideKey(ref), lesson, rider }
  }
  throw notFound(`${name} has no lesson at ${formatTimeOfDay(ref.time)} on ${formatDay(ref.date)} any more`)
}

/** Without a version the change goes through. @throws Refused 409 saying who changed the ride, and to what. */
export async function refuseStale(tx: Tx, { key, rider }: LockedRide, version: string | undefined): Promise<void> {
  if (version === undefined || version === rider.version) return
  const last = await lastRideChange(tx, key)
  const state = `${officeLabel(rider.attendance)}, ${rider.horse ? `on ${rider.horse.name}` : 'no horse'}`
  throw new Refused(
    `${last ?? 'Somebody'} changed this ride meanwhile. ${rider.name} is now: ${state}. Nothing of yours was saved; look again and choose.`,
    undefined,
    409,
  )
}

/** The person and time of the last change; null without one. */
export async function lastRideChange(tx: Tx, key: string): Promise<string | null> {
  const entry = await tx.auditEntry.findFirst({
    where: { entity: 'ride', entityId: key },
    orderBy: { id: 'desc' },
    select: { at: true, actor: { select: { firstName: true, lastName: true, email: true } } },
  })
  if (!entry?.actor) return null
  return `${displayName(entry.actor)} (${whenOf(entry.at)})`
}
