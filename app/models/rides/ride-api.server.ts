import { today } from '~/platform/clock.server'
import { Refused } from '~/platform/refused'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { upcomingField } from './ride.schema'
import { rideHistory, upcomingRides } from './ride.server'

/**
 * The answer of the three calls for a rider's rides (specification, sections 3 and 7): each ride under both names that
 * clients use for its day and time.
 * @throws Refused where `upcoming` is neither true nor false.
 */
export async function ridesAnswer(riderId: string, upcoming: string | null) {
  const asked = upcomingField.safeParse(upcoming ?? undefined)
  if (!asked.success) throw new Refused('upcoming must be true or false', 'upcoming')
  const find = asked.data === 'true' ? upcomingRides : rideHistory
  const rides = await find(riderId, today())
  return rides.map(({ date, time, ...ride }) => ({
    studentId: riderId,
    date,
    scheduledDate: date,
    time: formatTimeOfDay(time),
    scheduledTime: time,
    ...ride,
  }))
}
