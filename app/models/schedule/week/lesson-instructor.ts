import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { dayOfWeek, type LocalDate } from '~/utils/dates'

/** What a lesson has on one date (`date`), or every week between two days. */
interface TermsRow {
  time: string
  type: string
  date: LocalDate | null
  dayOfWeek: number | null
  startDate: LocalDate | null
  /** The first day without it. */
  endDate: LocalDate | null
}

export interface InstructorRow extends TermsRow {
  id: string
  name: string
  /** The day on which the instructor was removed. */
  leftOn: LocalDate | null
}

export interface ArenaRow extends TermsRow {
  /** Empty for none on one date. */
  arena: string
}

/** Returns who teaches a lesson: the instructor of its date takes precedence over the weekly one, the newest first. Null if nobody does. */
export function instructorOf(rows: readonly InstructorRow[], slot: Slot): { id: string; name: string } | null {
  const row = rowFor(
    rows.filter(({ leftOn }) => leftOn === null || slot.date < leftOn),
    slot,
  )
  return row ? { id: row.id, name: row.name } : null
}

/** Returns the arena of a lesson; null if it has none. */
export const arenaOf = (rows: readonly ArenaRow[], slot: Slot): string | null => rowFor(rows, slot)?.arena || null

/** Returns the row of the lesson's date, otherwise the newest weekly one. */
function rowFor<Row extends TermsRow>(rows: readonly Row[], slot: Slot): Row | undefined {
  const theirs = rows.filter((row) => isSameLesson(row, slot))
  const weekly = theirs.filter(
    (row) =>
      row.dayOfWeek === dayOfWeek(slot.date) &&
      startOf(row) <= slot.date &&
      (row.endDate === null || slot.date < row.endDate),
  )
  const [newest] = weekly.sort((a, b) => startOf(b).localeCompare(startOf(a)))
  return theirs.find(({ date }) => date === slot.date) ?? newest
}

const startOf = ({ startDate }: TermsRow): LocalDate => startDate ?? ''
