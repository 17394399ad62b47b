import { setHorse, translateBusyHorse } from '~/models/horses/horse-assignment.server'
import { rideVersion, versionWithHorse } from '~/models/schedule/week'
import { audit } from '~/platform/audit.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { toDbDate } from '~/utils/dates'
import { type Attendance, isAttendance, statusOf } from './attendance'
import { type LockedRide, lastRideChange, lockRide, type RideRef, refuseStale } from './locked-ride.server'

export interface AttendanceMark {
  attendance: Attendance
  /** Assigns this horse too; null takes the horse back; undefined leaves it as it is. */
  horseId?: number | null
  /** Why the horse goes beyond its limit. */
  overReason?: string
  /** What the form has seen of the ride; without it the mark goes through whatever was there. */
  version?: string
}

export interface MarkResult {
  /** Who had recorded the very same before, where it was another change than this one; else null. */
  before: string | null
  /** The mark that takes this one back; null where nothing changed. */
  undo: (AttendanceMark & { horseId: number | null; version: string }) | null
}

/**
 * Records what became of a ride, in the ledger that every counter is counted from. The same mark again changes nothing.
 * @throws Refused 404 where the rider is not in the lesson; 409 where somebody else changed the ride meanwhile, or the
 * horse is in an overlapping lesson: then nothing is recorded.
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

/** Writes a mark into the ledger and the log. Returns when it was. */
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
