import { hasBegun } from '~/models/schedule/places/take'
import type { FamilyRide } from '~/models/schedule/rides/ride.server'
import { isAway } from '~/models/vocabulary/away'
import { addDays, type LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** The most rides shown; a link leads to the rest. */
const MAX = 6

/**
 * Returns what takes place in the next seven days, and the next ride of each rider, however late. `rides` are those
 * from today on, by day; those that have begun are over.
 */
export function nextRidesOf(rides: readonly FamilyRide[], now: { date: LocalDate; time: TimeOfDay }): FamilyRide[] {
  const toCome = rides.filter((ride) => !isAway(ride) && !hasBegun(ride, now))
  const isNext = (ride: FamilyRide) => toCome.find(({ riderId }) => riderId === ride.riderId) === ride
  return toCome.filter((ride) => ride.date < addDays(now.date, 7) || isNext(ride)).slice(0, MAX)
}
