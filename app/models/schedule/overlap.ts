import { minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

interface Span {
  time: TimeOfDay
  duration: number
}

export const overlaps = (a: Span, b: Span): boolean =>
  minuteOfDay(a.time) < minuteOfDay(b.time) + b.duration && minuteOfDay(b.time) < minuteOfDay(a.time) + a.duration
