import { addMonths, type LocalDate, monthOf, monthRange, yearOf } from '~/utils/dates'
import { type CounterKey, type CounterName, counterKey, counterUsedBy, type RideTypeCounter } from './counters'
import { type GivenMakeup, makeupsReserved, makeupsToRide } from './makeups'

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
  /** Rescheduled rides of the month that were not made up for yet, each of which reserves a makeup. */
  makeupsReserved: number
  /** Makeups among those allowed that the school gave for canceled rides; absent if there are none. */
  makeupsGiven?: GivenMakeup[]
  /** A bank payment for part of it still clears. */
  clearing: boolean
  /** A month to come that a running subscription will renew. */
  renews: boolean
}

export interface GrantRow extends Record<CounterKey, number> {
  from: LocalDate
  to: LocalDate
  clearing: boolean
}

/** A ride with the counter of its type; null if the type is logged only. */
export interface RideRow {
  id: number
  date: LocalDate
  counter: RideTypeCounter | null
  attendance: string | null
}

export interface Adjustment extends Month {
  counter: CounterName
  delta: number
  /** These rides count no more. `delta` takes each back once, and the rest of it is added. */
  rideIds: readonly number[]
}

/** A running subscription: the first day of its next period, and the last day if it ends. */
export interface Renewal {
  from: LocalDate
  until: LocalDate | null
}

export interface AllowanceRows {
  grants: readonly GrantRow[]
  rides: readonly RideRow[]
  adjustments: readonly Adjustment[]
  renewals: readonly Renewal[]
  makeups: readonly GivenMakeup[]
}

/** Months away from a month: 0 for a ride in it, 1 for one in the month after. */
const monthsAway = ({ year, month }: Month, { date }: { date: LocalDate }) =>
  (yearOf(date) - year) * 12 + monthOf(date) - month

/** What an adjustment adds beside the rides that it takes back. */
export const addedBy = ({ delta, rideIds }: Pick<Adjustment, 'delta' | 'rideIds'>): number => delta + rideIds.length

/** The rides of a month that count, and what its adjustments add to a counter. */
export function usageOfMonth({ year, month }: Month, rows: Pick<AllowanceRows, 'rides' | 'adjustments'>) {
  const adjustments = rows.adjustments.filter((other) => other.year === year && other.month === month)
  const takenBack = new Set(adjustments.flatMap(({ rideIds }) => rideIds))
  const rides = rows.rides.filter((ride) => monthsAway({ year, month }, ride) === 0 && !takenBack.has(ride.id))
  const ridesOf = (name: CounterName) => rides.filter((ride) => counterUsedBy(ride) === name)
  const added = (name: CounterName) =>
    adjustments.filter(({ counter }) => counter === name).reduce((sum, row) => sum + addedBy(row), 0)
  const sumOf = (name: CounterName) => ridesOf(name).length + added(name)
  return { ridesOf, sumOf, usedOf: (name: CounterName) => Math.max(0, sumOf(name)) }
}

/** What grants of a month allow of a counter. */
const grantedIn = ({ year, month }: Month, { grants }: Pick<AllowanceRows, 'grants'>, name: CounterName): number => {
  const { from, to } = monthRange(year, month)
  return grants
    .filter((grant) => grant.from <= to && grant.to >= from)
    .reduce((sum, grant) => sum + grant[counterKey(name)], 0)
}

/** Makeups given in a month last until the next one ends; what is left of the month before tells what it leaves. */
export const MONTHS_BEFORE = 2

/** Makeups that the school gave for canceled rides, and that may be ridden in the month. */
function makeupsGivenIn(month: Month, rows: AllowanceRows): GivenMakeup[] {
  if (rows.makeups.length === 0) return []
  const { from, to } = monthRange(month.year, month.month)
  return makeupsToRide(
    monthsOf({ from: addMonths(from, -MONTHS_BEFORE), to }).map((one) => ({
      own: grantedIn(one, rows, 'makeups'),
      used: usageOfMonth(one, rows).usedOf('makeups'),
      given: rows.makeups.filter((row) => monthsAway(one, row) === 0),
    })),
  )
}

/**
 * Use is counted from the rides, so no order of marking counts a ride twice; adjustments cannot take it below zero.
 * Makeups of a month may be ridden in the months around it, so `rows` hold the makeups and rescheduled rides of two
 * months before and one after, and of two months before what else tells how many makeups were left.
 */
export function allowanceOfMonth({ year, month }: Month, rows: AllowanceRows): MonthAllowance {
  const { from, to } = monthRange(year, month)
  const grants = rows.grants.filter((grant) => grant.from <= to && grant.to >= from)
  const { usedOf } = usageOfMonth({ year, month }, rows)
  const counterNamed = (name: CounterName): Counter => ({
    used: usedOf(name),
    allowed: grantedIn({ year, month }, rows, name),
  })
  const given = makeupsGivenIn({ year, month }, rows)
  const makeups = counterNamed('makeups')
  const marked = (attendance: string, away = 0) =>
    rows.rides.filter((ride) => ride.attendance === attendance && monthsAway({ year, month }, ride) === away).length
  return {
    year,
    month,
    lessons: counterNamed('lessons'),
    privateLessons: counterNamed('private_lessons'),
    makeups: { ...makeups, allowed: makeups.allowed + given.length },
    ...(given.length > 0 && { makeupsGiven: given }),
    hacks: counterNamed('hacks'),
    horseUse: counterNamed('horse_use'),
    absences: marked('absent'),
    makeupsReserved: makeupsReserved((away) => marked('reschedule', away) - marked('makeup', away)),
    clearing: grants.some((grant) => grant.clearing),
    renews: rows.renewals.some((row) => row.from <= from && (row.until === null || row.until >= from)),
  }
}

/** What a month allows that no month before it allowed already. */
export function allowedAnew(allowance: MonthAllowance, key: CounterKey): number {
  if (key !== 'makeups') return allowance[key].allowed
  const carried = allowance.makeupsGiven?.filter((row) => monthsAway(allowance, row) < 0) ?? []
  return allowance.makeups.allowed - carried.length
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
