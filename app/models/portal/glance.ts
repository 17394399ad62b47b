import type { FamilyRider } from '~/models/families/family.server'
import { type Ride, takesPlace } from '~/models/rides/ride'
import type { LocalDate } from '~/utils/dates'
import { isBought, type PortalMonth } from './portal-month'

const KEYS = ['lessons', 'privateLessons', 'makeups', 'hacks', 'horseUse'] as const
type Counts = Record<(typeof KEYS)[number], number>

/** A rider among several of a family. */
export interface RiderGlance extends FamilyRider {
  nextRide: Pick<Ride, 'date' | 'time' | 'type'> | null
  /** Neither used nor lost this month. */
  left: Counts
  isBought: boolean
  clearing: boolean
  /** The first month of this one and the next that has something without a time. */
  toBook: { first: LocalDate; counts: PortalMonth['toBook'] } | null
}

/** `rides` are those from today on. */
export function glanceOf(
  rider: FamilyRider,
  { rides, month, next }: { rides: readonly Ride[]; month: PortalMonth; next: PortalMonth },
): RiderGlance {
  const ride = rides.find(takesPlace)
  const open = [month, next].find(({ toBook }) => Object.values(toBook).some((count) => count > 0))
  const leftOf = (key: (typeof KEYS)[number]) => Math.max(0, month.allowance[key].allowed - month.allowance[key].used)
  return {
    ...rider,
    nextRide: ride ? { date: ride.date, time: ride.time, type: ride.type } : null,
    left: {
      lessons: leftOf('lessons'),
      privateLessons: leftOf('privateLessons'),
      makeups: leftOf('makeups'),
      hacks: leftOf('hacks'),
      horseUse: leftOf('horseUse'),
    },
    isBought: isBought(month),
    clearing: Boolean(month.allowance.clearing),
    toBook: open ? { first: open.first, counts: open.toBook } : null,
  }
}
