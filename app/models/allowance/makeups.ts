import { formatDayShort, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/**
 * Rescheduled rides of a month without a makeup. `owedIn` tells, for the month so many months away, its rescheduled rides
 * less its makeups. Makeups are for their own month first, then for the month before it, then for the one after.
 */
export function makeupsReserved(owedIn: (away: -2 | -1 | 0 | 1) => number): number {
  const open = (away: -2 | -1 | 0 | 1) => Math.max(0, owedIn(away))
  const spare = (away: -2 | -1 | 0 | 1) => Math.max(0, -owedIn(away))
  const madeUpAhead = Math.max(0, spare(-1) - open(-2))
  return Math.max(0, open(0) - spare(1) - madeUpAhead)
}

/** A makeup for a ride that the school canceled, good from the day of that ride to the end of the month after it. */
export interface GivenMakeup {
  date: LocalDate
  time: TimeOfDay
  reason: string
  until: LocalDate
}

/** What a month brings of makeups and takes of them. */
export interface MakeupMonth {
  /** The allowance of its own, which ends with it. */
  own: number
  used: number
  given: readonly GivenMakeup[]
}

/**
 * The makeups given that may be ridden in the last of consecutive months; those of its own month come last. What is ridden uses up
 * what ends first: the month's own allowance, then what is left of the month before, then what was given in it.
 */
export function makeupsToRide(months: readonly MakeupMonth[]): GivenMakeup[] {
  let left: GivenMakeup[] = []
  const [last, ...earlier] = [...months].reverse()
  for (const { own, used, given } of earlier.reverse()) {
    left = [...given].sort(byTime).slice(Math.max(0, used - own - left.length))
  }
  return [...left, ...[...(last?.given ?? [])].sort(byTime)]
}

const byTime = (a: GivenMakeup, b: GivenMakeup) => a.date.localeCompare(b.date) || a.time.localeCompare(b.time)

/** `Makeup: lesson of Dec 9, 4:00 PM was canceled (snow)` */
export const sayMakeup = ({ date, time, reason }: GivenMakeup): string =>
  `Makeup: lesson of ${formatDayShort(date)}, ${formatTimeOfDay(time)} was canceled (${reason})`
