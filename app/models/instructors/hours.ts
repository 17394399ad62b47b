import { isAbsence } from '~/models/lessons/book'
import type { LocalDate } from '~/utils/dates'

export interface InstructorHours {
  /** Null stands for the lessons that nobody is named for. */
  id: string | null
  name: string
  lessons: number
  minutes: number
  /** Who came, or is to come, a rider once a lesson. */
  rides: number
  /** Minutes that are still to come. */
  ahead: number
}

interface Taught {
  date: LocalDate
  /** Minutes. */
  duration: number
  instructor: { id: string; name: string } | null
  riders: readonly { attendance: string }[]
}

/** What stands for the instructor of lessons that have none. */
export const NO_ONE = 'No instructor'

/** The hours of lessons by instructor, by name, those of no instructor last. A lesson to which no rider comes counts for nobody. */
export function hoursOf(lessons: readonly Taught[], today: LocalDate): InstructorHours[] {
  const all = new Map<string | null, InstructorHours>()
  for (const { date, duration, instructor, riders } of lessons) {
    const rides = riders.filter((rider) => !isAbsence(rider)).length
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

/** `1.5`: hours as a payroll takes them. */
export const decimalHours = (minutes: number): string => String(Math.round((minutes / 60) * 100) / 100)
