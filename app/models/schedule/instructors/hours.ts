import { isAway } from '~/models/vocabulary/away'
import type { LocalDate } from '~/utils/dates'

export interface InstructorHours {
  /** Null for lessons without an instructor. */
  id: string | null
  name: string
  lessons: number
  minutes: number
  /** Riders who came or are expected, counted once for each lesson. */
  rides: number
  /** Minutes of lessons that are still to come. */
  ahead: number
}

interface Taught {
  date: LocalDate
  /** Minutes. */
  duration: number
  instructor: { id: string; name: string } | null
  riders: readonly { attendance: string }[]
}

/** The name shown for lessons without an instructor. */
export const NO_ONE = 'No instructor'

/** Adds up lessons by instructor, sorted by name, with those without an instructor last. A lesson that no rider comes to is left out. */
export function hoursOf(lessons: readonly Taught[], today: LocalDate): InstructorHours[] {
  const all = new Map<string | null, InstructorHours>()
  for (const { date, duration, instructor, riders } of lessons) {
    const rides = riders.filter((rider) => !isAway(rider)).length
    if (rides === 0) continue
    const id = instructor?.id ?? null
    const so = all.get(id) ?? { id, name: instructor?.name ?? NO_ONE, lessons: 0, minutes: 0, rides: 0, ahead: 0 }
    all.set(id, {
      ...so,
      lessons: so.lessons + 1,
      minutes: so.minutes + duration,
      rides: so.rides + rides,
      ahead: so.ahead + (date >= today ? duration : 0),
    })
  }
  return [...all.values()].sort(
    (a, b) => Number(a.id === null) - Number(b.id === null) || a.name.localeCompare(b.name, 'en'),
  )
}

/** Returns hours as payroll uses them: `1.5`. */
export const decimalHours = (minutes: number): string => String(Math.round((minutes / 60) * 100) / 100)
