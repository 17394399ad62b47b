import { type LocalDate, monthOf, monthRange, yearOf } from '~/utils/dates'
import { type CounterKey, type CounterName, counterKey, counterUsedBy, type RideTypeCounter } from './counters'

export interface Counter {
  used: number
  allowed: number
}

export interface Month {
  year: number
  /** From 1. */
  month: number
}

export interface MonthAllowance extends Month, Record<CounterKey, Counter> {
  absences: number
  /** Rides to be made up for, each of which reserves a makeup. */
  makeupsReserved: number
  /** A bank payment for part of it still clears. */
  clearing: boolean
}

export interface GrantRow extends Record<CounterKey, number> {
  from: LocalDate
  to: LocalDate
  clearing: boolean
}

/** A ride with the counter of its type; null if the type is logged only. */
export interface RideRow {
  date: LocalDate
  counter: RideTypeCounter | null
  attendance: string | null
}

export interface Adjustment extends Month {
  counter: CounterName
  delta: number
}

export interface AllowanceRows {
  grants: readonly GrantRow[]
  rides: readonly RideRow[]
  adjustments: readonly Adjustment[]
}

/** Use is counted from the rides, so no order of marking counts a ride twice; adjustments cannot take it below zero. */
export function allowanceOfMonth({ year, month }: Month, rows: AllowanceRows): MonthAllowance {
  const { from, to } = monthRange(year, month)
  const grants = rows.grants.filter((grant) => grant.from <= to && grant.to >= from)
  const rides = rows.rides.filter((ride) => ride.date >= from && ride.date <= to)
  const adjustments = rows.adjustments.filter((other) => other.year === year && other.month === month)
  const counterNamed = (name: CounterName): Counter => {
    const adjusted = adjustments.filter(({ counter }) => counter === name).reduce((sum, { delta }) => sum + delta, 0)
    const used = rides.filter((ride) => counterUsedBy(ride) === name).length
    const allowed = grants.reduce((sum, grant) => sum + grant[counterKey(name)], 0)
    return { used: Math.max(0, used + adjusted), allowed }
  }
  const marked = (attendance: string) => rides.filter((ride) => ride.attendance === attendance).length
  return {
    year,
    month,
    lessons: counterNamed('lessons'),
    privateLessons: counterNamed('private_lessons'),
    makeups: counterNamed('makeups'),
    hacks: counterNamed('hacks'),
    horseUse: counterNamed('horse_use'),
    absences: marked('absent'),
    makeupsReserved: marked('reschedule'),
    clearing: grants.some((grant) => grant.clearing),
  }
}

/** Null for a ride type that is logged only. */
export function counterOf(allowance: MonthAllowance, name: CounterName): Counter
export function counterOf(allowance: MonthAllowance, name: CounterName | null): Counter | null
export function counterOf(allowance: MonthAllowance, name: CounterName | null): Counter | null {
  return name && allowance[counterKey(name)]
}

export function monthsOf({ from, to }: { from: LocalDate; to: LocalDate }): Month[] {
  const months: Month[] = []
  const last = yearOf(to) * 12 + monthOf(to) - 1
  for (let n = yearOf(from) * 12 + monthOf(from) - 1; n <= last; n++) {
    months.push({ year: Math.floor(n / 12), month: (n % 12) + 1 })
  }
  return months
}
