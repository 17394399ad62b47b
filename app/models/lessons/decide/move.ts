import { type Book, lessonAt, type RideRow, slotOf } from '~/models/lessons/book'
import { rideState } from '~/models/lessons/ride-state'
import { overlaps } from '~/models/schedule/overlap'
import type { Scope } from '~/models/schedule/slot.schema'
import { atTime } from '~/models/schedule/slot-words'
import { isMarked, type Slot, slotKey } from '~/models/schedule/week'
import { Refused } from '~/platform/refused'
import { addRider, lessonNotFound, type Rider, removeRider } from './rider'
import { carry } from './settle'

export interface Moved {
  book: Book
  /** The horse that the rider had, and does not have in the other lesson. */
  freed: string | null
}

/**
 * Takes a rider out of one lesson and puts them into another, on these days alone or weekly from them on. On the same day the horse
 * goes along if it is free then.
 * @throws Refused 404 if there is no such lesson; 409 if the ride is recorded, or the rider is in the other lesson already.
 */
export function moveRider(
  book: Book,
  rider: Rider,
  from: Slot,
  to: Slot,
  scope: Scope,
  isRecorded: (ride: RideRow) => boolean,
): Moved {
  const target = lessonAt(book, to)
  if (!target) throw lessonNotFound()
  const ride = { ...from, riderId: rider.id }
  const { record, horse } = rideState(book, ride)
  if (record && isMarked(record.attendance)) {
    const advice = 'Set it back to Scheduled first.'
    throw new Refused(`The ride of ${rider.name} at ${atTime(from)} is recorded. ${advice}`, undefined, 409)
  }
  const wasWeekly = lessonAt(book, from)?.weekly ?? false
  const busy = book.horses.some(
    (use) =>
      use !== horse &&
      use.horseId === horse?.horseId &&
      use.date === to.date &&
      overlaps(use, { time: to.time, duration: target.duration }),
  )
  const along = horse !== undefined && from.date === to.date && !busy && scope === 'one-time'
  let next = removeRider(book, rider, from, scope, isRecorded).book
  next = addRider(next, rider, to, scope, { create: false }).book
  if (along && horse) {
    const moved = carry({ ...next, horses: [...next.horses, horse] }, from, to, [rider.id], target.duration, () => true)
    next = moved
  }
  if (scope === 'one-time' && wasWeekly) {
    const isTheirs = (row: { riderId: string } & Slot) =>
      row.riderId === rider.id && slotKey(slotOf(row)) === slotKey(to)
    next = {
      ...next,
      participants: next.participants.map((row) => (isTheirs(row) ? { ...row, movedFrom: slotKey(from) } : row)),
    }
  }
  return { book: next, freed: horse && !along ? horse.horseName : null }
}
