import { ownOf } from '~/models/schedule/lessons/decide/places'
import { settle } from '~/models/schedule/lessons/decide/settle'
import { type Book, isPlaceOf, NEW, type PlaceRow, standsOn } from '~/models/schedule/snapshot/book'
import { hasSamePlaces, type OwnPlaces, type PlacesInput } from '~/models/schedule/vocabulary/free'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import type { ScheduledLesson } from '~/models/schedule/week/week'
import { ANY_LEVEL, type LessonLevel } from '~/models/vocabulary/level'
import { Refused } from '~/platform/refused'
import type { LocalDate } from '~/utils/dates'

/**
 * Returns the book with that capacity, level and arena for a lesson, on its date alone or weekly from it on.
 * @throws Refused if the lesson is not weekly.
 */
export function setPlaces(book: Book, lesson: ScheduledLesson, wish: PlacesInput, scope: Scope): Book {
  if (scope === 'one-time') return ownOnDay(book, lesson, onOneDay(book, lesson, wish))
  if (!lesson.weekly) throw new Refused('single_date_lesson', 'This lesson takes place on this date only', 'scope')
  const weekly = book.weekly.flatMap((place) => (isPlaceOf(lesson)(place) ? split(place, lesson.date, wish) : [place]))
  return ownOnDay({ ...book, weekly }, lesson, { capacity: null, level: null, arena: null })
}

/** Sets the values of one day in full where they differ from the weekly lesson's. */
function onOneDay(book: Book, lesson: ScheduledLesson, { capacity, level, arena }: PlacesInput) {
  const weekly = ownOf(book.weekly.filter((place) => isPlaceOf(lesson)(place) && standsOn(place, lesson.date)))
  const ofType = book.capacities.get(lesson.type) ?? 0
  const own: LessonLevel | null = level ?? (weekly.level === null ? null : ANY_LEVEL)
  return {
    capacity: capacity ?? (weekly.capacity === null ? null : ofType),
    level: own,
    arena: arena ?? (weekly.arena === null ? null : ''),
  }
}

function ownOnDay(book: Book, lesson: ScheduledLesson, own: Required<OwnPlaces>): Book {
  const riders = lesson.riders.filter(({ source }) => source !== 'record').map(({ riderId }) => riderId)
  return settle(book, lesson, { riders, duration: lesson.duration, own })
}

/** Splits a place, so that the past keeps its values. */
function split(place: PlaceRow, from: LocalDate, wish: PlacesInput): PlaceRow[] {
  if (hasSamePlaces(place, wish)) return [place]
  if (place.startDate >= from) return [{ ...place, ...wish }]
  const { id: _, createdAt, updatedAt, ...rest } = place
  return [
    { ...place, endDate: from },
    { ...rest, id: NEW, startDate: from, ...wish },
  ]
}
