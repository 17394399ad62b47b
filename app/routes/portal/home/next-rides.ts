import { hasBegun } from '~/models/schedule/places/take'
import type { FamilyRide } from '~/models/schedule/rides/ride.server'
import { isAway } from '~/models/vocabulary/away'
import { addDays, type LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** The fewest and the most rides shown, if there are as many; a link leads to the rest. */
const [MIN, MAX] = [3, 6]

/**
 * Returns the rides that come next, without a gap: those of seven days, and further ones until each rider's next is among them, or six
 * are. `more` is how many follow. `rides` are those from today on, by day; those that have begun are over.
 */
export function nextRidesOf(rides: readonly FamilyRide[], now: { date: LocalDate; time: TimeOfDay }) {
  const toCome = rides.filter((ride) => !isAway(ride) && !hasBegun(ride, now))
  const isNext = (ride: FamilyRide) => toCome.find(({ riderId }) => riderId === ride.riderId) === ride
  const last = toCome.map((ride) => ride.date < addDays(now.date, 7) || isNext(ride)).lastIndexOf(true)
  const next = toCome.slice(0, Math.min(Math.max(last + 1, MIN), MAX))
  return { next, more: toCome.length - next.length }
}
