import { overlaps } from '~/models/schedule/overlap'
import {
  isMarked,
  type OneTimeLessonRow,
  type ParticipantRow,
  type RecordRow,
  type RemovalRow,
  type ScheduledLesson,
  type Slot,
  scheduleOf,
  slotKey,
  type WeeklyPlaceRow,
} from '~/models/schedule/week'
import { addDays, dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** Minutes. */
export const DEFAULT_DURATION = 60

/** A name as long as a row keeps it, without half a letter at its end. */
export const nameInRow = (name: string): string => [...name].slice(0, 200).join('')

/** The id of a row that is not in the database yet. */
export const NEW = 0

/** A row keeps the columns that no decision reads, such as its times of change. */
interface Kept {
  id: number
  [column: string]: unknown
}
export type PlaceRow = WeeklyPlaceRow & Kept
export type NewPlace = Omit<WeeklyPlaceRow, 'id' | 'active'> & { [column: string]: unknown }
export type ParticipantOf = ParticipantRow & Kept
export type LessonRow = OneTimeLessonRow & Kept
export type RemovalOf = RemovalRow & Kept
export type RideRow = RecordRow & Kept & { status: string }
export interface HorseUse extends Slot, Kept {
  horseId: number
  horseName: string
  riderId: string
  duration: number
}

/** A makeup for a ride that the school canceled. */
export interface MakeupRow extends Slot, Kept {
  riderId: string
  reason: string
  validFrom: LocalDate
  validTo: LocalDate
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
] as const

/** A day of a book: that day alone, or its weekday from then on. */
export interface Span {
  from: LocalDate
  weekly: boolean
}

export interface Book extends Rows {
  spans: readonly Span[]
  types: readonly string[]
  /** Of the riders in its rows, and of those who may come in. */
  names: ReadonlyMap<string, string>
}

const sorted = (row: object): object => Object.fromEntries(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Whether two rows are equal in every column. */
export const isSameRow = (a: object, b: object): boolean =>
  a === b || JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** The rows that a change takes away or changes, and those that it brings or has changed. */
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
    row.date === slot.date && row.time === slot.time && row.type === slot.type

export const slotOf = ({ date, time, type }: Slot): Slot => ({ date, time, type })

const inBook = ({ spans }: Book, date: LocalDate): boolean =>
  spans.some(({ from, weekly }) => (weekly ? date >= from && dayOfWeek(date) === dayOfWeek(from) : date === from))

/**
 * The days of the book on which something differs from the week before: rows of their own, first and last days of places, and after
 * each of those the first day that has no rows of its own.
 */
export function datesOf(book: Book): LocalDate[] {
  const single = [book.participants, book.oneTimeLessons, book.removals, book.records, book.horses]
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

/** The lessons of a day as every screen shows them. */
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

/** The weekly places of a lesson, on its day or later. */
export const isPlaceOf =
  (slot: Slot) =>
  ({ active, dayOfWeek: weekday, time, type, endDate }: PlaceRow): boolean =>
    active &&
    weekday === dayOfWeek(slot.date) &&
    time === slot.time &&
    type === slot.type &&
    (endDate === null || endDate > slot.date)

/** Whether the weekly lesson stands on that day, taken off or not. */
export const isWeekly = (book: Book, slot: Slot): boolean =>
  book.weekly.some((place) => isPlaceOf(slot)(place) && standsOn(place, slot.date))

/** The day of a book's lesson was taken off as a whole. */
export const isTakenOff = (book: Book, slot: Slot): boolean =>
  isWeekly(book, slot) && book.removals.some((row) => row.riderId === null && isOf(slot)(row))

/** A day off of a lesson that is gone would hide the next lesson there. */
export function withoutStrayRemovals(book: Book): Book {
  const removals = book.removals.filter((row) => isWeekly(book, row))
  return removals.length === book.removals.length ? book : { ...book, removals }
}

/** Whoever rides at that time after all has nothing to make up for. */
export function withoutStrayMakeups(book: Book): Book {
  const rides = ({ riderId, date, time }: MakeupRow) =>
    lessonsOf(book, date).some((lesson) => lesson.time === time && ridersOf(lesson).includes(riderId))
  const makeups = book.makeups.filter((row) => !rides(row))
  return makeups.length === book.makeups.length ? book : { ...book, makeups }
}

export interface Wanted {
  riders: readonly string[]
  duration: number
  /** The weekly lesson that a lesson of one date was moved from, as `slotKey`. */
  movedFrom?: string | null
}

/**
 * The book with exactly these riders in the lesson of that day, or without the lesson: whatever the rows were, and with as few
 * rows of its own as the day needs.
 */
export function settle(book: Book, slot: Slot, wanted: Wanted | null): Book {
  const here = isOf(slot)
  const off = <Row extends Slot>(rows: readonly Row[]) => rows.filter((row) => !here(row))
  const weekly = isWeekly(book, slot)
  const removals = book.removals.filter(here)
  const removal = (riderId: string | null): RemovalOf =>
    removals.find((row) => row.riderId === riderId) ?? {
      id: NEW,
      ...slotOf(slot),
      riderId,
      riderName: riderId && nameInRow(book.names.get(riderId) ?? ''),
      removalType: riderId === null ? 'daily' : 'one-time',
    }
  if (!wanted) {
    return {
      ...book,
      participants: off(book.participants),
      oneTimeLessons: off(book.oneTimeLessons),
      // Who was off before the whole lesson was stays off when it comes back.
      removals: weekly
        ? [...off(book.removals), ...removals.filter((row) => row.riderId !== null), removal(null)]
        : off(book.removals),
    }
  }
  const { riders, duration, movedFrom } = wanted
  const stand = book.weekly.filter((place) => isPlaceOf(slot)(place) && standsOn(place, slot.date))
  const placed = new Set(stand.flatMap(({ riderId }) => (riderId === null ? [] : [riderId])))
  const participant = (riderId: string): ParticipantOf => {
    const own = book.participants.find((row) => row.riderId === riderId && here(row))
    return { ...(own ?? { id: NEW, ...slotOf(slot), riderId, movedFrom: movedFrom ?? null }), duration }
  }
  const own = book.oneTimeLessons.find(here)
  const guests = riders.filter((id) => !placed.has(id))
  // A day of its own length has a row that says so; a lesson of one date without riders has nothing else.
  const usual = Math.max(0, ...stand.map((place) => place.duration))
  const needed = weekly ? duration !== usual : own !== undefined || guests.length === 0 || Boolean(movedFrom)
  return {
    ...book,
    participants: [...off(book.participants), ...guests.map(participant)],
    oneTimeLessons: needed
      ? [
          ...off(book.oneTimeLessons),
          { ...(own ?? { id: NEW, ...slotOf(slot), movedFrom: movedFrom ?? null }), duration },
        ]
      : off(book.oneTimeLessons),
    removals: [...off(book.removals), ...[...placed].filter((id) => !riders.includes(id)).map((id) => removal(id))],
  }
}

/** Riders take their horses, and what is noted or announced of their rides, to another lesson. Recorded rides stay. */
export function carry(
  book: Book,
  from: Slot,
  to: Slot,
  riders: readonly string[],
  duration: number,
  isRecorded: (ride: RideRow) => boolean,
): Book {
  const goes = (row: { riderId: string; date: LocalDate; time: TimeOfDay }) =>
    row.date === from.date && row.time === from.time && riders.includes(row.riderId)
  const gone = book.records.filter((ride) => goes(ride) && !isRecorded(ride))
  // What is left of an earlier ride at the new time makes room.
  const inTheWay = (ride: RideRow) =>
    ride.date === to.date &&
    ride.time === to.time &&
    !isMarked(ride.attendance) &&
    gone.some((other) => other.riderId === ride.riderId && other !== ride)
  const records = book.records
    .filter((ride) => !inTheWay(ride))
    .map((ride) => (gone.includes(ride) ? { ...ride, ...slotOf(to), duration } : ride))
  const horses = book.horses.map((use) => (goes(use) ? { ...use, ...slotOf(to), duration } : use))
  return { ...book, records, horses }
}

/** What was noted and given for rides that do not take place: attendance is taken back, horses are free. */
export function clearRides(book: Book, isMeant: (row: { riderId: string } & Slot) => boolean): Book {
  return {
    ...book,
    records: book.records.map((ride) =>
      isMeant(ride) && (isMarked(ride.attendance) || ride.status !== 'canceled')
        ? { ...ride, attendance: 'scheduled', status: 'canceled' }
        : ride,
    ),
    horses: book.horses.filter((use) => !isMeant(use)),
  }
}

export const meets = (a: PlaceRow, b: PlaceRow): boolean =>
  (b.endDate === null || a.startDate < b.endDate) && (a.endDate === null || b.startDate < a.endDate)

/** Ends places on a day; those that would begin later never do. */
export const endPlaces = (
  weekly: readonly PlaceRow[],
  isMeant: (place: PlaceRow) => boolean,
  date: LocalDate,
): PlaceRow[] =>
  weekly.flatMap((place) => {
    if (!isMeant(place)) return [place]
    return place.startDate >= date ? [] : [{ ...place, endDate: date }]
  })

/** The book with a place that is open from its first day on; it takes over those of the same rider and lesson that it meets. */
export function openPlace(book: Book, place: NewPlace): Book {
  const { startDate, endDate, riderId } = place
  const touches = (row: PlaceRow) =>
    row.active &&
    row.riderId === riderId &&
    row.dayOfWeek === place.dayOfWeek &&
    row.time === place.time &&
    row.type === place.type &&
    (endDate === null || row.startDate <= endDate) &&
    (row.endDate === null || row.endDate >= startDate)
  const [first, ...rest] = book.weekly.filter(touches)
  const taught = place.instructorId ?? null
  const same =
    first !== undefined &&
    [first, ...rest].every((row) => row.duration === place.duration && (row.instructorId ?? null) === taught)
  if (!first || !same) {
    // One of another length or instructor goes on as it is, from its first day.
    const next = book.weekly.filter((row) => touches(row) && row.startDate > startDate).map((row) => row.startDate)
    const opened = { id: NEW, active: true, ...place, endDate: next.sort()[0] ?? endDate }
    return { ...book, weekly: [...book.weekly, opened] }
  }
  const all = [first, ...rest]
  const starts = [startDate, ...all.map((row) => row.startDate)].sort()
  const ends = [endDate, ...all.map((row) => row.endDate)]
  const merged = {
    ...first,
    startDate: starts[0] ?? startDate,
    endDate: ends.includes(null) ? null : (ends.sort().at(-1) ?? null),
  }
  return { ...book, weekly: [...book.weekly.filter((row) => !all.includes(row)), merged] }
}

/** Days of their own at the lesson's slot, its day included. */
export const daysOfLesson = (book: Book, slot: Slot): LocalDate[] =>
  datesOf(book).filter((date) => date >= slot.date && dayOfWeek(date) === dayOfWeek(slot.date))

/** A rider's or horse's other lesson at an overlapping time of that day. */
export const overlapping = (lessons: readonly ScheduledLesson[], lesson: ScheduledLesson): ScheduledLesson[] =>
  lessons.filter((other) => slotKey(other) !== slotKey(lesson) && overlaps(other, lesson))

/** The rider does not come; the horse is free for somebody else. */
export const isAbsence = ({ attendance }: Pick<RideRow, 'attendance'>): boolean =>
  attendance === 'absent' || attendance === 'reschedule'
