import { t } from '#text'
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

/** Says that a family can't book a lesson of this level. */
export const otherLevel = (level: Level): string =>
  t('This lesson is for level {level}. Please ask the office.', { level: t(levelLabel(level)) })

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
    throw new Refused('lesson_canceled', t('This lesson is canceled on {day}.', { day: formatDay(slot.date) }))
  }
  if (hasBegun(slot, now)) throw new Refused('lesson_started', t('This lesson has already started.'))
  if (ridersOf(lesson).includes(rider.id))
    throw new Refused(
      'already_rides',
      t('{name} is already riding at {when}.', { name: rider.name, when: atTime(slot) }),
    )
  if (types && !types.includes(slot.type))
    throw new Refused(
      'type_not_covered',
      t("{name} can't book a {type} with this.", { name: rider.name, type: slot.type }),
    )
  const { level } = placesIn(book, lesson)
  const fits = levelFits(level, rider.level)
  if (level && fits === 'level_mismatch') {
    throw new Refused('level_mismatch', otherLevel(level))
  }
  if (level && fits === 'level_missing') {
    const message = t(
      "This lesson is for level {level}, and we don't know the level of {name} yet. Please ask the office.",
      { level: t(levelLabel(level)), name: rider.name },
    )
    throw new Refused('level_missing', message)
  }
  const free = freePlaces(seatsIn(book, lesson))
  if (!beyond && free !== null && free <= 0) throw new Refused('lesson_full', t('Someone just took the last spot.'))
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
  if (place?.source !== 'one-time' && !isBooked)
    throw notFound(t("{name} isn't booked in this lesson", { name: rider.name }))
  if (hasBegun(slot, now)) throw new Refused('lesson_started', t('This lesson has already started.'))
  return removeRider(book, rider, slot, { scope: 'one-time', isRecorded: () => false }).book
}
