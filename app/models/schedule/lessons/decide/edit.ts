import type { Known } from '~/models/schedule/lessons/change-lesson.server'
import {
  type Book,
  daysOfLesson,
  type HorseUse,
  isOf,
  isPlaceOf,
  isWeekly,
  lessonAt,
  type PlaceRow,
  placesAt,
  ridersOf,
  slotOf,
} from '~/models/schedule/snapshot/book'
import { placesInputOf } from '~/models/schedule/vocabulary/free'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { atTime, atTimeWeekly } from '~/models/schedule/vocabulary/slot-words'
import type { ScheduledLesson } from '~/models/schedule/week/week'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import { addDays, dayOfWeek, daysBetween, type LocalDate } from '~/utils/dates'
import { endPlaces, hasSameTerms, meets, openPlace, ownOfDay } from './places'
import { alreadyRides, instructorIdOf, lessonNotFound } from './rider'
import { carry, settle } from './settle'
import { requireTypeOfMakeups } from './settle-makeups'

export interface LessonEdit {
  /** Another day; weekly, the first of another weekday. Undefined for the same. */
  date?: LocalDate
  time: string
  type: string
  /** The length in minutes; undefined for the same. */
  duration?: number
}

interface Knows extends Pick<Known, 'riderName' | 'isRecorded'> {
  /** Whether rest and limits let a horse go out on a day that it was not assigned for. */
  mayGo: (horseId: number, date: LocalDate) => boolean
}

/**
 * Changes the day, time, type or length of a lesson, on its day or weekly from it on. Riders and announced absences
 * move along, and on the same day the horses; to another day those that may go out and are free.
 * @throws Refused 404 if the lesson is gone; 409 if there is a lesson like the new one, a rider is in both, or a ride
 * was booked with a makeup of the type that changes.
 */
export function editLesson(book: Book, slot: Slot, edit: LessonEdit & { scope: Scope }, known: Knows): Book {
  const { scope, duration } = edit
  const lesson = lessonAt(book, slot)
  if (!lesson) throw lessonNotFound()
  if (scope === 'weekly' && !lesson.weekly)
    throw new Refused('single_date_lesson', 'This lesson takes place on this date only', 'scope')
  const target = { date: edit.date ?? slot.date, time: edit.time, type: edit.type }
  if (scope === 'weekly' && target.date !== slot.date && dayOfWeek(target.date) === dayOfWeek(slot.date)) {
    throw new Refused('invalid', 'Every week: choose another day of the week', 'date')
  }
  // What was said of one day goes along by as many days, which further away would be those of another week.
  if (scope === 'weekly' && Math.abs(daysBetween(slot.date, target.date)) > 6) {
    const advice = 'To begin later, edit the lesson of that week.'
    throw new Refused('invalid', `Every week: choose a day at most six days from this one. ${advice}`, 'date')
  }
  const moves = slotKey(target) !== slotKey(slot)
  if (moves && lessonAt(book, target)) {
    throw new Refused('duplicate', `There is a ${target.type} at ${atTime(target)} already`, 'time')
  }
  const next =
    scope === 'weekly'
      ? editWeekly(book, slot, { ...target, duration }, known)
      : editOnce(book, lesson, { ...target, duration: duration ?? lesson.duration }, known)
  requireTypeOfMakeups(book, next, known.riderName)
  return next
}

/** On the same day every horse moves along, and one that is busy then is reported; to another day those that can. */
const goesAlong =
  (book: Book, to: Slot, duration: number, { mayGo }: Knows) =>
  (use: HorseUse): boolean => {
    if (use.date === to.date) return true
    const ride = { time: to.time, duration }
    const busy = [...book.horses, ...book.work].some(
      (other) => other.horseId === use.horseId && other.date === to.date && overlaps(other, ride),
    )
    return !busy && mayGo(use.horseId, to.date)
  }

function editOnce(
  book: Book,
  lesson: ScheduledLesson,
  { duration, ...target }: Slot & { duration: number },
  known: Knows,
): Book {
  const { isRecorded } = known
  const slot = slotOf(lesson)
  const riders = lesson.riders.filter(({ source }) => source !== 'record').map(({ riderId }) => riderId)
  if (slotKey(slot) === slotKey(target)) {
    return carry(settle(book, slot, { riders, duration }), {
      from: slot,
      to: slot,
      riders,
      duration,
      isRecorded: () => false,
    })
  }
  const moved = [...book.oneTimeLessons, ...book.participants].find((row) => isOf(slot)(row) && row.movedFrom)
  const origin = moved?.movedFrom ?? (lesson.weekly ? slotKey(slot) : null)
  // Back where it came from, it no longer counts as moved.
  const movedFrom = origin === slotKey(target) ? null : origin
  const left = settle(book, slot, null)
  const own = ownOfDay(left, target, placesInputOf(lesson))
  const settled = settle(left, target, { riders, duration, movedFrom, own })
  const instructorId = book.oneTimeLessons.find(isOf(slot))?.instructorId ?? instructorIdOf(book, slot)
  const isTaught = (row: Slot) => isOf(target)(row) && !isWeekly(book, target)
  const oneTimeLessons = settled.oneTimeLessons.map((row) => (isTaught(row) ? { ...row, instructorId } : row))
  const there = { ...settled, oneTimeLessons }
  return carry(there, {
    from: slot,
    to: target,
    riders,
    duration,
    isRecorded,
    goesAlong: goesAlong(book, target, duration, known),
  })
}

