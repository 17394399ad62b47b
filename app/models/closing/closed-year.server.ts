import { lessonsOn } from '~/models/schedule/roster.server'
import { addDays, addMonths, daysBetween, type LocalDate, yearOf } from '~/utils/dates'
import { closedSince } from './closings.server'
import { type Holiday, usualHolidays } from './holidays'

/** Days that were closed alike, with none between them on which there are lessons. */
export interface ClosedSpan {
  from: LocalDate
  through: LocalDate
  /** How many of them are closed: a break has days on which there are no lessons anyway. */
  days: number
  /** `Closed from 2:00 PM: snow` */
  closed: string
}

export interface ClosedYear {
  ahead: ClosedSpan[]
  /** Of this year. */
  before: ClosedSpan[]
  /** Usual holidays of the twelve months to come that are days like any other so far. */
  proposed: Holiday[]
}

/** Further apart than this, two closed days are no break. */
const LONGEST_GAP = 7

/** What is closed from the first of the year of `today` on. A break that is under way counts as ahead. */
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

/** Whether no lesson is on the days between two days. */
async function isFree(after: LocalDate, before: LocalDate): Promise<boolean> {
  const gap = daysBetween(after, before) - 1
  if (gap > LONGEST_GAP) return false
  const between = await Promise.all(Array.from({ length: gap }, (_, i) => lessonsOn(addDays(after, i + 1))))
  return between.every((lessons) => lessons.length === 0)
}
