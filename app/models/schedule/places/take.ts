import { addRider, lessonNotFound, type Rider, removeRider } from '~/models/schedule/lessons/decide/rider'
import { bookingOf } from '~/models/schedule/lessons/decide/settle-makeups'
import { type Book, isTakenOff, lessonAt, ridersOf } from '~/models/schedule/snapshot/book'
import { placesIn, seatsIn } from '~/models/schedule/snapshot/seats'
import { freePlaces } from '~/models/schedule/vocabulary/free'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import { type Level, levelFits, levelLabel } from '~/models/vocabulary/level'
import type { Slot } from '~/models/vocabulary/slot'
import { notFound, Refused } from '~/platform/refused'
import { formatDay, type LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

export interface Now {
  date: LocalDate
  time: TimeOfDay
}

export const hasBegun = (slot: Pick<Slot, 'date' | 'time'>, now: Now): boolean =>
  slot.date < now.date || (slot.date === now.date && slot.time <= now.time)

export interface Taking {
  rider: Rider & { level: Level | null }
  slot: Slot
  now: Now
  /** Ride types that the rider may take; any if it is left out. */
  types?: readonly string[]
  /** Whether the office ignores that the lesson is full. */
  beyond?: boolean
}

/** Returns the book with the rider in the lesson on that date alone. @throws Refused with the reason; 404 without a lesson. */
export function take(book: Book, { rider, slot, now, types, beyond }: Taking): Book {
  const lesson = lessonAt(book, slot)
  if (!lesson) {
    if (!isTakenOff(book, slot)) throw lessonNotFound()
    throw new Refused('lesson_canceled', `This lesson is canceled on ${formatDay(slot.date)}.`)
  }
  if (hasBegun(slot, now)) throw new Refused('lesson_started', 'This lesson has already started.')
  if (ridersOf(lesson).includes(rider.id))
    throw new Refused('already_rides', `${rider.name} is already riding at ${atTime(slot)}.`)
  if (types && !types.includes(slot.type))
    throw new Refused('type_not_covered', `${rider.name} can't book a ${slot.type} with this.`)
  const { level } = placesIn(book, lesson)
  const fits = levelFits(level, rider.level)
  if (level && fits === 'level_mismatch') {
    throw new Refused('level_mismatch', `This lesson is for level ${levelLabel(level)}. Please ask the office.`)
  }
  if (level && fits === 'level_missing') {
    const why = `and we don't know the level of ${rider.name} yet. Please ask the office.`
    throw new Refused('level_missing', `This lesson is for level ${levelLabel(level)}, ${why}`)
  }
  const free = freePlaces(seatsIn(book, lesson))
  if (!beyond && free !== null && free <= 0) throw new Refused('lesson_full', 'Someone just took the last spot.')
  return addRider(book, rider, slot, { scope: 'one-time', create: false }).book
}

/**
 * Returns the book without a ride that a rider has on that date alone, or that was booked into their own weekly place
 * when they were off that day.
 * @throws Refused 404 without one; `lesson_started`.
 */
export function giveBack(book: Book, { rider, slot, now }: Taking): Book {
  const place = lessonAt(book, slot)?.riders.find(({ riderId }) => riderId === rider.id)
  const isBooked = place !== undefined && bookingOf(book, { ...slot, riderId: rider.id })?.via === 'place'
  if (place?.source !== 'one-time' && !isBooked) throw notFound(`${rider.name} isn't booked in this lesson`)
  if (hasBegun(slot, now)) throw new Refused('lesson_started', 'This lesson has already started.')
  return removeRider(book, rider, slot, { scope: 'one-time', isRecorded: () => false }).book
}
