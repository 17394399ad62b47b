import {
  type Book,
  differenceOf,
  type HorseUse,
  isSameRow,
  lessonsOf,
  ridersOf,
  slotOf,
  TABLE_NAMES,
  type TableName,
  type Touched,
} from '~/models/schedule/snapshot/book'
import { atTime, atTimeWeekly } from '~/models/schedule/vocabulary/slot-words'
import { rideKey } from '~/models/schedule/week/week'
import { firstOn, type LocalDate } from '~/utils/dates'
import { removeRider } from './rider'

/** Returns what was changed since a change; empty if it can be undone. */
export function changedSince(book: Book, { before, after }: Touched, riderName: (id: string) => string): string[] {
  return TABLE_NAMES.flatMap((name) => {
    const present: readonly { id: number }[] = book[name]
    const left: readonly { id: number }[] = after[name]
    const was: readonly { id: number }[] = before[name]
    const stays = (row: { id: number }) => present.some((other) => other.id === row.id && isAsLeft(row, other))
    const isLeft = (row: { id: number }) => left.some(({ id }) => id === row.id)
    const others = present.filter((row) => !isLeft(row))
    const isBack = (row: { id: number }) =>
      !isLeft(row) && others.some((other) => other.id === row.id || saysTheSame(name, other, row))
    return [...left.filter((row) => !stays(row)), ...was.filter(isBack)].map((row) => sayRow(row, riderName))
  })
}

/** Tables with one row for each ride, whatever its type. */
const OF_RIDES: readonly TableName[] = ['records', 'horses', 'participants']
/** Tables with one row for each lesson of a day, or each of its riders. */
const OF_LESSONS: readonly TableName[] = ['oneTimeLessons', 'removals']

/** Whether there can be only one of two rows: what was removed and added or marked again has another row. */
const saysTheSame = (table: TableName, a: object, b: object): boolean => {
  const [one, other] = [a as AnyRow, b as AnyRow]
  const isOfRide = one.riderId === other.riderId && one.date === other.date && one.time === other.time
  return isOfRide && (OF_RIDES.includes(table) || (OF_LESSONS.includes(table) && one.type === other.type))
}

/** Whether a row is as the change left it. A column that the log does not know was added later. */
const isAsLeft = (row: object, now: object): boolean =>
  isSameRow(row, Object.fromEntries(Object.entries(now).filter(([column]) => column in row)))

interface AnyRow {
  riderId?: string | null
  date?: string
  time: string
  type?: string
  dayOfWeek?: number
  startDate?: string
}

function sayRow(row: object, riderName: (id: string) => string): string {
  const { riderId, date, time, dayOfWeek, startDate } = row as AnyRow
  const who = riderId ? riderName(riderId) : 'The lesson'
  const when = date ? atTime({ date, time }) : atTimeWeekly({ date: firstOn(dayOfWeek ?? 0, startDate ?? ''), time })
  return `${who} at ${when} was changed since`
}

/** Returns the book with exactly the rows of the change as they were. */
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

/** A ride that a change took off, and whose makeup is booked into another ride by now. */
export interface MadeUp {
  riderId: string
  date: LocalDate
  time: string
  makeupId: number
}

/**
 * Returns the rides of a change that cannot be restored, because their makeup, or the one that they had been booked
 * with, is booked elsewhere.
 */
export function madeUpSince({ booked }: Pick<Book, 'booked'>, { before, after }: Touched): MadeUp[] {
  const given = after.makeups
    .filter(({ id, why }) => why === 'closed' && !before.makeups.some((row) => row.id === id))
    .flatMap(({ id, riderId, date, time }) => (date && time ? [{ riderId, date, time, makeupId: id }] : []))
  const freed = before.bookings
    .filter(({ id }) => !after.bookings.some((row) => row.id === id))
    .map(({ riderId, date, time, makeupId }) => ({ riderId, date, time, makeupId }))
  return [...given, ...freed].filter(({ makeupId }) => booked.has(makeupId))
}

/** Leaves out rides that are made up elsewhere: their riders keep the makeup, and stay off. */
export function withoutMadeUp(book: Book, rides: readonly MadeUp[], riderName: (id: string) => string): Book {
  const isOf = (ride: MadeUp) => (row: { riderId: string; date: LocalDate; time: string }) =>
    row.riderId === ride.riderId && row.date === ride.date && row.time === ride.time
  let next: Book = { ...book, bookings: book.bookings.filter((row) => !rides.some((ride) => isOf(ride)(row))) }
  for (const ride of rides) {
    const lesson = lessonsOf(next, ride.date).find(
      (one) => one.time === ride.time && ridersOf(one).includes(ride.riderId),
    )
    const rider = { id: ride.riderId, name: riderName(ride.riderId) }
    if (lesson) next = removeRider(next, rider, slotOf(lesson), { scope: 'one-time', isRecorded: () => false }).book
  }
  return next
}

/** Returns the horses that rides get, and what they had before. A horse that moves along to another time of its day does not count. */
export function horsesGiven(before: Book, after: Book): { gone: HorseUse[]; come: HorseUse[] } {
  const { gone, come } = differenceOf(before.horses, after.horses)
  const isKept = (use: HorseUse) =>
    gone.some(({ id, horseId, date }) => id === use.id && horseId === use.horseId && date === use.date)
  return { gone, come: come.filter((use) => !isKept(use)) }
}

/** Leaves out horses that cannot be restored to their rides: each ride keeps its present horse, if it has one. */
export function withoutHorses(before: Book, after: Book, refused: readonly { use: HorseUse }[]): Book {
  if (refused.length === 0) return after
  const rides = new Set(refused.map(({ use }) => rideKey(use)))
  const ofOthers = after.horses.filter((use) => !rides.has(rideKey(use)))
  return { ...after, horses: [...ofOthers, ...before.horses.filter((use) => rides.has(rideKey(use)))] }
}

export const isAsNow = (before: Book, after: Book): boolean =>
  TABLE_NAMES.every((name) => {
    const { gone, come } = differenceOf<{ id: number }>(before[name], after[name])
    return gone.length + come.length === 0
  })
