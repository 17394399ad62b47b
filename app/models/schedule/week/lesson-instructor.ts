import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { dayOfWeek, type LocalDate } from '~/utils/dates'

/** The instructor of a lesson on one date (`date`), or every week between two days. */
export interface InstructorRow {
  id: string
  name: string
  /** The day on which the instructor was removed. */
  leftOn: LocalDate | null
  time: string
  type: string
  date: LocalDate | null
  dayOfWeek: number | null
  startDate: LocalDate | null
  /** The first day without this instructor. */
  endDate: LocalDate | null
}

/** Returns who teaches a lesson: the instructor of its date takes precedence over the weekly one, the newest first. Null if nobody does. */
export function instructorOf(rows: readonly InstructorRow[], slot: Slot): { id: string; name: string } | null {
  const weekday = dayOfWeek(slot.date)
  const [row] = rows
    .filter(
      (row) =>
        isSameLesson(row, slot) &&
        (row.leftOn === null || slot.date < row.leftOn) &&
        (row.date === slot.date ||
          (row.date === null &&
            row.dayOfWeek === weekday &&
            (row.startDate ?? '') <= slot.date &&
            (row.endDate === null || slot.date < row.endDate))),
    )
    .sort(
      (a, b) =>
        Number(a.date === null) - Number(b.date === null) || (b.startDate ?? '').localeCompare(a.startDate ?? ''),
    )
  return row ? { id: row.id, name: row.name } : null
}