function editWeekly(book: Book, slot: Slot, { duration, ...target }: Slot & { duration?: number }, known: Knows): Book {
  const places = book.weekly.filter(isPlaceOf(slot))
  const moves = slotKey(slot) !== slotKey(target)
  const days = daysBetween(slot.date, target.date)
  const inTheWay = book.weekly.filter((other) => isPlaceOf(target)(other) && !places.includes(other))
  let next: Book = { ...book, weekly: endPlaces(book.weekly, (place) => places.includes(place), slot.date) }
  for (const place of places) {
    const { id, updatedAt, ...row } = place
    const isLater = place.startDate >= slot.date
    const moved = {
      ...row,
      dayOfWeek: dayOfWeek(target.date),
      time: target.time,
      type: target.type,
      duration: duration ?? place.duration,
      startDate: isLater ? addDays(place.startDate, days) : target.date,
      endDate: place.endDate && addDays(place.endDate, days),
    }
    if (inTheWay.some((other) => meets({ ...moved, id }, other))) {
      throw new Refused('duplicate', `There is a ${target.type} at ${atTimeWeekly(target)} already`, 'time')
    }
    next = isLater ? { ...next, weekly: [...next.weekly, { ...moved, id, updatedAt }] } : openPlace(next, moved)
  }
  next = joinPlaces(next, target)
  const own = daysOfLesson(book, target).map((date) => addDays(date, -days))
  for (const date of [...new Set([...daysOfLesson(book, slot), ...own])].sort()) {
    const [from, to] = [
      { ...slot, date },
      { ...target, date: addDays(date, days) },
    ]
    const was = lessonAt(book, from)
    const there = moves ? lessonAt(book, to) : undefined
    const riders = was?.riders.filter(({ source }) => source !== 'record').map(({ riderId }) => riderId) ?? []
    const twice = riders.find((id) => ridersOf(there).includes(id))
    if (twice) throw alreadyRides(known.riderName(twice), atTime(to))
    if (moves) next = renameDay(next, from, to)
    // A day with its own length keeps it.
    const ownLength = was && was.duration !== usual(book, from) ? was.duration : undefined
    const length = there?.duration ?? ownLength ?? duration ?? was?.duration ?? 0
    next = settle(next, to, was || there ? { riders: [...riders, ...ridersOf(there)], duration: length } : null)
    next = carry(next, {
      from,
      to,
      riders,
      duration: length,
      // A recorded ride does not move, and has the length of its lesson.
      isRecorded: moves ? known.isRecorded : () => false,
      goesAlong: goesAlong(book, to, length, known),
    })
  }
  return moves ? pointAt(next, slot, target) : next
}

const usual = (book: Book, slot: Slot): number => Math.max(0, ...placesAt(book, slot).map(({ duration }) => duration))

/** Merges a place that ends with the equal one that follows it, until there is none. */
function joinPlaces(book: Book, target: Slot): Book {
  const places = book.weekly.filter(isPlaceOf(target))
  const follows = (former: PlaceRow) => (place: PlaceRow) =>
    place.startDate === former.endDate && place.riderId === former.riderId && hasSameTerms(place, former)
  const former = places.find((place) => places.some(follows(place)))
  const later = former && places.find(follows(former))
  if (!later) return book
  const weekly = book.weekly
    .filter((place) => place !== later)
    .map((place) => (place === former ? { ...former, endDate: later.endDate } : place))
  return joinPlaces({ ...book, weekly }, target)
}

/** Moves a day's own rows with the lesson. The new time keeps a row of its own; `settle` keeps one of each rider. */
function renameDay(book: Book, from: Slot, to: Slot): Book {
  const here = isOf(from)
  const renamed = <Row extends Slot>(row: Row): Row => (here(row) ? { ...row, ...slotOf(to) } : row)
  const hasLesson = book.oneTimeLessons.some(isOf(to))
  return {
    ...book,
    participants: book.participants.map(renamed),
    removals: book.removals.map(renamed),
    oneTimeLessons: book.oneTimeLessons.filter((row) => !here(row) || !hasLesson).map(renamed),
  }
}

/** Updates the days that were moved from the lesson, so that they were moved from the new one. */
function pointAt(book: Book, slot: Slot, target: Slot): Book {
  const days = daysBetween(slot.date, target.date)
  const moved = <Row extends { movedFrom?: string | null }>(row: Row): Row => {
    const day: LocalDate = row.movedFrom?.slice(0, 10) ?? ''
    const isMeant = day >= slot.date && row.movedFrom === slotKey({ ...slot, date: day })
    return isMeant ? { ...row, movedFrom: slotKey({ ...target, date: addDays(day, days) }) } : row
  }
  return { ...book, participants: book.participants.map(moved), oneTimeLessons: book.oneTimeLessons.map(moved) }
}
