import type { RideChange } from '~/models/schedule/attendance/ride-plan'
import { hasBegun } from '~/models/schedule/places/take'
import { parseRideId, type RideRef } from '~/models/schedule/vocabulary/ride-id'
import type { Attendance } from '~/models/vocabulary/attendance'
import { schoolNow } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { fromDbDate } from '~/utils/dates'
import { type Allowing, changeRides } from './change-rides.server'

interface AttendanceMark extends Pick<RideChange, 'horseId' | 'overReason' | 'version' | 'add'>, Allowing {
  attendance: Attendance
  /** Whether the office accepts that the lesson is full by now. */
  beyond?: boolean
}

/**
 * Marks a ride. The same mark again changes nothing. A rider who does not come frees the horse, and gets it back with the next
 * mark if it is still free.
 * @returns who recorded the same mark earlier, null if this call did; what became of a horse that an absence had freed; and the
 * IDs of the log entries by which it can be undone.
 * @throws Refused 404 if the rider is not in the lesson; 409 if the ride has changed or the horse is busy, or if
 * someone else has the place of a coming ride. A past ride may be marked however full the lesson was.
 */
export async function markAttendance(
  actorId: string,
  { date, ...ride }: RideRef,
  { beyond = false, allows, ...mark }: AttendanceMark,
): Promise<{ before: string | null; horseBack?: string; changes: number[] }> {
  const { rides, changes } = await changeRides(actorId, date, [{ ...ride, ...mark }], {
    beyond: beyond || hasBegun({ date, time: ride.time }, schoolNow()),
    allows,
  })
  return { before: rides[0]?.before ?? null, horseBack: rides[0]?.horseBack, changes }
}

/** Finds a ride by the API's own ID or by its row's; null if there is none. */
export async function findRideRef(id: string): Promise<RideRef | null> {
  if (!/^\d{1,9}$/.test(id)) return parseRideId(id)
  const row = await prisma.ride.findUnique({ where: { id: Number(id) } })
  return row && { riderId: row.studentId, date: fromDbDate(row.scheduledDate), time: row.scheduledTime, type: row.type }
}
