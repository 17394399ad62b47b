import { isLocalDate, type LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** Identifies a ride: a rider has at most one lesson at a time. */
export interface RideRef {
  riderId: string
  date: LocalDate
  time: TimeOfDay
  type?: string
}

/** Returns a ride's ID, because a ride without a record has no row of its own. */
export const rideId = ({ date, time, riderId }: { date: string; time: string; riderId: string }): string =>
  `${date}T${time}~${riderId}`

export function parseRideId(text: string): RideRef | null {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)~(.+)$/.exec(text)
  const [, date = '', time = '', riderId = ''] = match ?? []
  return match && isLocalDate(date) ? { date, time, riderId } : null
}
