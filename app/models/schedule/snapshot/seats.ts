import { freePlaces, type LessonPlaces, placesOf, type Seats } from '~/models/schedule/vocabulary/free'
import { heldAt } from '~/models/schedule/vocabulary/held'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import type { ScheduledLesson } from '~/models/schedule/week/week'
import { isAway } from '~/models/vocabulary/away'
import { type Slot, slotKey } from '~/models/vocabulary/slot'
import { addDays, type LocalDate } from '~/utils/dates'
import { type Book, datesOf, lessonAt, lessonsOf, ridersOf } from './book'

export const placesIn = (book: Book, lesson: ScheduledLesson): LessonPlaces =>
  placesOf(lesson, book.capacities.get(lesson.type) ?? null)

/** Returns the places of a lesson in a book. */
export function seatsIn(book: Book, lesson: ScheduledLesson): Seats {
  const rides = (riderId: string) => {
    const record = book.records.find(
      (ride) => ride.riderId === riderId && ride.date === lesson.date && ride.time === lesson.time,
    )
    return !isAway({ attendance: record?.attendance ?? null })
  }
  return {
    capacity: placesIn(book, lesson).capacity,
    riding: ridersOf(lesson).filter(rides).length,
    held: heldAt(book.held, lesson).length,
  }
}

/** Returns the days of a book on which its places differ from the week before: those of its rows, and of held places. */
export const datesOfPlaces = (book: Book): LocalDate[] => [
  ...new Set([...datesOf(book), ...book.held.flatMap(({ date }) => [date, addDays(date, 7)])]),
]

/** Returns where a lesson was before a change that moves it, if it is one of those. */
export type CameFrom = (lesson: Slot) => Slot | undefined

/**
 * Returns why a change needs the office's confirmation: the first lesson into which it puts more riders than there are
 * places. A lesson that moves may take along as many as it had.
 */
export function whyFull(before: Book, after: Book, cameFrom: CameFrom = () => undefined): string | null {
  for (const date of [...new Set([...datesOfPlaces(before), ...datesOfPlaces(after)])].sort()) {
    const was = new Map(lessonsOf(before, date).map((lesson) => [slotKey(lesson), seatsIn(before, lesson).riding]))
    for (const lesson of lessonsOf(after, date)) {
      const seats = seatsIn(after, lesson)
      const riding = was.get(slotKey(lesson)) ?? 0
      const from = cameFrom(lesson)
      const moved = from && lessonAt(before, from)
      const most = Math.max(riding, moved ? seatsIn(before, moved).riding : 0)
      if ((freePlaces(seats) ?? 0) >= 0 || seats.riding <= most) continue
      const free = Math.max(0, freePlaces({ ...seats, riding }) ?? 0)
      const held = seats.held > 0 ? ` and ${seats.held} held for a family` : ''
      const when = before.spans.some(({ weekly }) => weekly) ? ` at ${atTime(lesson)}` : ''
      return `${free > 0 ? `Only ${free} free` : 'Full'}: ${riding}${held} of ${seats.capacity}${when}`
    }
  }
  return null
}
