import { type Book, isSameRow, type Rows, TABLE_NAMES } from '~/models/lessons/book'
import { atTime, atTimeWeekly } from '~/models/schedule/slot-words'
import { firstOn } from '~/utils/dates'

/** The rows that a change touched, as they were before and after it. */
export interface Touched {
  before: Rows
  after: Rows
}

/** What of a change is not as the change left it; none if it can be taken back. */
export function changedSince(book: Book, { before, after }: Touched, riderName: (id: string) => string): string[] {
  return TABLE_NAMES.flatMap((name) => {
    const present: readonly { id: number }[] = book[name]
    const left: readonly { id: number }[] = after[name]
    const was: readonly { id: number }[] = before[name]
    const stays = (row: { id: number }) => present.some((other) => other.id === row.id && isAsLeft(row, other))
    const isBack = (row: { id: number }) =>
      !left.some(({ id }) => id === row.id) && present.some(({ id }) => id === row.id)
    return [...left.filter((row) => !stays(row)), ...was.filter(isBack)].map((row) => sayRow(row, riderName))
  })
}

/** A column that the log does not know came later. */
const isAsLeft = (row: object, now: object): boolean =>
  isSameRow(row, Object.fromEntries(Object.entries(now).filter(([column]) => column in row)))

interface AnyRow {
  riderId?: string | null
  date?: string
  time: string
  dayOfWeek?: number
  startDate?: string
}

function sayRow(row: object, riderName: (id: string) => string): string {
  const { riderId, date, time, dayOfWeek, startDate } = row as AnyRow
  const who = riderId ? riderName(riderId) : 'The lesson'
  const when = date ? atTime({ date, time }) : atTimeWeekly({ date: firstOn(dayOfWeek ?? 0, startDate ?? ''), time })
  return `${who} at ${when} was changed since`
}

/** The book with exactly the rows of the change as they were. */
export function takeBack(book: Book, { before, after }: Touched): Book {
  const rowsOf = <Row extends { id: number }>(present: readonly Row[], left: readonly Row[], was: readonly Row[]) => {
    const ids = new Set([...left, ...was].map(({ id }) => id))
    return [...present.filter(({ id }) => !ids.has(id)), ...was]
  }
  return {
    ...book,
    weekly: rowsOf(book.weekly, after.weekly, before.weekly),
    participants: rowsOf(book.participants, after.participants, before.participants),
    oneTimeLessons: rowsOf(book.oneTimeLessons, after.oneTimeLessons, before.oneTimeLessons),
    removals: rowsOf(book.removals, after.removals, before.removals),
    records: rowsOf(book.records, after.records, before.records),
    horses: rowsOf(book.horses, after.horses, before.horses),
    makeups: rowsOf(book.makeups, after.makeups, before.makeups),
    bookings: rowsOf(book.bookings, after.bookings, before.bookings),
  }
}
