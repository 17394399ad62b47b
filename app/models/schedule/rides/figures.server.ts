import { monthsOf } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { openRides } from '~/models/schedule/attendance/unrecorded.server'
import { loadRoster } from '~/models/schedule/week/roster.server'
import { addDays, type LocalDate, monthOf, monthStart } from '~/utils/dates'
import { figuresOf } from './figures'

/** Returns the lessons from one day to another with their riders' figures. Four queries, however many lessons. */
export async function rosterWithFigures(range: { from: LocalDate; to: LocalDate }) {
  const [roster, open] = await Promise.all([
    loadRoster(range),
    openRides(monthStart(range.from), addDays(range.from, -1)),
  ])
  const lessons = roster.days.flatMap(({ lessons }) => lessons)
  const riderIds = lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId))
  const allowances = await allowancesOf(riderIds, range.from, range.to)
  const months = monthsOf(range).map(({ month }) => month)
  return {
    ...roster,
    figuresOf: figuresOf(
      roster,
      range.from,
      ({ riderId, date }) => allowances.get(riderId)?.[months.indexOf(monthOf(date))],
      open,
    ),
  }
}
