import { type Counter, counterOf, type MonthAllowance } from '~/models/allowance/allowance'
import { type Cover, type CoverRide, coversOf } from '~/models/allowance/cover'
import type { OpenRide } from '~/models/schedule/attendance/unrecorded'
import type { Roster, RosterRider } from '~/models/schedule/week/roster'
import { rideKey } from '~/models/schedule/week/week'
import { counterUsedBy } from '~/models/vocabulary/counters'
import type { Slot } from '~/models/vocabulary/slot'
import type { LocalDate } from '~/utils/dates'

/** The counter that a ride uses; `cover` is set if the office has to know. */
export type Figures = Counter & { cover?: Exclude<Cover, 'covered'> }
export type FiguresOf = (rider: Pick<RosterRider, 'riderId'>, slot: Slot) => Figures | null

/**
 * Returns the figures of the rides from a day on, null if the type is logged only. The roster begins with that day's
 * month, because each unmarked ride will use one; or unmarked rides before it are in `open`.
 */
export function figuresOf(
  { days, types }: Roster,
  from: LocalDate,
  allowanceOn: (ride: { riderId: string; date: LocalDate }) => MonthAllowance | undefined,
  open: readonly OpenRide[] = [],
): FiguresOf {
  const counters = new Map(types.map(({ name, counter }) => [name, counter]))
  const before = open.map(({ riderId, date, time, type, isMakeup }): CoverRide => {
    return {
      riderId,
      date,
      time,
      counter: isMakeup ? null : (counters.get(type) ?? null),
      attendance: 'scheduled',
      isMakeup,
    }
  })
  const shown = days.flatMap(({ lessons }) =>
    lessons.flatMap(({ date, time, type, riders }) =>
      riders.map(({ riderId, attendance, isMakeup = false }): CoverRide => {
        const counter = counters.get(type) ?? null
        return { riderId, date, time, counter: isMakeup ? null : counter, attendance, isMakeup }
      }),
    ),
  )
  const rides = [...before, ...shown]
  const covers = coversOf(rides, allowanceOn)
  const figures = new Map(
    rides.flatMap((ride, i): [string, Figures][] => {
      const month = ride.date < from ? undefined : allowanceOn(ride)
      const counter = month && counterOf(month, ride.isMakeup ? 'makeups' : (counterUsedBy(ride) ?? ride.counter))
      if (!counter) return []
      const cover = covers[i]
      return [[rideKey(ride), { ...counter, ...(cover && cover !== 'covered' && { cover }) }]]
    }),
  )
  return ({ riderId }, { date, time }) => figures.get(rideKey({ riderId, date, time })) ?? null
}
