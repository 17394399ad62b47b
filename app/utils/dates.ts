import { endOfMonth, getDay, lastDayOfMonth, addDays as plusDays, addMonths as plusMonths, startOfWeek } from 'date-fns'

/** A calendar day of the school, `YYYY-MM-DD`. It has no time and no zone, and compares as a string. */
export type LocalDate = string

// Noon exists once on every day of every zone, so arithmetic there never slips across a clock change.
const atNoon = (day: LocalDate) => new Date(`${day}T12:00:00`)
const pad = (n: number, width = 2) => String(n).padStart(width, '0')
const toDay = (date: Date): LocalDate =>
  `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`

/** False for days that do not exist, such as `2026-02-29`. */
export function isLocalDate(text: string): text is LocalDate {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = atNoon(text)
  return !Number.isNaN(date.getTime()) && toDay(date) === text
}

// Making a formatter costs a hundred times what using it does. Swedish writes `2026-11-20 15:05:00`.
const formatters = new Map<string, Intl.DateTimeFormat>()
function wallClock(zone: string): Intl.DateTimeFormat {
  const made =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formatters.set(zone, made)
  return made
}

export const dayInZone = (zone: string, instant = new Date()): LocalDate => wallClock(zone).format(instant).slice(0, 10)

export const addDays = (day: LocalDate, count: number): LocalDate => toDay(plusDays(atNoon(day), count))

/** The last day of the month if it is shorter. */
export const addMonths = (day: LocalDate, count: number): LocalDate => toDay(plusMonths(atNoon(day), count))

/** 0 is Sunday, 6 is Saturday. */
export const dayOfWeek = (day: LocalDate): number => getDay(atNoon(day))

export const firstOn = (weekday: number, day: LocalDate): LocalDate => addDays(day, (weekday - dayOfWeek(day) + 7) % 7)

export const weekStart = (day: LocalDate): LocalDate => toDay(startOfWeek(atNoon(day), { weekStartsOn: 1 }))

/** Monday to Sunday of a day's week. */
export const weekDays = (day: LocalDate): LocalDate[] => {
  const monday = weekStart(day)
  return Array.from({ length: 7 }, (_, i) => addDays(monday, i))
}

export const monthStart = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01`
export const monthEnd = (day: LocalDate): LocalDate => toDay(lastDayOfMonth(atNoon(day)))

/** Counted from 1. */
export const monthRange = (year: number, month: number): { from: LocalDate; to: LocalDate } => {
  const from = `${pad(year, 4)}-${pad(month)}-01`
  return { from, to: toDay(endOfMonth(atNoon(from))) }
}

/** January to December, counted from 1. */
export const MONTHS: readonly number[] = Array.from({ length: 12 }, (_, i) => i + 1)

export const yearOf = (day: LocalDate): number => Number(day.slice(0, 4))
export const monthOf = (day: LocalDate): number => Number(day.slice(5, 7))

/** A `@db.Date` column holds a day as UTC midnight. */
export const toDbDate = (day: LocalDate): Date => new Date(`${day}T00:00:00Z`)
export const fromDbDate = (date: Date): LocalDate => date.toISOString().slice(0, 10)

const display = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  return (day: LocalDate) => format.format(new Date(`${day}T12:00:00Z`))
}

/** `Nov 20, 2026` */
export const formatDay = display({ month: 'short', day: 'numeric', year: 'numeric' })
export const formatDayShort = display({ month: 'short', day: 'numeric' })
export const formatWeekday = display({ weekday: 'long' })
export const formatWeekdayShort = display({ weekday: 'short' })
/** `November 2026` */
export const formatMonth = display({ month: 'long', year: 'numeric' })

/** `Nov 20, 2026, 3:05 PM`, in `zone`. */
export const formatInstant = (instant: Date | string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(instant),
  )

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
