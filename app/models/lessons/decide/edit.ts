import {
  type Book,
  daysOfLesson,
  isOf,
  isPlaceOf,
  lessonAt,
  type RideRow,
  ridersOf,
  slotOf,
} from '~/models/lessons/book'
import type { Known } from '~/models/lessons/change-lesson.server'
import type { Scope } from '~/models/schedule/slot.schema'
import { atTime, atTimeWeekly } from '~/models/schedule/slot-words'
import { type Slot, slotKey } from '~/models/schedule/week'
import { Refused } from '~/platform/refused'
import type { LocalDate } from '~/utils/dates'
import { endPlaces, isSameLesson, meets, openPlace } from './places'
import { alreadyRides, lessonNotFound } from './rider'
import { carry, settle } from './settle'

export interface LessonEdit {
  time: string
  type: string
  /** Minutes; absent for as long as before. */
  duration?: number
}

type Knows = Pick<Known, 'riderName' | 'isRecorded'>

/**
 * Another time, type or length for a lesson, on its day or weekly from it on. Riders, horses and announced absences go along.
 * @throws Refused 404 if the lesson is gone; 409 if there is a lesson like the new one, or a rider is in both.
 */
export function editLesson(book: Book, slot: Slot, edit: LessonEdit, scope: Scope, known: Knows): Book {
  const lesson = lessonAt(book, slot)
  if (!lesson) throw lessonNotFound()
  if (scope === 'weekly' && !lesson.weekly) throw new Refused('This lesson takes place on this date only', 'scope')
  const target = { date: slot.date, time: edit.time, type: edit.type }
  const moves = slotKey(target) !== slotKey(slot)
  if (moves && lessonAt(book, target)) {
    throw new Refused(`There is a ${target.type} at ${atTime(target)} already`, 'time', 409)
  }
  if (scope === 'weekly') return editWeekly(book, slot, target, edit.duration, known)
  return editOnce(book, slot, target, edit.duration ?? lesson.duration, known.isRecorded)
}

function editOnce(
  book: Book,
  slot: Slot,
  target: Slot,
  duration: number,
  isRecorded: (ride: RideRow) => boolean,
): Book {
  const lesson = lessonAt(book, slot)
  if (!lesson) throw lessonNotFound()
  const riders = lesson.riders.filter(({ source }) => source !== 'record').map(({ riderId }) => riderId)
  if (slotKey(slot) === slotKey(target)) {
    return carry(settle(book, slot, { riders, duration }), slot, slot, riders, duration, () => false)
  }
  const own = [...book.oneTimeLessons, ...book.participants].find((row) => isOf(slot)(row) && row.movedFrom)
  const origin = own?.movedFrom ?? (lesson.weekly ? slotKey(slot) : null)
  // Back where it came from, it is nobody's moved lesson any more.
  const movedFrom = origin === slotKey(target) ? null : origin
  const left = settle(book, slot, null)
  const { capacity = null, level = null } = lesson
  const there = settle(left, target, { riders, duration, movedFrom, own: { capacity, level } })
  return carry(there, slot, target, riders, duration, isRecorded)
}

function editWeekly(book: Book, slot: Slot, target: Slot, duration: number | undefined, known: Knows): Book {
  const places = book.weekly.filter(isPlaceOf(slot))
  const moves = slotKey(slot) !== slotKey(target)
  const inTheWay = book.weekly.filter((other) => isPlaceOf(target)(other) && !places.includes(other))
  if (inTheWay.some((other) => places.some((place) => meets(place, other)))) {
    throw new Refused(`There is a ${target.type} at ${atTimeWeekly(target)} already`, 'time', 409)
  }
  let next: Book = { ...book, weekly: endPlaces(book.weekly, (place) => places.includes(place), slot.date) }
  for (const place of places) {
    const { id, updatedAt, ...row } = place
    const moved = { ...row, time: target.time, type: target.type, duration: duration ?? place.duration }
    const isLater = place.startDate >= slot.date
    next = isLater
      ? { ...next, weekly: [...next.weekly, { ...moved, id, updatedAt }] }
      : openPlace(next, { ...moved, startDate: slot.date })
  }
  next = joinPlaces(next, target)
  for (const date of daysOfLesson(book, slot)) {
    const [from, to] = [
      { ...slot, date },
      { ...target, date },
    ]
    const was = lessonAt(book, from)
    const there = moves ? lessonAt(book, to) : undefined
    const riders = was?.riders.filter(({ source }) => source !== 'record').map(({ riderId }) => riderId) ?? []
    const twice = riders.find((id) => ridersOf(there).includes(id))
    if (twice) throw alreadyRides(known.riderName(twice), atTime(to))
    if (moves) next = renameDay(next, from, to)
    // A day of a length of its own keeps it.
    const own = was && was.duration !== usual(book, from) ? was.duration : undefined
    const length = there?.duration ?? own ?? duration ?? was?.duration ?? usual(book, slot)
    next = settle(next, to, was || there ? { riders: [...riders, ...ridersOf(there)], duration: length } : null)
    if (moves) next = settle(next, from, null)
    next = carry(next, from, to, riders, length, known.isRecorded)
  }
  return moves ? pointAt(next, slot, target) : next
}

const usual = (book: Book, slot: Slot): number =>
  Math.max(0, ...book.weekly.filter(isPlaceOf(slot)).map((place) => place.duration))

/** A place that ends where the same one goes on is one place. */
function joinPlaces(book: Book, target: Slot): Book {
  const places = book.weekly.filter(isPlaceOf(target))
  const later = places.find((place) =>
    places.some(
      (other) => other.endDate === place.startDate && other.riderId === place.riderId && isSameLesson(other, place),
    ),
  )
  if (!later) return book
  const { id: _, ...rest } = later
  const without = { ...book, weekly: book.weekly.filter((place) => place !== later) }
  return joinPlaces(openPlace(without, rest), target)
}

/** The rows that a day has of its own follow the lesson, unless the new time has the same. */
function renameDay(book: Book, from: Slot, to: Slot): Book {
  const here = isOf(from)
  const taken = new Set(
    [...book.participants, ...book.removals].filter(isOf(to)).map((row) => `${'duration' in row} ${row.riderId}`),
  )
  const goes = (row: { riderId: string | null } & Slot) =>
    here(row) && !taken.has(`${'duration' in row} ${row.riderId}`)
  const hasLesson = book.oneTimeLessons.some(isOf(to))
  return {
    ...book,
    participants: book.participants
      .filter((row) => !here(row) || goes(row))
      .map((row) => (here(row) ? { ...row, ...slotOf(to) } : row)),
    removals: book.removals
      .filter((row) => !here(row) || goes(row))
      .map((row) => (here(row) ? { ...row, ...slotOf(to) } : row)),
    oneTimeLessons: book.oneTimeLessons
      .filter((row) => !here(row) || !hasLesson)
      .map((row) => (here(row) ? { ...row, ...slotOf(to) } : row)),
  }
}

/** Days that were moved from the lesson were moved from the new one. */
function pointAt(book: Book, slot: Slot, target: Slot): Book {
  const moved = <Row extends { movedFrom?: string | null }>(row: Row): Row => {
    const day: LocalDate = row.movedFrom?.slice(0, 10) ?? ''
    const isMeant = day >= slot.date && row.movedFrom === slotKey({ ...slot, date: day })
    return isMeant ? { ...row, movedFrom: slotKey({ ...target, date: day }) } : row
  }
  return { ...book, participants: book.participants.map(moved), oneTimeLessons: book.oneTimeLessons.map(moved) }
}
