import type { HeldPlace } from '~/models/schedule/vocabulary/held'
import type { OtherWork } from '~/models/schedule/vocabulary/other-work'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import type { BaseTypes } from '~/models/schedule/week/base-type'
import {
  type OneTimeLessonRow,
  type ParticipantRow,
  type RecordRow,
  type RemovalRow,
  type ScheduledLesson,
  scheduleOf,
  type WeeklyPlaceRow,
} from '~/models/schedule/week/week'
import type { MakeupWhy } from '~/models/vocabulary/makeup'
import { isSameLesson, type Slot, slotKey } from '~/models/vocabulary/slot'
import { addDays, dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** The default length in minutes. */
export const DEFAULT_DURATION = 60

/** Cuts a name to the length of its column, without half a surrogate pair at its end. */
export const nameInRow = (name: string): string => [...name].slice(0, 200).join('')

/** The ID of a row that is not in the database yet. */
export const NEW = 0

/** Columns that no decision reads, such as times of change, are kept as they are. */
interface Kept {
  id: number
  [column: string]: unknown
}
export type PlaceRow = WeeklyPlaceRow & Kept
export type NewPlace = Omit<WeeklyPlaceRow, 'id' | 'active'> & { [column: string]: unknown }
export type ParticipantOf = ParticipantRow & Kept
type LessonRow = OneTimeLessonRow & Kept
export type RemovalOf = RemovalRow & Kept
export type RideRow = RecordRow & Kept & { status: string }
export interface HorseUse extends Slot, Kept {
  horseId: number
  horseName: string
  riderId: string
  duration: number
}

/** A makeup, with the day of the ride that it is for; null if the office gave it without one. */
export interface MakeupRow extends Kept {
  riderId: string
  date: LocalDate | null
  time: TimeOfDay | null
  type: string
  why: MakeupWhy
  reason: string
  validFrom: LocalDate
  validTo: LocalDate
}

/** The ride that a makeup is booked for. */
export interface BookingRow extends Slot, Kept {
  makeupId: number
  riderId: string
  /** Whether it was booked ahead, or found when the ride was marked. */
  via: 'place' | 'mark'
}

/** The rows that a change touched, before and after it. */
export interface Touched {
  before: Rows
  after: Rows
}

/** The rows of some days, or of a weekday from a day on: all that a change of the week reads and writes. */
export interface Rows {
  weekly: readonly PlaceRow[]
  participants: readonly ParticipantOf[]
  oneTimeLessons: readonly LessonRow[]
  removals: readonly RemovalOf[]
  records: readonly RideRow[]
  horses: readonly HorseUse[]
  makeups: readonly MakeupRow[]
  bookings: readonly BookingRow[]
}
export type TableName = keyof Rows
export const TABLE_NAMES = [
  'weekly',
  'participants',
  'oneTimeLessons',
  'removals',
  'records',
  'horses',
  'makeups',
  'bookings',
] as const

/** A day of a book: that day alone, or its weekday from then on. */
export interface Span {
  from: LocalDate
  weekly: boolean
}

export const spanOf = ({ date }: Slot, scope: Scope): Span => ({ from: date, weekly: scope === 'weekly' })

/** A horse's other work on a day of a book. */
export interface WorkOfDay extends OtherWork {
  horseId: number
  date: LocalDate
}

export interface Book extends Rows {
  spans: readonly Span[]
  types: readonly string[]
  bases: BaseTypes
  /** The places of lessons by type; a type that is missing has no limit. */
  capacities: ReadonlyMap<string, number>
  /** The makeups of its rows that are booked, on whatever day. */
  booked: ReadonlySet<number>
  held: readonly (HeldPlace & { id: number })[]
  /** Lessons that a rider waits for: on that date, or every week. */
  awaited: readonly (HeldPlace & { id: number; riderId: string })[]
  /** Other work of its horses on these days. */
  work: readonly WorkOfDay[]
  /** The names of the riders in its rows, and of those who may be added. */
  names: ReadonlyMap<string, string>
}

/** A change of the lessons at one time of a weekday, which reads no other rows: of many, each takes as long as that time has rows. */
export function changeAt(book: Book, weekday: number, time: TimeOfDay, change: (part: Book) => Book): Book {
  const isHere = (row: { time: TimeOfDay | null; dayOfWeek?: number; date?: LocalDate | null }) =>
    row.time === time && (row.dayOfWeek ?? (row.date ? dayOfWeek(row.date) : null)) === weekday
  const rowsWhere = (here: boolean) =>
    Object.fromEntries(
      TABLE_NAMES.map((name) => [name, book[name].filter((row: Parameters<typeof isHere>[0]) => isHere(row) === here)]),
    )
  const [part, rest] = [change({ ...book, ...rowsWhere(true) }), rowsWhere(false) as unknown as Rows]
  return { ...book, ...Object.fromEntries(TABLE_NAMES.map((name) => [name, [...rest[name], ...part[name]]])) }
}

const sorted = (row: object): object => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Whether two rows are equal in every column. */
export const isSameRow = (a: object, b: object): boolean =>
  a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** Returns the rows that a change removes or changes, and those that it adds or has changed. */
export function differenceOf<Row extends { id: number }>(
  before: readonly Row[],
  after: readonly Row[],
): { gone: Row[]; come: Row[] } {
  const differs = (rows: readonly Row[]) => {
    const byId = new Map(rows.map((row) => [row.id, row]))
    return (row: Row) => {
      const other = byId.get(row.id)
      return other === undefined || row.id === NEW || !isSameRow(row, other)
    }
  }
  return { gone: before.filter(differs(after)), come: after.filter(differs(before)) }
}

export const isOf =
  (slot: Slot) =>
  (row: Slot): boolean =>
    row.date === slot.date && isSameLesson(row, slot)

export const slotOf = ({ date, time, type }: Slot): Slot => ({ date, time, type })

export const inBook = ({ spans }: Pick<Book, 'spans'>, date: LocalDate): boolean =>
  spans.some(({ from, weekly }) => (weekly ? date >= from && dayOfWeek(date) === dayOfWeek(from) : date === from))

/**
 * Returns the days of the book on which something differs from the week before: days with rows of their own, first and
 * last days of places, and after each of those the first day without rows of its own.
 */
export function datesOf(book: Book): LocalDate[] {
  const single = [book.participants, book.oneTimeLessons, book.removals, book.records, book.horses, book.bookings]
  const own = new Set(single.flatMap((rows: readonly { date: LocalDate }[]) => rows.map(({ date }) => date)))
  const bounds = book.weekly.flatMap(({ startDate, endDate, dayOfWeek: weekday }) => [
    firstOn(weekday, startDate),
    ...(endDate ? [firstOn(weekday, endDate)] : []),
  ])
  const dates = new Set(own)
  for (const bound of [...book.spans.map(({ from }) => from), ...bounds]) {
    let date = bound
    while (own.has(date)) date = addDays(date, 7)
    dates.add(bound)
    dates.add(date)
  }
  return [...dates].filter((date) => inBook(book, date)).sort()
}

const memo = new WeakMap<Book, Map<LocalDate, ScheduledLesson[]>>()

/** Returns the lessons of a day as every screen shows them. */
export function lessonsOf(book: Book, date: LocalDate): ScheduledLesson[] {
  const days = memo.get(book) ?? new Map<LocalDate, ScheduledLesson[]>()
  memo.set(book, days)
  const known = days.get(date)
  if (known) return known
  const lessons = scheduleOf(book, { from: date, to: date })[0]?.lessons ?? []
  days.set(date, lessons)
  return lessons
}

export const lessonAt = (book: Book, slot: Slot): ScheduledLesson | undefined =>
  lessonsOf(book, slot.date).find(isOf(slot))

export const ridersOf = (lesson: ScheduledLesson | undefined): string[] =>
  lesson?.riders.map(({ riderId }) => riderId) ?? []

export const standsOn = (place: PlaceRow, date: LocalDate): boolean =>
  place.active &&
  place.startDate <= date &&
  (place.endDate === null || date < place.endDate) &&
  place.dayOfWeek === dayOfWeek(date)

/** Whether a row is a weekly place of a lesson, on its day or later. */
export const isPlaceOf =
  (slot: Slot) =>
  (place: PlaceRow): boolean =>
    place.active &&
    place.dayOfWeek === dayOfWeek(slot.date) &&
    isSameLesson(place, slot) &&
    (place.endDate === null || place.endDate > slot.date)

/** Returns the weekly places that apply to a lesson on its day, taken off or not. */
export const placesAt = ({ weekly }: Pick<Book, 'weekly'>, slot: Slot): PlaceRow[] =>
  weekly.filter((place) => isSameLesson(place, slot) && standsOn(place, slot.date))

/** Whether the weekly lesson applies on that day, taken off or not. */
export const isWeekly = (book: Book, slot: Slot): boolean => placesAt(book, slot).length > 0

/** Whether the whole lesson was taken off on that day. */
export const isTakenOff = (book: Book, slot: Slot): boolean =>
  isWeekly(book, slot) && book.removals.some((row) => row.riderId === null && isOf(slot)(row))

/** Returns the days with rows of their own at the lesson's slot, its day included. */
export const daysOfLesson = (book: Book, slot: Slot): LocalDate[] =>
  datesOf(book).filter((date) => date >= slot.date && dayOfWeek(date) === dayOfWeek(slot.date))

/** Returns a rider's or horse's other lesson at an overlapping time of that day. */
export const overlapping = (lessons: readonly ScheduledLesson[], lesson: ScheduledLesson): ScheduledLesson[] =>
  lessons.filter((other) => slotKey(other) !== slotKey(lesson) && overlaps(other, lesson))
