import { type AllowanceRows, type MonthAllowance, usageOfMonth } from '~/models/allowance/allowance'
import { type MakeupOf, makeupsOfMonth } from '~/models/allowance/makeups'
import type { Ride } from '~/models/schedule/vocabulary/ride'
import { COUNTERS, type CounterKey, type CounterName, type RideTypeCounter } from '~/models/vocabulary/counters'
import type { LocalDate } from '~/utils/dates'

/** What can become of a ride that was bought, in the order in which a family reads it. */
export const FATES = ['ridden', 'missed', 'booked', 'madeUp', 'toBook', 'spare', 'expired'] as const
export type Fate = (typeof FATES)[number]

/**
 * Every ride that was bought has one fate, so they add up to `bought`, and to `over` more where more was ridden or booked than that.
 * - `ridden`: also what the office counted without a ride.
 * - `missed`: the rider was absent, and the ride counts.
 * - `booked`: on the schedule, to come or not recorded yet.
 * - `madeUp`: called off in time, and a makeup stands for it, which is counted among the makeups.
 * - `spare`: a makeup of the package that no absence has used.
 * - `expired`: a makeup whose last day is over.
 */
export interface RideCounts extends Record<Fate, number> {
  bought: number
  over: number
}

interface CountedMonth {
  first: LocalDate
  last: LocalDate
  today: LocalDate
  allowance: MonthAllowance
}

interface Known {
  rows: AllowanceRows
  /** The rides of the month that are not recorded. */
  waiting: readonly Ride[]
  counterOf: (type: string) => RideTypeCounter | null
}

const NONE: Record<Fate, number> = { ridden: 0, missed: 0, booked: 0, madeUp: 0, toBook: 0, spare: 0, expired: 0 }

/** Counts a month. Every screen of a family uses these numbers. */
export function rideCounts(month: CountedMonth, known: Known) {
  const makeups = makeupsIn(month, known)
  const { ridesOf } = usageOfMonth(month.allowance, known.rows)
  const countsOf = (name: CounterName, key: CounterKey): RideCounts => {
    const { used, allowed } = month.allowance[key]
    const missed = Math.min(used, ridesOf(name).filter(({ attendance }) => attendance === 'absent').length)
    const fates = { ...NONE, ridden: used - missed, missed }
    if (name === 'makeups') {
      const booked = known.waiting.filter(({ isMakeup }) => isMakeup).length
      return withRest(allowed, 'spare', { ...fates, booked, toBook: makeups.open.length, expired: makeups.expired })
    }
    const isOwn = ({ type }: { type: string }) => known.counterOf(type) === name
    return withRest(allowed, 'toBook', {
      ...fates,
      booked: known.waiting.filter((ride) => !ride.isMakeup && isOwn(ride)).length,
      madeUp: makeups.instead.filter(isOwn).length,
    })
  }
  const counts = Object.fromEntries(COUNTERS.map(({ name, key }) => [key, countsOf(name, key)]))
  return { counts: counts as Record<CounterKey, RideCounts>, openMakeups: makeups.open }
}

/** Assigns the remaining rides to `rest`. */
function withRest(bought: number, rest: Fate, fates: Record<Fate, number>): RideCounts {
  const left = bought - Object.values(fates).reduce((sum, count) => sum + count, 0)
  return { ...fates, [rest]: fates[rest] + Math.max(0, left), bought, over: Math.max(0, -left) }
}

function makeupsIn({ first, last, today }: CountedMonth, { rows }: Known) {
  const { added } = makeupsOfMonth(rows.makeups, { from: first, to: last })
  // A makeup replaces the ride that was missed.
  const instead = rows.makeups.filter(
    ({ why, revoked, date }) => why === 'absence' && !revoked && date !== null && date >= first && date <= last,
  )
  const unbooked = [...instead, ...added].filter(({ bookedDate }) => bookedDate === null)
  const isOver = ({ until }: MakeupOf) => until < first || until < today
  return {
    instead,
    open: unbooked.filter((makeup) => !isOver(makeup)).sort((a, b) => a.until.localeCompare(b.until) || a.id - b.id),
    expired: unbooked.filter(isOver).length,
  }
}
