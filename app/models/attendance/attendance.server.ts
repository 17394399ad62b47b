import type { RideRef } from '~/models/schedule/ride-id'
import type { Attendance } from './attendance'
import { changeRides } from './change-rides.server'
import type { RideWish } from './ride-plan'

export interface AttendanceMark extends Pick<RideWish, 'horseId' | 'overReason' | 'version' | 'add'> {
  attendance: Attendance
}

/**
 * The same mark again changes nothing. A rider who does not come frees the horse.
 * @returns who recorded the same mark earlier, null if this call did; and the lines of the log, by which it can be undone.
 * @throws Refused 404 if the rider is not in the lesson; 409 if the ride has changed or the horse is busy.
 */
export async function markAttendance(
  actorId: string,
  { date, ...ride }: RideRef,
  mark: AttendanceMark,
): Promise<{ before: string | null; changes: number[] }> {
  const { rides, changes } = await changeRides(actorId, date, [{ ...ride, ...mark }])
  return { before: rides[0]?.before ?? null, changes }
}
