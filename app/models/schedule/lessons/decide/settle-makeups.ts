import {
  type Book,
  type BookingRow,
  inBook,
  lessonsOf,
  type MakeupRow,
  NEW,
  type RideRow,
  ridersOf,
  slotOf,
} from '~/models/schedule/snapshot/book'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import { isLike } from '~/models/schedule/week/base-type'
import { lastDayOfClosed, usesMakeup } from '~/models/vocabulary/makeup'
import { slotKey } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import type { LocalDate } from '~/utils/dates'

/** What makeups depend on. */
export interface MakeupTerms {
  byId: string
  today: LocalDate
  /** Returns the last day of a makeup for an absence. */
  lastDay: (ride: LocalDate) => LocalDate
  /** Whether packages count rides of this type: a type that is only logged has nothing to make up. */
  isCounted: (type: string) => boolean
  /** Of a change that is being undone: whether a makeup's ride took place before it. The makeup stays, as it did then. */
  wasStray?: (row: MakeupRow) => boolean
}

interface RideKey {
  riderId: string
  date: LocalDate | null
  time: string | null
}

const isSameRide = (a: RideKey) => (b: RideKey) => a.riderId === b.riderId && a.date === b.date && a.time === b.time

/**
 * Makeups as the rides say, whatever a change did to them:
 * - A booking stands while its rider is in a lesson then. One that a mark found ends with that mark; one of a guest ends when the ride
 *   becomes one of a weekly place, which needs no makeup.
 * - A makeup holds for the ride that it is booked into, on whatever day the school moves that: as after a closing, if it is another one.
 * - A rescheduled ride gives a makeup, once, unless it was one itself or no package counts it.
 * - A makeup goes with the change by which its ride takes place after all, and with no other. One that is booked or used then stays: it
 *   was promised.
 */
export function settleMakeups(before: Book, after: Book, terms: MakeupTerms): Book {
  const bookings = after.bookings.filter((row) => {
    const record = after.records.find(isSameRide(row))
    if (row.via === 'mark') return record?.attendance === 'makeup'
    return rides(after, row) && (usesMakeup(record?.attendance ?? null) || !becameWeekly(before, after, row, terms))
  })
  const elsewhere = new Set(before.booked)
  for (const { makeupId } of before.bookings) elsewhere.delete(makeupId)
  const isBooked = (id: number) => elsewhere.has(id) || bookings.some(({ makeupId }) => makeupId === id)
  const strays = new Set(straysIn(before))
  const goes = (row: MakeupRow) => isStray(after, row) && !strays.has(row.id) && !terms.wasStray?.(row)
  const left = after.makeups
    .filter((row) => isBooked(row.id) || row.revokedAt || !goes(row))
    .map((row) => heldFor(row, before.bookings, bookings))
  const present = new Set(left.map(({ id }) => id))
  const promised = before.makeups.filter(({ id }) => !present.has(id) && isBooked(id))
  const makeups = [...left, ...promised]
  const given = after.records
    .filter(
      (ride) =>
        ride.attendance === 'reschedule' &&
        terms.isCounted(ride.type) &&
        before.records.find(isSameRide(ride))?.attendance !== 'reschedule' &&
        !makeups.some(isSameRide(ride)) &&
        !before.bookings.some(isSameRide(ride)),
    )
    .map((ride) => makeupFor(ride, terms))
  const isAsBefore = left.every((row) => after.makeups.includes(row))
  if (isAsBefore && given.length + promised.length === 0 && bookings.length + left.length === countOf(after))
    return after
  return { ...after, bookings, makeups: [...makeups, ...given] }
}

const countOf = ({ bookings, makeups }: Book) => bookings.length + makeups.length

function rides(book: Book, { riderId, date, time }: RideKey): boolean {
  if (date === null) return false
  return lessonsOf(book, date).some((lesson) => lesson.time === time && ridersOf(lesson).includes(riderId))
}

/** Whether a makeup's ride takes place, so that the makeup is not needed. */
function isStray(book: Book, row: MakeupRow): boolean {
  if (row.why === 'office' || !row.date || !inBook(book, row.date) || !rides(book, row)) return false
  return row.why === 'closed' || book.records.find(isSameRide(row))?.attendance !== 'reschedule'
}

/** Returns the IDs of makeups whose ride takes place: they were booked when it was restored. */
export const straysIn = (book: Book): number[] => book.makeups.filter((row) => isStray(book, row)).map(({ id }) => id)

const sourceOf = (book: Book, { riderId, date, time }: BookingRow) =>
  lessonsOf(book, date)
    .filter((lesson) => lesson.time === time)
    .flatMap(({ riders }) => riders)
    .find((rider) => rider.riderId === riderId)?.source

function becameWeekly(before: Book, after: Book, row: BookingRow, { wasStray }: MakeupTerms): boolean {
  const was = before.bookings.find(({ id }) => id === row.id)
  if (!was) return false
  // Undo restores the booking where it was: a rider who was absent from a weekly place had booked a place in it.
  const isPutBack = wasStray !== undefined && slotKey(was) !== slotKey(row)
  return !isPutBack && sourceOf(before, was) === 'one-time' && sourceOf(after, row) === 'weekly'
}

function heldFor(makeup: MakeupRow, before: readonly BookingRow[], after: readonly BookingRow[]): MakeupRow {
  const booking = after.find(({ makeupId }) => makeupId === makeup.id)
  const was = before.find(({ id }) => id === booking?.id)
  if (!booking || !was || booking.date === was.date || booking.date <= makeup.validTo) return makeup
  const closed = lastDayOfClosed(was.date)
  return { ...makeup, validTo: closed > booking.date ? closed : booking.date }
}

function makeupFor(ride: RideRow, { byId, today, lastDay }: MakeupTerms): MakeupRow {
  return {
    id: NEW,
    ...slotOf(ride),
    riderId: ride.riderId,
    why: 'absence',
    reason: ride.announcedAt ? 'Called off in time' : 'Rescheduled',
    validFrom: ride.date < today ? ride.date : today,
    validTo: lastDay(ride.date),
    byId,
  }
}

/**
 * Requires that a ride booked with a makeup stays in a lesson that it makes up for.
 * @throws Refused 409 naming a ride that a change puts into a lesson of another type.
 */
export function requireTypeOfMakeups(before: Book, after: Book, riderName: (id: string) => string): void {
  for (const row of after.bookings) {
    const was = before.bookings.find(({ id, via }) => id === row.id && via === 'place')
    const type = after.makeups.find(({ id }) => id === row.makeupId)?.type
    if (!was || !type || isLike(after.bases, was.type, row.type) || !isLike(after.bases, was.type, type)) continue
    const booked = `${riderName(row.riderId)} booked the ${was.type} at ${atTime(was)} with a makeup for that type.`
    const advice = 'Remove that ride from its day first: the makeup can be booked again then.'
    throw new Refused('type_not_covered', `${booked} ${advice}`)
  }
}

/**
 * Extends the makeups of rides that the school takes off as a closing does: a family that booked on the last day could
 * not book another ride.
 */
export const heldAsClosed = (book: Book, isOff: (booking: BookingRow) => boolean): Book => ({
  ...book,
  makeups: book.makeups.map((row) => {
    const booking = book.bookings.find(({ makeupId, via }) => makeupId === row.id && via === 'place')
    if (!booking || !isOff(booking)) return row
    const validTo = lastDayOfClosed(booking.date)
    return row.validTo < validTo ? { ...row, validTo } : row
  }),
})

/** Returns the booking of a ride, if it was booked as a makeup. */
export const bookingOf = (book: Book, ride: RideKey) => book.bookings.find(isSameRide(ride))
