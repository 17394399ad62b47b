import { type CounterName, counterUsedBy, type RideTypeCounter } from '~/models/vocabulary/counters'
import { formatDayShort, type LocalDate, monthStart } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { counterOf, type MonthAllowance } from './allowance'

/**
 * Whether a ride is paid for: covered, not yet paid but in a month that a running subscription will renew, over the
 * allowance, or without any.
 */
export type Cover = 'covered' | 'renews' | 'over' | 'none'

/** A ride with its month's figures; undefined if its type is logged only. */
export interface CoveredRide {
  date: LocalDate
  attendance: string
  cover?: Cover
  used?: number
  allowed?: number
}

/**
 * Returns a screen's note about a ride, and whether the office has to act: only for rides of this month, because next
 * month's are paid once it begins. Until it is marked, a ride is shown as going over.
 */
export function coverWord(
  { date, attendance, cover = 'covered', used = 0, allowed = 0 }: CoveredRide,
  today: LocalDate,
): { word: string | null; due: boolean } {
  const month = monthStart(date)
  const due = (cover === 'over' || cover === 'none') && month === monthStart(today)
  const word = {
    covered: null,
    renews: `renews ${formatDayShort(month)}`,
    over: attendance === 'scheduled' ? 'goes over' : `${used - allowed} over`,
    none: month > today ? 'not paid yet' : 'not paid',
  }[cover]
  return { word, due }
}

export interface CoverRide {
  riderId: string
  date: LocalDate
  time: TimeOfDay
  /** The counter of its type; null if that is logged only. */
  counter: RideTypeCounter | null
  /** `scheduled` without a record. */
  attendance: string
  /** Whether it was booked as a makeup, which covers it. */
  isMakeup: boolean
}

/**
 * Returns the covers in the order of `rides`. Each unmarked ride will use one, so `rides` must include all of the
 * riders' rides since the month began, not only those that are shown.
 */
export function coversOf<Ride extends CoverRide>(
  rides: readonly Ride[],
  allowanceOn: (ride: Ride) => MonthAllowance | undefined,
): Cover[] {
  const ahead = new Map<string, number>()
  const covers = new Map<Ride, Cover>()
  for (const ride of [...rides].sort(byInstant)) {
    const isOpen = ride.attendance === 'scheduled'
    if (ride.isMakeup) {
      covers.set(ride, 'covered')
      continue
    }
    const counter = isOpen ? ride.counter : counterUsedBy(ride)
    const key = `${ride.riderId} ${ride.date.slice(0, 7)} ${counter}`
    if (isOpen) ahead.set(key, (ahead.get(key) ?? 0) + 1)
    covers.set(ride, coverOf(allowanceOn(ride), counter, isOpen ? (ahead.get(key) ?? 0) : 0))
  }
  return rides.map((ride) => covers.get(ride) ?? 'covered')
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byInstant = (a: CoverRide, b: CoverRide) => compare(a.date, b.date) || compare(a.time, b.time)

function coverOf(month: MonthAllowance | undefined, name: CounterName | null, more: number): Cover {
  const counter = month && counterOf(month, name)
  if (!counter || counter.used + more <= counter.allowed) return 'covered'
  if (month.renews) return 'renews'
  return counter.allowed ? 'over' : 'none'
}
