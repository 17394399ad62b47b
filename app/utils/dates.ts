// Imported file by file: a server would load all of the index.
import { addDays as moveDays } from 'date-fns/addDays'
import { addMonths as moveMonths } from 'date-fns/addMonths'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { getISOWeek } from 'date-fns/getISOWeek'
import { getISOWeekYear } from 'date-fns/getISOWeekYear'
import { lastDayOfMonth } from 'date-fns/lastDayOfMonth'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { perLanguage } from '#text'
import { perZone } from './cache-by'
import type { Unit } from './unit'
import { UtcDate } from './utc-date'

/** A calendar day of the school, `YYYY-MM-DD`. It has no time and no zone, and compares as a string. */
export type LocalDate = Unit<string, 'day'>

/** A day alone is read as UTC, in half the time that it takes with an hour. */
const dateOf = (day: LocalDate) => new Date(day)
/** Converts a day for date-fns, whose results are then of the same class. */
const utcOf = (day: LocalDate) => new UtcDate(`${day}T00:00:00Z`)
const pad = (n: number, width = 2) => String(n).padStart(width, '0')
const toDay = (date: Date): LocalDate =>
  `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`

/**
 * False for days that do not exist, such as `2026-02-29`, and for years outside of any school's life: after 9999 days
 * no longer compare as strings, and a loop over days would never end.
 */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^2[01]\d\d-\d\d-\d\d$/.test(text)) return false
  const date = dateOf(text)
  return !Number.isNaN(date.getTime()) && toDay(date) === text
}

// Swedish writes `2026-11-20 15:05:00`.
const wallClock = perZone(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
)

export const dayInZone = (zone: string, instant = new Date()): LocalDate => wallClock(zone).format(instant).slice(0, 10)

export const addDays = (day: LocalDate, count: number): LocalDate => toDay(moveDays(utcOf(day), count))

/** Returns the days from the first to the second; negative if that is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number => differenceInCalendarDays(utcOf(to), utcOf(from))

/** Adds months; a shorter month gives its last day. */
export const addMonths = (day: LocalDate, count: number): LocalDate => toDay(moveMonths(utcOf(day), count))

/** Returns 0 for Sunday to 6 for Saturday. */
export const dayOfWeek = (day: LocalDate): number => dateOf(day).getUTCDay()

export const firstOn = (weekday: number, day: LocalDate): LocalDate => addDays(day, (weekday - dayOfWeek(day) + 7) % 7)

/** Returns the Monday of a day's week. */
export const weekStart = (day: LocalDate): LocalDate => toDay(startOfISOWeek(utcOf(day)))

/** Returns Monday to Sunday of a day's week. */
export const weekDays = (day: LocalDate): LocalDate[] => {
  const monday = weekStart(day)
  return Array.from({ length: 7 }, (_, i) => addDays(monday, i))
}

/** Returns the ISO 8601 week: it belongs to the year of its Thursday, and that year's first week is number 1. */
export const isoWeek = (day: LocalDate): { year: number; week: number } => ({
  year: getISOWeekYear(utcOf(day)),
  week: getISOWeek(utcOf(day)),
})

export const monthStart = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`

export const monthEnd = (day: LocalDate): LocalDate => toDay(lastDayOfMonth(utcOf(day)))

/** Returns the first and the last day of a month; January is 1. */
export const monthRange = (year: number, month: number): { from: LocalDate; to: LocalDate } => {
  const from = `${pad(year, 4)}-${pad(month)}`
  return { from: `${from}-01`, to: `${from}-${pad(new Date(Date.UTC(year, month, 0)).getUTCDate())}` }
}

/** The months, from 1 for January to 12. */
export const MONTHS: readonly number[] = Array.from({ length: 12 }, (_, i) => i + 1)

export const yearOf = (day: LocalDate): number => Number(day.slice(0, 4))
export const monthOf = (day: LocalDate): number => Number(day.slice(5, 7))

/** Converts a day to UTC midnight, as a `@db.Date` column stores it. */
export const toDbDate = (day: LocalDate): Date => new Date(`${day}T00:00:00Z`)
export const fromDbDate = (date: Date): LocalDate => date.toISOString().slice(0, 10)

// The browser's own formats: those of date-fns would make each phone load a language.
const written = (options: Intl.DateTimeFormatOptions) => {
  const format = perLanguage((locale) => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
  return (day: LocalDate) => format().format(dateOf(day))
}

/** Returns `Nov 20, 2026`. */
export const formatDay = written({ month: 'short', day: 'numeric', year: 'numeric' })
export const formatDayShort = written({ month: 'short', day: 'numeric' })
/** Returns `Nov 20`; with its year unless the day is within twelve months from `today`. */
export const formatDayFrom = (today: LocalDate, day: LocalDate): string =>
  day >= today && day < addMonths(today, 12) ? formatDayShort(day) : formatDay(day)
export const formatWeekday = written({ weekday: 'long' })
/** Returns `Sunday` for 0. */
export const weekdayName = (weekday: number): string => formatWeekday(firstOn(weekday, '2026-01-04'))
/** Returns `Thursday, Nov 26`; with its year like `formatDayFrom`. */
export const formatComing = (today: LocalDate, day: LocalDate): string =>
  `${formatWeekday(day)}, ${formatDayFrom(today, day)}`
export const formatWeekdayShort = written({ weekday: 'short' })
/** Returns `November 2026`. */
export const formatMonth = written({ month: 'long', year: 'numeric' })

const monthNames = perLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }))

/** Returns `January` for 1. */
export const calendarMonthName = (month: number): string => monthNames().format(Date.UTC(2026, month - 1, 1))

/** Returns `November`. */
export const monthName = (day: LocalDate): string => calendarMonthName(monthOf(day))

const instants = perLanguage((locale) =>
  perZone((timeZone) => new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })),
)

/** Returns `Nov 20, 2026, 3:05 PM`, in `zone`. */
export const formatInstant = (instant: Date | string, zone: string): string =>
  instants()(zone).format(new Date(instant))

export const startOfDayInZone = (day: LocalDate, zone: string): Date => instantInZone(day, '00:00', zone)

/** Returns how far the clocks of `zone` are ahead of UTC, in milliseconds. */
export function zoneOffset(zone: string, instant: Date): number {
  const wall = wallClock(zone).format(instant)
  return new Date(`${wall.replace(' ', 'T')}Z`).getTime() - Math.floor(instant.getTime() / 1000) * 1000
}

/** Returns the instant at which clocks in `zone` show a day and a time, `HH:mm` or `HH:mm:ss`. */
export function instantInZone(day: LocalDate, time: string, zone: string): Date {
  const utc = new Date(`${day}T${time}Z`)
  // The offset is read twice near the instant, because the first guess may lie across a clock change.
  const guess = new Date(utc.getTime() - zoneOffset(zone, utc))
  return new Date(utc.getTime() - zoneOffset(zone, guess))
}

const zoneNames = perLanguage((locale) =>
  perZone((timeZone) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' })),
)

/** Returns `Eastern Time (New York)`: the name that people use, with the city to tell zones of the same name apart. */
export function nameOfZone(timezone: string): string {
  const city = timezone.split('/').slice(1).at(-1)?.replaceAll('_', ' ')
  const parts = zoneNames()(timezone).formatToParts(Date.UTC(2026, 0))
  return city ? `${parts.find(({ type }) => type === 'timeZoneName')?.value} (${city})` : timezone
}
