import { type LessonRider, type ScheduleRows, scheduleOf } from '~/models/schedule/week/week'
import type { Slot } from '~/models/vocabulary/slot'
import { addDays, dayOfWeek, type LocalDate } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

const DAYS_BACK = 60

/** Returns the first day that is checked if nobody asks for an older one. */
export const firstUsualDay = (today: LocalDate): LocalDate => addDays(today, -DAYS_BACK)

/** The marked rides of a day, one line each with its time and rider. */
export interface MarkedDay {
  date: LocalDate
  rides: string
}

interface Recorded {
  /** The schedule of the checked days, without records. */
  rows: ScheduleRows
  /** The records of today at least: they may make its lessons longer. */
  records: ScheduleRows['records']
  marked: readonly MarkedDay[]
  /** The day of the first ride that was ever recorded. */
  first: LocalDate | null
}

/**
 * Counts the rides of the usual days that have ended without a mark. `countOf` may cache the result for a day before
 * today, which depends only on the schedule and on that day's marks.
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

/** A lesson with only those riders whose ride is not marked. */
export type OpenLesson = Slot & { riders: LessonRider[] }

/** A ride without a mark. */
export interface OpenRide extends Slot {
  riderId: string
  /** Whether it is booked as a makeup. */
  isMakeup: boolean
}

/** Returns the lessons of a day that ended by the given minute and have a ride without a mark. `marked` is as in `MarkedDay`. */
function openOn(rows: ScheduleRows, date: LocalDate, marked: string, minute = Number.POSITIVE_INFINITY): OpenLesson[] {
  const marks = new Set(marked.split('\n'))
  const isOpen = (time: TimeOfDay, riderId: string | null) => riderId !== null && !marks.has(`${time} ${riderId}`)
  // Most past days are marked completely, and checking that is cheaper than deriving the day.
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

/** Works like `openOn` for all days from `from` to `to`, one day per step of the generator. `minute` counts on the last day only. */
export function* openBetween(
  rows: ScheduleRows,
  marked: ReadonlyMap<LocalDate, string>,
  { from, to, minute }: { from: LocalDate; to: LocalDate; minute?: number },
): Generator<undefined, OpenLesson[]> {
  const dateOf = ({ date }: { date: LocalDate }) => date
  const weekly = groupBy(rows.weekly, (place) => place.dayOfWeek)
  const participants = groupBy(rows.participants, dateOf)
  const oneTimeLessons = groupBy(rows.oneTimeLessons, dateOf)
  const removals = groupBy(rows.removals, dateOf)
  const lessons: OpenLesson[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const ofDay = {
      ...{ ...rows, weekly: weekly.get(dayOfWeek(date)) ?? [], participants: participants.get(date) ?? [] },
      ...{ oneTimeLessons: oneTimeLessons.get(date) ?? [], removals: removals.get(date) ?? [] },
    }
    lessons.push(...openOn(ofDay, date, marked.get(date) ?? '', date === to ? minute : undefined))
    yield
  }
  return lessons
}
