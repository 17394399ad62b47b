import { setHorse, translateBusyHorse } from '~/models/horses/horse-assignment.server'
import { rideVersion, versionWithHorse } from '~/models/schedule/week'
import { audit } from '~/platform/audit.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { toDbDate } from '~/utils/dates'
import { type Attendance, isAttendance, statusOf } from './attendance'
import { type LockedRide, lastRideChange, lockRide, type RideRef, refuseStale } from './locked-ride.server'

export interface AttendanceMark {
  attendance: Attendance
  /** Assigns this horse too; null frees the horse; undefined leaves it as it is. */
  horseId?: number | null
  overReason?: string
  /** The version of the ride that the form showed; without one the mark always goes through. */
  version?: string
}

export interface MarkResult {
  /** Who recorded the same mark earlier; null if this call did. */
  before: string | null
  /** The mark that undoes this one; null if nothing changed. */
  undo: (AttendanceMark & { horseId: number | null; version: string }) | null
}

/**
 * The same mark again changes nothing.
 * @throws Refused 404 if the rider is not in the lesson; 409 if the ride has changed or the horse is busy.
 */
export async function markAttendance(actorId: string, ref: RideRef, mark: AttendanceMark): Promise<MarkResult> {
  return translateBusyHorse(() =>
    withTx(async (tx) => {
      const ride = await lockRide(tx, ref)
      const had = { attendance: ride.rider.attendance, horseId: ride.rider.horse?.id ?? null }
      const horseId = mark.horseId === undefined ? had.horseId : mark.horseId
      if (had.attendance === mark.attendance && had.horseId === horseId) {
        return { before: ride.rider.version === mark.version ? null : await lastRideChange(tx, ride.key), undo: null }
      }
      await refuseStale(tx, ride, mark.version)
      if (had.horseId !== horseId) await setHorse(tx, actorId, ride, horseId, mark.overReason)
      const version =
        had.attendance === mark.attendance
          ? versionWithHorse(ride.rider.version, horseId)
          : rideVersion(await recordRide(tx, actorId, ride, mark.attendance), horseId)
      return {
        before: null,
        undo: isAttendance(had.attendance) ? { ...had, attendance: had.attendance, version } : null,
      }
    }),
  )
}

/** Returns the time of the record. */
export async function recordRide(
  tx: Tx,
  actorId: string,
  { key, lesson, rider }: LockedRide,
  attendance: Attendance,
): Promise<Date> {
  const ride = { studentId: rider.riderId, scheduledDate: toDbDate(lesson.date), scheduledTime: lesson.time }
  const state = { type: lesson.type, duration: lesson.duration, attendance, status: statusOf(attendance) }
  const { updatedAt } = await tx.ride.upsert({
    where: { studentId_scheduledDate_scheduledTime: ride },
    create: { ...ride, ...state },
    update: state,
    select: { updatedAt: true },
  })
  const detail = { name: rider.name, type: lesson.type, from: rider.attendance, to: attendance }
  await audit(tx, { actorId, action: 'ride.attendance', entity: 'ride', entityId: key, detail })
  return updatedAt
}
