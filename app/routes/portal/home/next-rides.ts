import type { FamilyRide } from '~/models/schedule/rides/ride.server'
import { isAway } from '~/models/vocabulary/away'
import { addDays, type LocalDate } from '~/utils/dates'

/** The most rides shown; a link leads to the rest. */
const MAX = 6

/**
 * Returns what takes place in the next seven days, and the next ride of each rider, however late. `rides` are those
 * from today on, by day.
 */
export function nextRidesOf(rides: readonly FamilyRide[], today: LocalDate): FamilyRide[] {
  const toCome = rides.filter((ride) => !isAway(ride))
  const isNext = (ride: FamilyRide) => toCome.find(({ riderId }) => riderId === ride.riderId) === ride
  return toCome.filter((ride) => ride.date < addDays(today, 7) || isNext(ride)).slice(0, MAX)
}
