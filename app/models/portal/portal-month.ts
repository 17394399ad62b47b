import { type AllowanceRows, allowanceOfMonth, type MonthAllowance } from '~/models/allowance/allowance'
import type { CounterKey, RideTypeCounter } from '~/models/allowance/counters'
import { counterKey } from '~/models/allowance/counters'
import { monthOfDay } from '~/models/allowance/month'
import type { Ride } from '~/models/rides/ride'
import { type LocalDate, monthEnd, monthStart } from '~/utils/dates'

/** `moved`: rescheduled, so that it uses nothing. `unmarked`: over, and not recorded yet. */
export type RideMark = 'ridden' | 'missed' | 'moved' | 'unmarked' | 'booked'

export interface MarkedRide extends Pick<Ride, 'date' | 'time' | 'type'> {
  mark: RideMark
}

/** Of these the office books a time; the others are used by themselves. */
const BOOKED_COUNTERS = ['lessons', 'private_lessons', 'hacks'] satisfies RideTypeCounter[]
export type BookedKey = Extract<CounterKey, 'lessons' | 'privateLessons' | 'hacks'>

export const bookedKey = (key: CounterKey): BookedKey | undefined =>
  key === 'lessons' || key === 'privateLessons' || key === 'hacks' ? key : undefined

/** A month as its family sees it. */
export interface PortalMonth {
  first: LocalDate
  allowance: MonthAllowance
  /** The packages that were bought for it. */
  packages: string[]
  /** By day. */
  rides: MarkedRide[]
  /** What is neither used nor booked. */
  toBook: Record<BookedKey, number>
}

export interface PackageOfMonth {
  name: string
  from: LocalDate
  to: LocalDate
}

const MARKS: Record<string, RideMark> = { present: 'ridden', makeup: 'ridden', absent: 'missed', reschedule: 'moved' }

const markOf = ({ attendance, date }: Ride, today: LocalDate): RideMark =>
  MARKS[attendance] ?? (date < today ? 'unmarked' : 'booked')

/** `rides` hold those of the month; `counters` tell what a ride type counts as. */
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
  const waiting = ofMonth.filter(({ attendance }) => !(attendance in MARKS))
  // A makeup stands for the ride that was missed.
  const missed = rows.makeups.filter(
    ({ why, revoked, date }) => why === 'absence' && !revoked && date && date >= first && date <= last,
  )
  const toBook = BOOKED_COUNTERS.map((name) => {
    const key = counterKey(name) as BookedKey
    const booked = waiting.filter(({ type, isMakeup }) => !isMakeup && counters.get(type) === name).length
    const madeUp = missed.filter(({ type }) => counters.get(type) === name).length
    return [key, Math.max(0, allowance[key].allowed - allowance[key].used - booked - madeUp)]
  })
  return {
    first,
    allowance,
    packages: [...new Set(packages.filter(({ from, to }) => from <= last && to >= first).map(({ name }) => name))],
    rides: ofMonth.map((ride) => ({ date: ride.date, time: ride.time, type: ride.type, mark: markOf(ride, today) })),
    toBook: Object.fromEntries(toBook),
  }
}

export const isBought = ({ allowance }: PortalMonth): boolean =>
  [allowance.lessons, allowance.privateLessons, allowance.makeups, allowance.hacks, allowance.horseUse].some(
    ({ allowed, used }) => allowed > 0 || used > 0,
  )
