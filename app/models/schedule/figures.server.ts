import type { Counter, MonthAllowance } from '~/models/allowance/allowance'
import { counterOf, monthsOf } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { counterUsedBy } from '~/models/allowance/counters'
import { type Cover, type CoverRide, coversOf } from '~/models/allowance/cover'
import { type LocalDate, monthOf, monthStart } from '~/utils/dates'
import { loadRoster, type Roster, type RosterRider } from './roster.server'
import { rideKey, type Slot } from './week'

/** Of the counter that the ride uses; `cover` is there if the office has to know. */
export type Figures = Counter & { cover?: Exclude<Cover, 'covered'> }

/**
 * The lessons from one day to another with their riders' figures, null if the type is logged only. Two queries, however
 * many lessons: rides are read since the month began, because each that nobody marked will use one.
 */
export async function rosterWithFigures(range: { from: LocalDate; to: LocalDate }) {
  const { days, types } = await loadRoster({ from: monthStart(range.from), to: range.to })
  const shown = days.filter(({ date }) => date >= range.from)
  const riderIds = shown.flatMap(({ lessons }) => lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId)))
  const allowances = await allowancesOf(riderIds, range.from, range.to)
  const months = monthsOf(range).map(({ month }) => month)
  const figures = figuresOf(
    { days, types },
    ({ riderId, date }) => allowances.get(riderId)?.[months.indexOf(monthOf(date))],
  )
  return {
    days: shown,
    types,
    figuresOf: ({ riderId }: Pick<RosterRider, 'riderId'>, { date, time }: Slot): Figures | null =>
      figures.get(rideKey({ riderId, date, time })) ?? null,
  }
}

function figuresOf({ days, types }: Roster, allowanceOn: (ride: CoverRide) => MonthAllowance | undefined) {
  const counters = new Map(types.map(({ name, counter }) => [name, counter]))
  const rides = days.flatMap(({ lessons }) =>
    lessons.flatMap(({ date, time, type, riders }) =>
      riders.map(({ riderId, attendance }): CoverRide => {
        const counter = counters.get(type) ?? null
        return { riderId, date, time, counter, attendance }
      }),
    ),
  )
  const covers = coversOf(rides, allowanceOn)
  return new Map(
    rides.flatMap((ride, i): [string, Figures][] => {
      const month = allowanceOn(ride)
      const counter = month && counterOf(month, counterUsedBy(ride) ?? ride.counter)
      if (!counter) return []
      const cover = covers[i]
      return [[rideKey(ride), { ...counter, ...(cover && cover !== 'covered' && { cover }) }]]
    }),
  )
}
