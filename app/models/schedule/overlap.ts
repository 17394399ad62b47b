import { Refused } from '~/platform/refused'
import { minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** When a lesson is, on a day that both share. Minutes. */
interface Span {
  time: TimeOfDay
  duration: number
}

export const overlaps = (a: Span, b: Span): boolean =>
  minuteOfDay(a.time) < minuteOfDay(b.time) + b.duration && minuteOfDay(b.time) < minuteOfDay(a.time) + a.duration

/** A rider has one lesson at a time. */
export const alreadyRides = (name: string, when: string): Refused =>
  new Refused(`${name} already rides at ${when}`, 'riderId', 409)
