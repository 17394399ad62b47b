import {
  type CounterKey,
  type CounterName,
  counterKey,
  counterUsedBy,
  type RideTypeCounter,
} from '~/models/vocabulary/counters'
import type { Month } from '~/models/vocabulary/month'
import { type LocalDate, monthOf, monthRange, yearOf } from '~/utils/dates'
import { isAddedAnew, type MakeupOf, makeupsOfMonth } from './makeups'

export interface Counter {
  used: number
  allowed: number
}

export interface MonthAllowance extends Month, Record<CounterKey, Counter> {
  absences: number
  /** Rescheduled rides of the month that were not made up yet, each of which reserves a makeup. */
  makeupsReserved: number
  /** Allowed makeups that no package of the month gives; undefined if there are none. */
  makeupsGiven?: MakeupOf[]
  /** Makeups of the month's packages that are ridden in another month, or were withdrawn; undefined if there are none. */
  makeupsTaken?: MakeupOf[]
  /** Whether a bank payment for part of it is still clearing. */
  clearing: boolean
  /** Whether it is a coming month that a running subscription will renew. */
  renews: boolean
}

export interface GrantRow extends Record<CounterKey, number> {
  from: LocalDate
  to: LocalDate
  clearing: boolean
}

/** A ride with the counter of its type; null if the type is logged only. */
export interface CountedRide {
  id: number
  date: LocalDate
  counter: RideTypeCounter | null
  attendance: string | null
  /** Whether it was booked as a makeup. */
  isMakeup: boolean
}

export interface Adjustment extends Month {
  counter: CounterName
  delta: number
  /** Rides that no longer count. `delta` cancels each once, and the rest of it is added. */
  rideIds: readonly number[]
}

/** A running subscription: the first day of its next period, the last day if it ends, and its makeups per month. */
export interface Renewal {
  from: LocalDate
  until: LocalDate | null
  makeups: number
}

export interface AllowanceRows {
  grants: readonly GrantRow[]
  rides: readonly CountedRide[]
  adjustments: readonly Adjustment[]
  renewals: readonly Renewal[]
  makeups: readonly MakeupOf[]
}

const isIn = (month: Month) => {
  const { from, to } = monthRange(month.year, month.month)
  return ({ date }: { date: LocalDate }) => date >= from && date <= to
}

/** Returns what an adjustment adds besides canceling its rides. */
export const addedBy = ({ delta, rideIds }: Pick<Adjustment, 'delta' | 'rideIds'>): number => delta + rideIds.length

/** Returns the rides of a month that count, and what its adjustments add to a counter. */
export function usageOfMonth({ year, month }: Month, rows: Pick<AllowanceRows, 'rides' | 'adjustments'>) {
  const adjustments = rows.adjustments.filter((other) => other.year === year && other.month === month)
  const takenBack = new Set(adjustments.flatMap(({ rideIds }) => rideIds))
  const isOfMonth = isIn({ year, month })
  const rides = rows.rides.filter((ride) => isOfMonth(ride) && !takenBack.has(ride.id))
  const ridesOf = (name: CounterName) => rides.filter((ride) => counterUsedBy(ride) === name)
  const added = (name: CounterName) =>
    adjustments.filter(({ counter }) => counter === name).reduce((sum, row) => sum + addedBy(row), 0)
  const sumOf = (name: CounterName) => ridesOf(name).length + added(name)
  return { ridesOf, sumOf, usedOf: (name: CounterName) => Math.max(0, sumOf(name)) }
}

function grantsOf({ year, month }: Month, { grants }: Pick<AllowanceRows, 'grants'>): GrantRow[] {
  const { from, to } = monthRange(year, month)
  return grants.filter((grant) => grant.from <= to && grant.to >= from)
}

/** Returns what the grants of a month allow of a counter. */
const granted = (grants: readonly GrantRow[], name: CounterName): number =>
  grants.reduce((sum, grant) => sum + grant[counterKey(name)], 0)

/** Returns the running subscriptions that will pay for a coming month. */
function renewalsOf({ year, month }: Month, { renewals }: Pick<AllowanceRows, 'renewals'>): Renewal[] {
  const { from } = monthRange(year, month)
  return renewals.filter((row) => row.from <= from && (row.until === null || row.until >= from))
}

/** Computes a month. Use is counted from the rides, so no order of marking counts a ride twice; adjustments cannot take it below zero. */
export function allowanceOfMonth({ year, month }: Month, rows: AllowanceRows): MonthAllowance {
  const grants = grantsOf({ year, month }, rows)
  const isOfMonth = isIn({ year, month })
  const { usedOf } = usageOfMonth({ year, month }, rows)
  const counterNamed = (name: CounterName): Counter => ({
    used: usedOf(name),
    allowed: granted(grants, name),
  })
  const makeups = counterNamed('makeups')
  const { added, taken: gone, reserved } = makeupsOfMonth(rows.makeups, monthRange(year, month))
  const taken = gone.slice(0, makeups.allowed)
  return {
    year,
    month,
    lessons: counterNamed('lessons'),
    privateLessons: counterNamed('private_lessons'),
    makeups: { ...makeups, allowed: makeups.allowed + added.length - taken.length },
    ...(added.length > 0 && { makeupsGiven: added }),
    ...(taken.length > 0 && { makeupsTaken: taken }),
    hacks: counterNamed('hacks'),
    horseUse: counterNamed('horse_use'),
    absences: rows.rides.filter((ride) => ride.attendance === 'absent' && isOfMonth(ride)).length,
    makeupsReserved: reserved,
    clearing: grants.some((grant) => grant.clearing),
    renews: renewalsOf({ year, month }, rows).length > 0,
  }
}

/** Returns what a month allows that no earlier month allowed already. */
export function allowedAnew(allowance: MonthAllowance, key: CounterKey): number {
  if (key !== 'makeups') return allowance[key].allowed
  const { from } = monthRange(allowance.year, allowance.month)
  const again = allowance.makeupsGiven?.filter((makeup) => !isAddedAnew(makeup, from)) ?? []
  return allowance.makeups.allowed - again.length
}

/**
 * Returns how many more absences can give a makeup: the package's makeups without an absence, or a ride marked as one
 * without it. A coming month includes what its subscription will add.
 */
export function looseMakeups(month: Month, rows: AllowanceRows): number {
  const { from, to } = monthRange(month.year, month.month)
  const own =
    granted(grantsOf(month, rows), 'makeups') + renewalsOf(month, rows).reduce((sum, { makeups }) => sum + makeups, 0)
  const given = rows.makeups.filter(({ why, date }) => why === 'absence' && date && date >= from && date <= to)
  const { ridesOf } = usageOfMonth(month, rows)
  const loose = ridesOf('makeups').filter(({ isMakeup }) => !isMakeup)
  return Math.max(0, own - given.length - loose.length)
}

/** Returns the counter; null for a ride type that is logged only. */
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
