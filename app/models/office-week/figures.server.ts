import { monthsOf } from '~/models/allowance/allowance'
import { allowancesOf } from '~/models/allowance/allowance.server'
import { loadRoster } from '~/models/schedule/roster.server'
import { type LocalDate, monthOf, monthStart } from '~/utils/dates'
import { figuresOf } from './figures'

/** The lessons from one day to another with their riders' figures. Two queries, however many lessons. */
export async function rosterWithFigures(range: { from: LocalDate; to: LocalDate }) {
  const { days, types } = await loadRoster({ from: monthStart(range.from), to: range.to })
  const shown = days.filter(({ date }) => date >= range.from)
  const riderIds = shown.flatMap(({ lessons }) => lessons.flatMap(({ riders }) => riders.map(({ riderId }) => riderId)))
  const allowances = await allowancesOf(riderIds, range.from, range.to)
  const months = monthsOf(range).map(({ month }) => month)
  return {
    days: shown,
    types,
    figuresOf: figuresOf(
      { days, types },
      range.from,
      ({ riderId, date }) => allowances.get(riderId)?.[months.indexOf(monthOf(date))],
    ),
  }
}
