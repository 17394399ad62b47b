import {
  type Book,
  type HorseUse,
  isOf,
  isWeekly,
  type MakeupRow,
  NEW,
  nameInRow,
  type ParticipantOf,
  placesAt,
  type RemovalOf,
  type RideRow,
  slotOf,
} from '~/models/schedule/snapshot/book'
import type { OwnPlaces } from '~/models/schedule/vocabulary/free'
import { isMarked } from '~/models/schedule/week/week'
import type { Slot } from '~/models/vocabulary/slot'
import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { ownOf } from './places'

/** Removes days off of lessons that no longer exist, which would hide the next lesson there. */
export function withoutStrayRemovals(book: Book): Book {
  const removals = book.removals.filter((row) => isWeekly(book, row))
  return removals.length === book.removals.length ? book : { ...book, removals }
}

export interface Wanted {
  riders: readonly string[]
  duration: number
  /** The weekly lesson that a one-time lesson was moved from, as `slotKey`. */
  movedFrom?: string | null
  /** The capacity, level and arena on that day; if they are left out, those of the day's own row stay. */
  own?: OwnPlaces
}

/**
 * Returns the book with exactly these riders in the lesson of that day, or without the lesson: whatever the rows were,
 * and with as few rows of its own as the day needs.
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
      // A rider who was off before the whole lesson was stays off when it is restored.
      removals: weekly
        ? [...off(book.removals), ...removals.filter((row) => row.riderId !== null), removal(null)]
        : off(book.removals),
    }
  }
  const { riders, duration, movedFrom } = wanted
  const stand = placesAt(book, slot)
  const placed = new Set(stand.flatMap(({ riderId }) => (riderId === null ? [] : [riderId])))
  const participant = (riderId: string): ParticipantOf => {
    const own = book.participants.find((row) => row.riderId === riderId && here(row))
    return { ...(own ?? { id: NEW, ...slotOf(slot), riderId, movedFrom: movedFrom ?? null }), duration }
  }
  const own = book.oneTimeLessons.find(here)
  const guests = riders.filter((id) => !placed.has(id))
  const inherited = ownOf(stand)
  const said = wanted.own ?? own ?? {}
  const capacity = said.capacity === inherited.capacity ? null : (said.capacity ?? null)
  const level = said.level === inherited.level ? null : (said.level ?? null)
  const arena = (said.arena || null) === inherited.arena ? null : (said.arena ?? null)
  // A day with its own length, capacity, level or arena has a row for that; a one-time lesson without riders has nothing else.
  const usual = Math.max(0, ...stand.map((place) => place.duration))
  const says = capacity !== null || level !== null || arena !== null
  const needed = says || (weekly ? duration !== usual : own !== undefined || guests.length === 0 || Boolean(movedFrom))
  return {
    ...book,
    participants: [...off(book.participants), ...guests.map(participant)],
    oneTimeLessons: needed
      ? [
          ...off(book.oneTimeLessons),
          { ...(own ?? { id: NEW, ...slotOf(slot), movedFrom: movedFrom ?? null }), duration, capacity, level, arena },
        ]
      : off(book.oneTimeLessons),
    removals: [...off(book.removals), ...[...placed].filter((id) => !riders.includes(id)).map((id) => removal(id))],
  }
}

interface Carried {
  from: Slot
  to: Slot
  riders: readonly string[]
  /** How long the rides are from now on. */
  duration: number
  isRecorded: (ride: RideRow) => boolean
  goesAlong?: (use: HorseUse) => boolean
}

/** Moves riders' horses, marks, absences, and makeups along. Recorded rides stay, other horses are freed. */
export function carry(book: Book, { from, to, riders, duration, isRecorded, goesAlong = () => true }: Carried): Book {
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
  const horses = book.horses.flatMap((use) => {
    if (!goes(use)) return [use]
    return goesAlong(use) ? [{ ...use, ...slotOf(to), duration }] : []
  })
  const stays = (row: { riderId: string; date: LocalDate; time: TimeOfDay }) =>
    records.some(
      (ride) =>
        isMarked(ride.attendance) && ride.riderId === row.riderId && ride.date === row.date && ride.time === row.time,
    )
  const bookings = book.bookings.map((row) => (goes(row) && !stays(row) ? { ...row, ...slotOf(to) } : row))
  const isMadeUp = ({ riderId, date, time }: MakeupRow) =>
    gone.some((ride) => ride.riderId === riderId && ride.date === date && ride.time === time)
  // It stays valid for the ride type that was promised.
  const makeups = book.makeups.map((row) => (isMadeUp(row) ? { ...row, date: to.date, time: to.time } : row))
  return { ...book, records, horses, bookings, makeups }
}

/** Returns the names of horses that a change took from rides, each once. */
export const freedHorses = (before: Book, after: Book): string[] => [
  ...new Set(
    before.horses.filter(({ id }) => !after.horses.some((use) => use.id === id)).map(({ horseName }) => horseName),
  ),
]

/** Clears marks and horses of rides that do not take place. */
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
