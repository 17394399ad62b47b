import { language, perLanguage } from '#text'
import { perZone } from './cache-by'
import type { Unit } from './unit'

/** A time of day in the school's zone, `HH:mm`. It compares as a string. */
export type TimeOfDay = Unit<string, 'time of day'>

/** Reads `9:00 AM`, `9:00am` or `09:00`; null for any other text. */
export function parseTimeOfDay(text: string): TimeOfDay | null {
  const match = /^\s*(\d{1,2}):(\d{2})\s*(?:(am|pm))?\s*$/i.exec(text)
  if (!match) return null
  const [, hours = '', minutes = '', half] = match
  let hour = Number(hours)
  if (half) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  }
  if (hour > 23 || Number(minutes) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes}`
}

/** The halves of the day, as `Intl` writes them. */
const HALVES = { en: ['AM', 'PM'], es: ['a.m.', 'p.m.'] } as const

const halfOf = (time: TimeOfDay) => HALVES[language()][time < '12:00' ? 0 : 1]
const clockOf = (time: TimeOfDay) => `${Number(time.slice(0, 2)) % 12 || 12}:${time.slice(3)}`

/** Returns `9:00 AM` for `09:00`. */
export const formatTimeOfDay = (time: TimeOfDay): string => `${clockOf(time)} ${halfOf(time)}`

/** Returns `3:30 – 4:30 PM`; across noon `11:30 AM – 12:30 PM`. */
export function formatSpan(time: TimeOfDay, minutes: number): string {
  const end = addMinutes(time, minutes)
  return `${halfOf(time) === halfOf(end) ? clockOf(time) : formatTimeOfDay(time)} – ${formatTimeOfDay(end)}`
}

/** Adds minutes; past midnight it continues with the next day's times. */
export function addMinutes(time: TimeOfDay, count: number): TimeOfDay {
  const minutes = (minuteOfDay(time) + count) % (24 * 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

// By digits: the plans of a large week's horses ask for it some million times.
export const minuteOfDay = (time: TimeOfDay): number =>
  600 * digit(time, 0) + 60 * digit(time, 1) + 10 * digit(time, 3) + digit(time, 4)

const digit = (time: TimeOfDay, place: number) => time.charCodeAt(place) - 48

const clocks = perZone((timeZone) => new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }))

export const timeInZone = (zone: string, instant: Date): TimeOfDay => clocks(zone).format(instant)

const writtenClocks = perLanguage((locale) =>
  perZone((timeZone) => new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' })),
)

/** Returns `3:05 PM`, in `zone`. */
export const formatTimeInZone = (zone: string, instant: Date): string => writtenClocks()(zone).format(instant)
