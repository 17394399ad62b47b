import { minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

interface Span {
  time: TimeOfDay
  duration: number
}

/** Whether two spans overlap; with a gap, also if there are fewer minutes between them. */
export const overlaps = (a: Span, b: Span, gap = 0): boolean =>
  minuteOfDay(a.time) < minuteOfDay(b.time) + b.duration + gap &&
  minuteOfDay(b.time) < minuteOfDay(a.time) + a.duration + gap
