import type { Slot } from '~/models/schedule/slot'
import { type LessonRider, type ScheduleRows, scheduleOf } from '~/models/schedule/week'
import { addDays, dayOfWeek, type LocalDate } from '~/utils/dates'
import { minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

const DAYS_BACK = 60

/** The first day that is looked at if nobody asks for an older one. */
export const firstUsualDay = (today: LocalDate): LocalDate => addDays(today, -DAYS_BACK)

/** The rides of a day that are marked, each as its time and rider, a line each. */
export interface MarkedDay {
  date: LocalDate
  rides: string
}

interface Recorded {
  /** The schedule of the days that are looked at, without records. */
  rows: ScheduleRows
  /** Of today at least: they may make its lessons longer. */
  records: ScheduleRows['records']
  marked: readonly MarkedDay[]
  /** The day of the first ride that was ever recorded. */
  first: LocalDate | null
}

/**
 * How many rides of the usual days have ended without a mark. `countOf` may keep what it is asked of a day before today, which
 * depends on the schedule and on that day's marks alone.
 */
export function countUnrecorded(
  { rows, records, marked, first }: Recorded,
  { today, time }: { today: LocalDate; time: TimeOfDay },
  countOf: (key: string, count: () => number) => number = (_, count) => count(),
): number {
  if (first === null) return 0
  const marks = new Map(marked.map(({ date, rides }) => [date, rides]))
  const usual = firstUsualDay(today)
  let sum = 0
  for (let date = first > usual ? first : usual; date < today; date = addDays(date, 1)) {
    const ofDay = marks.get(date) ?? ''
    sum += countOf(`${date}\n${ofDay}`, () => countOpen(rows, date, ofDay))
  }
  return sum + (first > today ? 0 : countOpen({ ...rows, records }, today, marks.get(today) ?? '', minuteOfDay(time)))
}

function countOpen(rows: ScheduleRows, date: LocalDate, marked: string, minute?: number): number {
  return openOn(rows, date, marked, minute).reduce((sum, { riders }) => sum + riders.length, 0)
}

/** A lesson with the riders alone whose ride is not marked. */
export type OpenLesson = Slot & { riders: LessonRider[] }

/** A ride without a mark. */
export interface OpenRide extends Slot {
  riderId: string
  /** It is booked as a makeup. */
  isMakeup: boolean
}

/** The lessons of a day that ended by a minute of it and have a ride without a mark. `marked` is as in `MarkedDay`. */
export function openOn(
  rows: ScheduleRows,
  date: LocalDate,
  marked: string,
  minute = Number.POSITIVE_INFINITY,
): OpenLesson[] {
  const marks = new Set(marked.split('\n'))
  const isOpen = (time: TimeOfDay, riderId: string | null) => riderId !== null && !marks.has(`${time} ${riderId}`)
  // Most days of the past are marked as a whole, and to see that is cheaper than to derive the day.
  const weekday = dayOfWeek(date)
  const mayBeOpen =
    rows.weekly.some((place) => place.dayOfWeek === weekday && isOpen(place.time, place.riderId)) ||
    rows.participants.some((place) => place.date === date && isOpen(place.time, place.riderId))
  if (!mayBeOpen) return []
  const lessons = scheduleOf(rows, { from: date, to: date })[0]?.lessons ?? []
  return lessons.flatMap(({ time, type, duration, riders }) => {
    const open = riders.filter(({ riderId }) => isOpen(time, riderId))
    return open.length > 0 && minuteOfDay(time) + duration <= minute ? [{ date, time, type, riders: open }] : []
  })
}
