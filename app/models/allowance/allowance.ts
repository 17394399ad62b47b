import { isMarked } from '~/models/schedule/week'
import { type LocalDate, monthOf, monthRange, yearOf } from '~/utils/dates'

/** The counters of the database: of ride types and of adjustments. */
export const COUNTERS = ['lessons', 'private_lessons', 'hacks', 'horse_use'] as const
export type CounterName = (typeof COUNTERS)[number]

/** How each counter is shown. */
export const COUNTER_LABELS: Record<CounterName, string> = {
  lessons: 'Group lessons',
  private_lessons: 'Private lessons',
  hacks: 'Hacks',
  horse_use: 'Horse use',
}

export interface Counter {
  used: number
  allowed: number
}

export interface Month {
  year: number
  /** From 1. */
  month: number
}

/** What a rider may use in a calendar month, and what is used. */
export interface MonthAllowance extends Month {
  lessons: Counter
  privateLessons: Counter
  makeups: Counter
  hacks: Counter
  horseUse: Counter
  absences: number
  /** Rides to be made up for, each of which reserves a makeup. */
  makeupsReserved: number
  /** Whether part of it was paid by a bank payment that still clears. */
  clearing: boolean
}

/** What was paid for, between two days; all quantities as sold. */
export interface Grant {
  from: LocalDate
  to: LocalDate
  clearing: boolean
  lessons: number
  privateLessons: number
  makeups: number
  hacks: number
  horseUse: number
}

/** A ride of the ledger with the counter of its type; null is logged only. */
export interface LedgerRide {
  date: LocalDate
  counter: CounterName | null
  attendance: string | null
}

export interface Adjustment extends Month {
  counter: CounterName | 'makeups'
  delta: number
}

export interface AllowanceRows {
  grants: readonly Grant[]
  rides: readonly LedgerRide[]
  adjustments: readonly Adjustment[]
}

/**
 * The allowance of one calendar month, from the rows alone (decisions, "Attendance and allowances"). Grants whose days
 * touch the month add up. Used counters are counted from the ledger, so no order of marking can count a ride twice;
 * an adjustment cannot take them below zero.
 */
export function allowanceOfMonth({ year, month }: Month, rows: AllowanceRows): MonthAllowance {
  const { from, to } = monthRange(year, month)
  const grants = rows.grants.filter((grant) => grant.from <= to && grant.to >= from)
  const rides = rows.rides.filter((ride) => ride.date >= from && ride.date <= to && isMarked(ride.attendance))
  const sold = (kind: 'lessons' | 'privateLessons' | 'makeups' | 'hacks' | 'horseUse') =>
    grants.reduce((sum, grant) => sum + grant[kind], 0)
  const adjusted = (counter: Adjustment['counter']) =>
    rows.adjustments
      .filter((other) => other.year === year && other.month === month && other.counter === counter)
      .reduce((sum, { delta }) => sum + delta, 0)
  const counted = (attendance: string) => rides.filter((ride) => ride.attendance === attendance).length
  const ridden = (counter: CounterName) =>
    rides.filter((ride) => ride.counter === counter && (ride.attendance === 'present' || ride.attendance === 'absent'))
      .length
  const used = (counter: CounterName) => Math.max(0, ridden(counter) + adjusted(counter))
  return {
    year,
    month,
    lessons: { used: used('lessons'), allowed: sold('lessons') },
    privateLessons: { used: used('private_lessons'), allowed: sold('privateLessons') },
    makeups: { used: Math.max(0, counted('makeup') + adjusted('makeups')), allowed: sold('makeups') },
    hacks: { used: used('hacks'), allowed: sold('hacks') },
    horseUse: { used: used('horse_use'), allowed: sold('horseUse') },
    absences: counted('absent'),
    makeupsReserved: counted('reschedule'),
    clearing: grants.some((grant) => grant.clearing),
  }
}

const COUNTER_KEYS = {
  lessons: 'lessons',
  private_lessons: 'privateLessons',
  hacks: 'hacks',
  horse_use: 'horseUse',
} as const

/** The counter that a ride type uses; null where it is logged only. */
export const counterOf = (allowance: MonthAllowance, counter: CounterName | null): Counter | null =>
  counter && allowance[COUNTER_KEYS[counter]]

/** Every calendar month that a range of days touches. */
export function monthsOf({ from, to }: { from: LocalDate; to: LocalDate }): Month[] {
  const months: Month[] = []
  const last = yearOf(to) * 12 + monthOf(to) - 1
  for (let n = yearOf(from) * 12 + monthOf(from) - 1; n <= last; n++) {
    months.push({ year: Math.floor(n / 12), month: (n % 12) + 1 })
  }
  return months
}
