import { isLocalDate, type LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** A rider has at most one lesson at a time. */
export interface RideRef {
  riderId: string
  date: LocalDate
  time: TimeOfDay
  type?: string
}

/** A ride without a record has no row whose number could serve. */
export const rideId = ({ date, time, riderId }: { date: string; time: string; riderId: string }): string =>
  `${date}T${time}~${riderId}`

export function parseRideId(text: string): RideRef | null {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)~(.+)$/.exec(text)
  const [, date = '', time = '', riderId = ''] = match ?? []
  return match && isLocalDate(date) ? { date, time, riderId } : null
}
