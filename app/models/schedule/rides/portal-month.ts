import { type AllowanceRows, allowanceOfMonth, type MonthAllowance } from '~/models/allowance/allowance'
import type { MakeupOf } from '~/models/allowance/makeups'
import type { Ride } from '~/models/schedule/vocabulary/ride'
import { COUNTERS, type CounterKey, type RideTypeCounter } from '~/models/vocabulary/counters'
import { monthOfDay } from '~/models/vocabulary/month'
import { type LocalDate, monthEnd, monthStart } from '~/utils/dates'
import { type RideCounts, rideCounts } from './ride-counts'

/** The counters for which a time is booked; the others are used automatically. */
export type BookedKey = Extract<CounterKey, 'lessons' | 'privateLessons' | 'hacks'>

export const bookedKey = (key: CounterKey): BookedKey | undefined =>
  key === 'lessons' || key === 'privateLessons' || key === 'hacks' ? key : undefined

/** A month as its family sees it. */
export interface PortalMonth {
  first: LocalDate
  allowance: MonthAllowance
  /** The packages that were bought for it. */
  packages: string[]
  /** The counts of what was bought, by kind. */
  counts: Record<CounterKey, RideCounts>
  /** Makeups that can be booked now, the first to expire first. */
  openMakeups: MakeupOf[]
}

export interface PackageOfMonth {
  name: string
  from: LocalDate
  to: LocalDate
}

/** Builds a month. `rides` are those of the month; `counters` map ride types to counters. */
export function portalMonth(
  day: LocalDate,
  today: LocalDate,
  {
    rides,
    counters,
    packages,
    rows,
  }: {
    rides: readonly Ride[]
    counters: ReadonlyMap<string, RideTypeCounter | null>
    packages: readonly PackageOfMonth[]
    rows: AllowanceRows
  },
): PortalMonth {
  const [first, last] = [monthStart(day), monthEnd(day)]
  const allowance = allowanceOfMonth(monthOfDay(day), rows)
  const ofMonth = rides.filter(({ date }) => date >= first && date <= last)
  const { counts, openMakeups } = rideCounts(
    { first, last, today, allowance },
    {
      rows,
      waiting: ofMonth.filter(({ attendance }) => attendance === 'scheduled'),
      counterOf: (type) => counters.get(type) ?? null,
    },
  )
  return {
    first,
    allowance,
    packages: [...new Set(packages.filter(({ from, to }) => from <= last && to >= first).map(({ name }) => name))],
    counts,
    openMakeups,
  }
}

/** Returns what was bought and has no time yet. */
export const toBookOf = ({ counts }: PortalMonth): Record<BookedKey, number> => ({
  lessons: counts.lessons.toBook,
  privateLessons: counts.privateLessons.toBook,
  hacks: counts.hacks.toBook,
})

export const isBought = ({ allowance }: PortalMonth): boolean =>
  COUNTERS.some(({ key }) => allowance[key].allowed > 0 || allowance[key].used > 0)
