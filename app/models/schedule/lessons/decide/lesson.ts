import {
  type Book,
  DEFAULT_DURATION,
  daysOfLesson,
  isOf,
  isPlaceOf,
  isTakenOff,
  lessonAt,
  type RideRow,
  ridersOf,
} from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import { dayOfWeek, type LocalDate } from '~/utils/dates'
import { openPlace } from './places'
import { endWeekly, lessonNotFound } from './rider'
import { clearRides, settle } from './settle'
import { heldAsClosed } from './settle-makeups'

export const LESSON_EXISTS = 'Lesson already exists - A lesson for this time slot already exists for this date'

export interface LessonAdded {
  book: Book
  /** If the lesson had been taken off that day, the number of riders who are restored with it. */
  back?: number
  /** Coming days on which it stays taken off. */
  offOn: LocalDate[]
}

/** Adds a lesson. A weekly lesson that was taken off that day is restored with its riders. @throws Refused 409 if the lesson exists. */
export function addLesson(book: Book, slot: Slot, scope: Scope, duration = DEFAULT_DURATION): LessonAdded {
  if (lessonAt(book, slot)) throw new Refused('duplicate', LESSON_EXISTS, 'time')
  if (isTakenOff(book, slot)) {
    const back = {
      ...book,
      removals: book.removals.filter((row) => row.riderId !== null || !isOf(slot)(row)),
    }
    return { book: back, back: ridersOf(lessonAt(back, slot)).length, offOn: [] }
  }
  if (scope === 'one-time') return { book: settle(book, slot, { riders: [], duration }), offOn: [] }
  return openWeekly(book, slot, duration)
}

/** Begins an empty weekly lesson. One-time lessons at that time become days of it. */
export function openWeekly(book: Book, slot: Slot, duration: number): LessonAdded {
  const opened = openPlace(book, {
    riderId: null,
    dayOfWeek: dayOfWeek(slot.date),
    time: slot.time,
    type: slot.type,
    duration,
    startDate: slot.date,
    endDate: null,
  })
  let next = opened
  const offOn: LocalDate[] = []
  for (const date of daysOfLesson(book, slot)) {
    const day = { ...slot, date }
    const was = lessonAt(book, day)
    if (!was && isTakenOff(book, day)) offOn.push(date)
    else next = settle(next, day, { riders: ridersOf(was), duration: was?.duration ?? duration })
  }
  return { book: next, offOn }
}

/**
 * Removes a lesson free of charge for its riders, whose makeups are extended as after a closing; the past stays.
 * @throws Refused 404 if there is no such lesson.
 */
export function deleteLesson(
  book: Book,
  slot: Slot,
  scope: Scope,
  isRecorded: (ride: RideRow) => boolean,
): { book: Book; riderIds: string[] } {
  const lesson = lessonAt(book, slot)
  if (!lesson) throw lessonNotFound()
  const riderIds = ridersOf(lesson)
  if (scope === 'one-time') {
    const settled = settle(book, slot, null)
    const isOff = (row: { riderId: string } & Slot) =>
      row.date === slot.date && row.time === slot.time && riderIds.includes(row.riderId)
    return { book: heldAsClosed(clearRides(settled, isOff), isOff), riderIds }
  }
  const everybody = daysOfLesson(book, slot).flatMap((date) => ridersOf(lessonAt(book, { ...slot, date })))
  const ended = endWeekly(book, slot, { isMeant: isPlaceOf(slot), riderIds: [...new Set(everybody)], isRecorded })
  // What is left are one-time lessons without riders.
  const empty = (row: Slot) =>
    row.date >= slot.date && isSameLesson(row, slot) && dayOfWeek(row.date) === dayOfWeek(slot.date)
  const left = { ...ended, oneTimeLessons: ended.oneTimeLessons.filter((row) => !empty(row)) }
  return { book: heldAsClosed(left, empty), riderIds }
}
