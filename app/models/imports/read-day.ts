// Days of a spreadsheet as people write them, also without a year where the field says which one is meant.

import {
  calendarMonthName,
  dayOfWeek,
  daysBetween,
  formatDay,
  isLocalDate,
  type LocalDate,
  MONTHS,
  yearOf,
} from '~/utils/dates'
import { type Clock, readClock, readDate, readWeekday, tidy, WEEKDAYS } from './cells'

/** Says why a cell that names a day is not taken. */
export interface Refusal {
  message: string
}

/** How a field means its days. */
export interface DayRule {
  today: LocalDate
  /** Years of two digits are the last hundred before this day. */
  latest: LocalDate
  /** Which day one without a year is: the nearest to today, the last one that has come, or none. */
  withoutYear: 'nearest' | 'last' | 'refused'
}

/** From so many days after today to so many: an ordinary day is found in each, and Feb 29 near a leap year. */
const WINDOWS: Record<DayRule['withoutYear'], readonly [number, number] | null> = {
  nearest: [-183, 183],
  last: [-365, 0],
  refused: null,
}

export const isRefusal = (read: unknown): read is Refusal =>
  typeof read === 'object' && read !== null && 'message' in read

/** `12/5/2026`, `Sat Dec 5, 2026`, and without the year `12/5`, `Dec 5`, `5-Dec`, `Sat, December 5th`. */
export function readDay(text: string, rule: DayRule): LocalDate | Refusal | null {
  const written = tidy(text)
  const [, word = '', after = ''] = /^([a-z]+)\.?,? (.+)$/i.exec(written) ?? []
  const weekday = readWeekday(word)
  const said = weekday === null ? written : after
  const monthAndDay = readMonthAndDay(said)
  const date = monthAndDay === null ? readDate(said, rule.latest) : dayNear(monthAndDay, rule)
  if (date !== null) return weekday === null ? date : onWeekday(date, weekday)
  return monthAndDay === null ? null : { message: sayMissing(written, rule) }
}

/** Returns the day, or a refusal if it is on another weekday than the file says. */
export const onWeekday = (date: LocalDate, weekday: number): LocalDate | Refusal =>
  dayOfWeek(date) === weekday
    ? date
    : { message: `${formatDay(date)} is a ${WEEKDAYS[dayOfWeek(date)]}, not a ${WEEKDAYS[weekday]}` }

const sayMissing = (written: string, { withoutYear }: DayRule): string => {
  const missing = `The year of “${written}” is missing`
  return withoutYear === 'refused' ? missing : `${missing}, and no year near today has this day`
}

/** A clock that follows the date, and that another column says too. */
const CLOCK_AFTER = / \d\d?:\d\d(?::\d\d)?(?: ?[ap]\.?m\.?)?$/i
const BY_NUMBERS = /^(\d{1,2})\/(\d{1,2})$/
const BY_NAME = /^(?:([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?|(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?)$/i
const NAMES = MONTHS.map((month) => calendarMonthName(month).toLowerCase())

/** Returns `12-05`. Of two numbers that may both be the month, the first one is. */
function readMonthAndDay(text: string): string | null {
  const written = text.replace(CLOCK_AFTER, '')
  const numbers = BY_NUMBERS.exec(written)
  if (numbers) {
    const [a, b] = [Number(numbers[1]), Number(numbers[2])]
    return a > 12 ? monthAndDayOf(b, a) : monthAndDayOf(a, b)
  }
  const [, before, dayAfter, dayBefore, after] = BY_NAME.exec(written) ?? []
  const word = (before ?? after)?.toLowerCase()
  const month = word ? NAMES.findIndex((name) => name.startsWith(word)) + 1 : 0
  return monthAndDayOf(month, Number(dayAfter ?? dayBefore))
}

function monthAndDayOf(month: number, day: number): string | null {
  const [mm, dd] = [month, day].map((number) => String(number).padStart(2, '0'))
  // A leap year has every day.
  return isLocalDate(`2000-${mm}-${dd}`) ? `${mm}-${dd}` : null
}

/** Returns the day that a field means; null if it means none near today. Of two that are as near, it is the one to come. */
function dayNear(monthAndDay: string, { today, withoutYear }: DayRule): LocalDate | null {
  const window = WINDOWS[withoutYear]
  if (!window) return null
  const ahead = (day: LocalDate) => daysBetween(today, day)
  const [near] = [1, 0, -1]
    .map((years) => `${yearOf(today) + years}-${monthAndDay}`)
    .filter(isLocalDate)
    .filter((day) => ahead(day) >= window[0] && ahead(day) <= window[1])
    .sort((a, b) => Math.abs(ahead(a)) - Math.abs(ahead(b)))
  return near ?? null
}

/** Splits a cell after its date, which ends with the day or with the year. */
const DAY_AND_REST =
  /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)|.*?[ ,-]\d{4})(?:,? (?:at |@ ?)?|T)(.+)$/i

/** Splits a cell after a date without a year. Four digits alone after it would be the year. */
const YEARLESS_AND_REST =
  /^((?:[a-z]+\.?,? )?(?:\d{1,2}\/\d{1,2}|[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?[ -][a-z]{3,9}\.?)),? (?:at |@ ?)?(?!\d{4}$)(.+)$/i

/** A date and a clock in one cell: `12/5/2026 4:15 PM`, `Sat, Dec 5, 2026 at 4:15`, `Sat 12/5 4:15 PM`. */
export function readDateAndClock(text: string, rule: DayRule): (Clock & { date: LocalDate }) | Refusal | null {
  const written = tidy(text)
  const [, day = '', rest = ''] = DAY_AND_REST.exec(written) ?? YEARLESS_AND_REST.exec(written) ?? []
  const clock = readClock(rest.replace(/(:\d{2}):00(?:\.0+)?Z?$/, '$1'))
  if (!clock) return null
  const date = readDay(day, rule)
  return date === null || isRefusal(date) ? date : { date, ...clock }
}
