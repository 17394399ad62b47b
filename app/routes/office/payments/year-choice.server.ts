import { today } from '~/platform/clock.server'
import { monthOf, yearOf } from '~/utils/dates'

/** Two years back to two ahead, the one that `?year=` asks for, or this one, and the month of today, from 1, if it is in that. */
export function yearChoice(asked: string | null): { year: number; years: number[]; current: number | null } {
  const thisYear = yearOf(today())
  const years = [-2, -1, 0, 1, 2].map((offset) => thisYear + offset)
  const year = years.find((option) => String(option) === asked) ?? thisYear
  return { year, years, current: year === thisYear ? monthOf(today()) : null }
}
