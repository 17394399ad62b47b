import type { CounterKey } from '~/models/allowance/counters'
import type { FamilyRider } from '~/models/families/family.server'
import { type Ride, takesPlace } from '~/models/rides/ride'
import type { LocalDate } from '~/utils/dates'
import { type BookedKey, isBought, type PortalMonth, toBookOf } from './portal-month'
import type { RideCounts } from './ride-counts'

/** A rider among several of a family. */
export interface RiderGlance extends FamilyRider {
  nextRide: Pick<Ride, 'date' | 'time' | 'type'> | null
  /** Of this month. */
  counts: Record<CounterKey, RideCounts>
  isBought: boolean
  clearing: boolean
  /** Of the next month. */
  next: { first: LocalDate; toBook: Record<BookedKey, number> }
}

/** `rides` are those from today on. */
export function glanceOf(
  rider: FamilyRider,
  { rides, month, next }: { rides: readonly Ride[]; month: PortalMonth; next: PortalMonth },
): RiderGlance {
  const ride = rides.find(takesPlace)
  return {
    ...rider,
    nextRide: ride ? { date: ride.date, time: ride.time, type: ride.type } : null,
    counts: month.counts,
    isBought: isBought(month),
    clearing: month.allowance.clearing,
    next: { first: next.first, toBook: toBookOf(next) },
  }
}
