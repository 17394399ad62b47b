import { lessonsOn } from '~/models/schedule/week/roster.server'
import { addDays, addMonths, daysBetween, type LocalDate, yearOf } from '~/utils/dates'
import { closedSince } from './closings.server'
import { type Holiday, usualHolidays } from './holidays'

/** Days that were closed for the same reason, with no lessons on the days between them. */
export interface ClosedSpan {
  from: LocalDate
  through: LocalDate
  /** How many days were closed. Days without lessons don't count. */
  days: number
  /** `Closed from 2:00 PM: snow` */
  closed: string
}

export interface ClosedYear {
  ahead: ClosedSpan[]
  /** What is over, of this year. */
  before: ClosedSpan[]
  /** The usual holidays of the next twelve months that have lessons and are not closed. */
  proposed: Holiday[]
}

/** Two closed days with more days than this between them are not one break. */
const LONGEST_GAP = 7

/** Lists what is closed from January 1 of this year on. A break that has not ended counts as ahead. */
export async function closedYear(today: LocalDate): Promise<ClosedYear> {
  const spans: ClosedSpan[] = []
  const days = await closedSince(`${yearOf(today)}-01-01`)
  for (const { date, closed } of days) {
    const last = spans.at(-1)
    if (last?.closed === closed && (await isFree(last.through, date))) {
      last.through = date
      last.days++
    } else spans.push({ from: date, through: date, days: 1, closed })
  }
  const isClosed = new Set(days.map(({ date }) => date))
  const holidays = usualHolidays(today, addMonths(today, 12)).filter(({ date }) => !isClosed.has(date))
  const lessons = await Promise.all(holidays.map(({ date }) => lessonsOn(date)))
  return {
    ahead: spans.filter(({ through }) => through >= today),
    before: spans.filter(({ through }) => through < today),
    proposed: holidays.filter((_, i) => lessons[i]?.length),
  }
}

/** Says whether there are no lessons on the days between two days. */
async function isFree(after: LocalDate, before: LocalDate): Promise<boolean> {
  const gap = daysBetween(after, before) - 1
  if (gap > LONGEST_GAP) return false
  const between = await Promise.all(Array.from({ length: gap }, (_, i) => lessonsOn(addDays(after, i + 1))))
  return between.every((lessons) => lessons.length === 0)
}
