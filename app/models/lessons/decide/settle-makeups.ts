import {
  type Book,
  inBook,
  lessonsOf,
  type MakeupRow,
  NEW,
  type RideRow,
  ridersOf,
  slotOf,
} from '~/models/lessons/book'
import type { LocalDate } from '~/utils/dates'

/** What a makeup is given by. */
export interface MakeupTerms {
  byId: string
  today: LocalDate
  /** The last day of a makeup for an absence. */
  lastDay: (ride: LocalDate) => LocalDate
  /** Makeups that were there before a change that is taken back: they were right then. */
  wasThere?: (row: MakeupRow) => boolean
}

interface RideKey {
  riderId: string
  date: LocalDate | null
  time: string | null
}

const isSameRide = (a: RideKey) => (b: RideKey) => a.riderId === b.riderId && a.date === b.date && a.time === b.time

/**
 * Makeups as the rides say, whatever a change did to them:
 * - A booking stands while its rider is in a lesson then. One that a mark found ends with that mark.
 * - A rescheduled ride gives a makeup, once, unless it was one itself.
 * - A makeup goes with the change by which its ride takes place after all. One that is booked or used then stays: it was promised.
 */
export function settleMakeups(before: Book, after: Book, terms: MakeupTerms): Book {
  const bookings = after.bookings.filter((row) => {
    const record = after.records.find(isSameRide(row))
    return row.via === 'mark' ? record?.attendance === 'makeup' : rides(after, row)
  })
  const elsewhere = new Set(before.booked)
  for (const { makeupId } of before.bookings) elsewhere.delete(makeupId)
  const isBooked = (id: number) => elsewhere.has(id) || bookings.some(({ makeupId }) => makeupId === id)
  const wasStray = (row: MakeupRow) => before.makeups.some(({ id }) => id === row.id) && isStray(before, row)
  const goes = (row: MakeupRow) => isStray(after, row) && !wasStray(row) && !terms.wasThere?.(row)
  const left = after.makeups.filter((row) => isBooked(row.id) || row.revokedAt || !goes(row))
  const present = new Set(left.map(({ id }) => id))
  const promised = before.makeups.filter(({ id }) => !present.has(id) && isBooked(id))
  const makeups = [...left, ...promised]
  const given = after.records
    .filter(
      (ride) =>
        ride.attendance === 'reschedule' &&
        before.records.find(isSameRide(ride))?.attendance !== 'reschedule' &&
        !makeups.some(isSameRide(ride)) &&
        !before.bookings.some(isSameRide(ride)),
    )
    .map((ride) => makeupFor(ride, terms))
  if (given.length + promised.length === 0 && bookings.length + left.length === countOf(after)) return after
  return { ...after, bookings, makeups: [...makeups, ...given] }
}

const countOf = ({ bookings, makeups }: Book) => bookings.length + makeups.length

function rides(book: Book, { riderId, date, time }: RideKey): boolean {
  if (date === null) return false
  return lessonsOf(book, date).some((lesson) => lesson.time === time && ridersOf(lesson).includes(riderId))
}

function isStray(book: Book, row: MakeupRow): boolean {
  if (!row.date || !inBook(book, row.date)) return false
  if (row.why === 'closed') return rides(book, row)
  return row.why === 'absence' && book.records.find(isSameRide(row))?.attendance !== 'reschedule'
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

/** The booking of a ride, if it was booked as a makeup. */
export const bookingOf = (book: Book, ride: RideKey) => book.bookings.find(isSameRide(ride))
