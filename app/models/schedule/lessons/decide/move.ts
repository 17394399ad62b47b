import {
  type Book,
  daysOfLesson,
  isOf,
  lessonAt,
  type RideRow,
  ridersOf,
  slotOf,
} from '~/models/schedule/snapshot/book'
import { rideState } from '~/models/schedule/snapshot/ride-state'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import { isMarked } from '~/models/schedule/week/week'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import { addDays, daysBetween } from '~/utils/dates'
import { addRider, lessonNotFound, type Rider, removeRider } from './rider'
import { carry, freedHorses, settle } from './settle'
import { requireTypeOfMakeups } from './settle-makeups'

interface Way {
  from: Slot
  to: Slot
  isRecorded: (ride: RideRow) => boolean
}

interface Move extends Way {
  scope: Scope
  /** How many days later in the week what goes along is in the other lesson; those between the weekdays if it is left out. */
  days?: number
}

interface Moved {
  book: Book
  /** The names of the horses that the rider had, and does not have in the other lesson. */
  freed: string[]
}

/**
 * Moves a rider from one lesson to another, on these days alone or weekly from them on. What was promised moves along,
 * within its week if the move is weekly: the makeup that a ride was booked with, absences, and the days on which the
 * rider was taken off. On
 * the same day the horse moves along if it is free then.
 * @throws Refused 404 if there is no such lesson; 409 if the ride is recorded, called off or booked with a makeup of
 * another type, or the rider is in the other lesson already.
 */
export function moveRider(book: Book, rider: Rider, move: Move): Moved {
  const { from, to, scope, isRecorded, days: later = daysBetween(from.date, to.date) % 7 } = move
  const target = lessonAt(book, to)
  if (!target) throw lessonNotFound()
  const ride = { ...from, riderId: rider.id }
  const { record, horse } = rideState(book, ride)
  refuseRecorded(record, rider, move)
  const wasWeekly = lessonAt(book, from)?.weekly
  const busy = book.horses.some(
    (use) =>
      use !== horse &&
      use.horseId === horse?.horseId &&
      use.date === to.date &&
      overlaps(use, { time: to.time, duration: target.duration }),
  )
  const along = from.date === to.date && !busy && scope === 'one-time'
  let next = removeRider(book, rider, from, { scope, isRecorded }).book
  next = addRider(next, rider, to, { scope, create: false }).book
  const days = scope === 'weekly' ? daysOfLesson(book, from) : [from.date]
  for (const date of days) {
    const there = scope === 'weekly' ? addDays(date, later) : to.date
    const way = { from: { ...from, date }, to: { ...to, date: there }, isRecorded }
    // The other lesson may not have the rider in that week yet.
    if (way.to.date >= to.date) next = followRide(book, next, rider.id, { ...way, withHorse: along })
  }
  requireTypeOfMakeups(book, next, () => rider.name)
  if (scope === 'one-time' && wasWeekly) {
    const isTheirs = (row: { riderId: string } & Slot) =>
      row.riderId === rider.id && slotKey(slotOf(row)) === slotKey(to)
    next = {
      ...next,
      participants: next.participants.map((row) => (isTheirs(row) ? { ...row, movedFrom: slotKey(from) } : row)),
    }
  }
  return { book: next, freed: freedHorses(book, next) }
}

/** A called-off ride moves only with its weekly place. */
function refuseRecorded(record: RideRow | undefined, { name }: Rider, { from, scope, isRecorded }: Move): void {
  if (!record || !isMarked(record.attendance)) return
  if (isRecorded(record)) {
    const advice = 'Set it back to Scheduled first.'
    throw new Refused('ride_recorded', `${name}’s ride at ${atTime(from)} has attendance. ${advice}`)
  }
  if (scope === 'weekly') return
  const advice = `To have ${name} ride in the other lesson, add ${name} there.`
  throw new Refused('ride_called_off', `${name}’s ride at ${atTime(from)} is canceled. ${advice}`)
}

/** Moves the rows about a rider's ride in `before` into the other lesson, if that takes place that day. */
function followRide(
  before: Book,
  after: Book,
  riderId: string,
  { from, to, isRecorded, withHorse }: Way & { withHorse: boolean },
): Book {
  const there = lessonAt(after, to)
  if (!there) return after
  const rode = ridersOf(lessonAt(before, from)).includes(riderId)
  if (!rode) {
    // The ride was moved with its lesson or separately: it is still that week's ride.
    const wasMoved = before.participants.some((row) => row.riderId === riderId && row.movedFrom === slotKey(from))
    const wasOff = wasMoved || before.removals.some((row) => row.riderId === riderId && isOf(from)(row))
    // A rider who has booked a makeup into the new lesson rides that day.
    if (before.bookings.some((row) => row.riderId === riderId && isOf(to)(row))) return after
    const riders = ridersOf(there).filter((id) => id !== riderId)
    const next = wasOff ? settle(after, to, { riders, duration: there.duration }) : after
    return pointMoved(next, riderId, from, to)
  }
  const { record, horse } = rideState(before, { ...from, riderId })
  const records = after.records.map((row) => (row.id === record?.id && !isRecorded(record) ? record : row))
  const horses = withHorse && horse ? [...after.horses, horse] : after.horses
  const carried = { from, to, riders: [riderId], duration: there.duration, isRecorded }
  return carry({ ...after, records, horses }, carried)
}

/** Updates a single ride that was moved from the lesson that the rider leaves, so that it was moved from the new one. */
function pointMoved(book: Book, riderId: string, from: Slot, to: Slot): Book {
  const isIt = (row: { riderId: string; movedFrom?: string | null }) =>
    row.riderId === riderId && row.movedFrom === slotKey(from)
  return {
    ...book,
    participants: book.participants.map((row) => (isIt(row) ? { ...row, movedFrom: slotKey(to) } : row)),
  }
}
