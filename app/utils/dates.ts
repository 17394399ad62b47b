import { perZone } from './per-zone'

/** A calendar day of the school, `YYYY-MM-DD`. It has no time and no zone, and compares as a string. */
export type LocalDate = string

// In UTC no clock changes, so arithmetic never slips.
const atNoon = (day: LocalDate) => new Date(`${day}T12:00:00Z`)
const pad = (n: number, width = 2) => String(n).padStart(width, '0')
const toDay = (date: Date): LocalDate =>
  `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`

/**
 * False for days that do not exist, such as `2026-02-29`, or lie far outside the school's life: after the year 9999 days no longer
 * compare as strings, and a walk to its end would have none.
 */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^2[01]\d\d-\d\d-\d\d$/.test(text)) return false
  const date = atNoon(text)
  return !Number.isNaN(date.getTime()) && toDay(date) === text
}

// Swedish writes `2026-11-20 15:05:00`.
const wallClock = perZone(
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
)

export const dayInZone = (zone: string, instant = new Date()): LocalDate => wallClock(zone).format(instant).slice(0, 10)

export function addDays(day: LocalDate, count: number): LocalDate {
  const date = atNoon(day)
  date.setUTCDate(date.getUTCDate() + count)
  return toDay(date)
}

/** The last day of the month if it is shorter. */
/** From the first day to the second; negative if that is earlier. */
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((atNoon(to).getTime() - atNoon(from).getTime()) / 86_400_000)

export function addMonths(day: LocalDate, count: number): LocalDate {
  const first = atNoon(monthStart(day))
  first.setUTCMonth(first.getUTCMonth() + count)
  const last = monthEnd(toDay(first))
  return `${last.slice(0, -2)}${day.slice(-2) < last.slice(-2) ? day.slice(-2) : last.slice(-2)}`
}

/** 0 is Sunday, 6 is Saturday. */
export const dayOfWeek = (day: LocalDate): number => atNoon(day).getUTCDay()

export const firstOn = (weekday: number, day: LocalDate): LocalDate => addDays(day, (weekday - dayOfWeek(day) + 7) % 7)

export const weekStart = (day: LocalDate): LocalDate => addDays(day, -((dayOfWeek(day) + 6) % 7))

/** Monday to Sunday of a day's week. */
export const weekDays = (day: LocalDate): LocalDate[] => {
  const monday = weekStart(day)
  return Array.from({ length: 7 }, (_, i) => addDays(monday, i))
}

/** The week of ISO 8601: it belongs to the year of its Thursday, and that year's first is number 1. */
export function isoWeek(day: LocalDate): { year: number; week: number } {
  const thursday = addDays(weekStart(day), 3)
  const days = atNoon(thursday).getTime() - atNoon(`${thursday.slice(0, 4)}-01-01`).getTime()
  return { year: yearOf(thursday), week: 1 + Math.floor(days / (7 * 24 * 60 * 60 * 1000)) }
}

export const monthStart = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`

export function monthEnd(day: LocalDate): LocalDate {
  const date = atNoon(monthStart(day))
  date.setUTCMonth(date.getUTCMonth() + 1, 0)
  return toDay(date)
}

/** Counted from 1. */
export const monthRange = (year: number, month: number): { from: LocalDate; to: LocalDate } => {
  const from = `${pad(year, 4)}-${pad(month)}-01`
  return { from, to: monthEnd(from) }
}

/** January to December, counted from 1. */
export const MONTHS: readonly number[] = Array.from({ length: 12 }, (_, i) => i + 1)

export const yearOf = (day: LocalDate): number => Number(day.slice(0, 4))
export const monthOf = (day: LocalDate): number => Number(day.slice(5, 7))

/** A `@db.Date` column holds a day as UTC midnight. */
export const toDbDate = (day: LocalDate): Date => new Date(`${day}T00:00:00Z`)
export const fromDbDate = (date: Date): LocalDate => date.toISOString().slice(0, 10)

const written = (format: Intl.DateTimeFormat) => (day: LocalDate) => format.format(atNoon(day))

/** `Nov 20, 2026` */
export const formatDay = written(
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
)
export const formatDayShort = written(
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
)
export const formatWeekday = written(new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }))
export const formatWeekdayShort = written(new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' }))
/** `November 2026` */
export const formatMonth = written(
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
)

const monthNames = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })

/** `January` for 1 */
export const calendarMonthName = (month: number): string => monthNames.format(Date.UTC(2026, month - 1, 1))

/** `November` */
export const monthName = (day: LocalDate): string => calendarMonthName(monthOf(day))

const instants = perZone(
  (timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' }),
)

/** `Nov 20, 2026, 3:05 PM`, in `zone`. */
export const formatInstant = (instant: Date | string, zone: string): string => instants(zone).format(new Date(instant))

export const startOfDayInZone = (day: LocalDate, zone: string): Date => instantInZone(day, '00:00', zone)

/** How far the clocks of `zone` are ahead of UTC, in milliseconds. */
export function zoneOffset(zone: string, instant: Date): number {
  const wall = wallClock(zone).format(instant)
  return new Date(`${wall.replace(' ', 'T')}Z`).getTime() - Math.floor(instant.getTime() / 1000) * 1000
}

/** The instant at which clocks in `zone` show a day and a time, `HH:mm` or `HH:mm:ss`. */
export function instantInZone(day: LocalDate, time: string, zone: string): Date {
  const utc = new Date(`${day}T${time}Z`)
  // The offset is read twice near the instant, because the first guess may lie across a clock change.
  const guess = new Date(utc.getTime() - zoneOffset(zone, utc))
  return new Date(utc.getTime() - zoneOffset(zone, guess))
}
