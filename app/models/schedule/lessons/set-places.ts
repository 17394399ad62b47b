import { ownOfDay } from '~/models/schedule/lessons/decide/places'
import { settle } from '~/models/schedule/lessons/decide/settle'
import { type Book, isOf, isPlaceOf, NEW, type PlaceRow } from '~/models/schedule/snapshot/book'
import { hasSamePlaces, type OwnPlaces, type PlacesInput, placesInputOf } from '~/models/schedule/vocabulary/free'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import type { ScheduledLesson } from '~/models/schedule/week/week'
import { Refused } from '~/platform/refused'
import type { LocalDate } from '~/utils/dates'

/**
 * Returns the book with that capacity, level and arena for a lesson, on its date alone or weekly from it on. What is
 * left out stays as it is: on that date, and on each later one.
 * @throws Refused if the lesson is not weekly.
 */
export function setPlaces(book: Book, lesson: ScheduledLesson, wish: Partial<PlacesInput>, scope: Scope): Book {
  if (scope === 'one-time') {
    return ownOnDay(book, lesson, ownOfDay(book, lesson, { ...placesInputOf(lesson), ...wish }))
  }
  if (!lesson.weekly) throw new Refused('single_date_lesson', 'This lesson takes place on this date only', 'scope')
  const weekly = book.weekly.flatMap((place) => (isPlaceOf(lesson)(place) ? split(place, lesson.date, wish) : [place]))
  const { capacity = null, level = null, arena = null } = book.oneTimeLessons.find(isOf(lesson)) ?? {}
  const isWritten = (field: keyof PlacesInput) => wish[field] !== undefined
  return ownOnDay({ ...book, weekly }, lesson, {
    capacity: isWritten('capacity') ? null : capacity,
    level: isWritten('level') ? null : level,
    arena: isWritten('arena') ? null : arena,
  })
}

/** Whether a weekly lesson has these values already, on its date and every week from it on. */
export const hasPlacesWeekly = (book: Book, lesson: ScheduledLesson, wish: Partial<PlacesInput>): boolean => {
  const has = (own: OwnPlaces) => hasSamePlaces(own, { ...own, ...wish })
  return has(placesInputOf(lesson)) && book.weekly.filter(isPlaceOf(lesson)).every(has)
}

function ownOnDay(book: Book, lesson: ScheduledLesson, own: Required<OwnPlaces>): Book {
  const riders = lesson.riders.filter(({ source }) => source !== 'record').map(({ riderId }) => riderId)
  return settle(book, lesson, { riders, duration: lesson.duration, own })
}

/** Splits a place, so that the past keeps its values. */
function split(place: PlaceRow, from: LocalDate, wish: Partial<PlacesInput>): PlaceRow[] {
  if (hasSamePlaces(place, { ...place, ...wish })) return [place]
  if (place.startDate >= from) return [{ ...place, ...wish }]
  const { id: _, createdAt, updatedAt, ...rest } = place
  return [
    { ...place, endDate: from },
    { ...rest, id: NEW, startDate: from, ...wish },
  ]
}
