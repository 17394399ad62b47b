import type { Ride } from '~/models/schedule/vocabulary/ride'
import { addDays, type LocalDate, weekStart } from '~/utils/dates'

export interface AttendanceWeek {
  monday: LocalDate
  /** The attendance of its rides, in the order of their days. */
  marks: string[]
}

const WEEKS = 12

/** Returns the twelve weeks that end with the one of `today`. */
export function attendanceWeeks(
  rides: readonly Pick<Ride, 'date' | 'attendance'>[],
  today: LocalDate,
): AttendanceWeek[] {
  const last = weekStart(today)
  const weeks = Array.from({ length: WEEKS }, (_, i): AttendanceWeek => {
    return { monday: addDays(last, (i + 1 - WEEKS) * 7), marks: [] }
  })
  for (const { date, attendance } of [...rides].sort((a, b) => a.date.localeCompare(b.date))) {
    weeks.find(({ monday }) => monday === weekStart(date))?.marks.push(attendance)
  }
  return weeks
}
