import { type Book, isOf, isPlaceOf, NEW, type PlaceRow, ridersOf } from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { isMarked, type ScheduledLesson } from '~/models/schedule/week/week'
import type { Slot } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'

/**
 * The book with that instructor for a lesson, on its date alone or weekly from it on; null for none, on one date for that of every
 * week.
 * @throws Refused if there is nothing on that date, or no weekly lesson, that could keep it.
 */
export function teach(book: Book, lesson: ScheduledLesson, instructorId: string | null, scope: Scope): Book {
  if (scope === 'one-time') return teachOnce(book, lesson, instructorId)
  if (!lesson.weekly) throw new Refused('single_date_lesson', 'This lesson takes place on this date only', 'scope')
  const weekly = book.weekly.flatMap((place) =>
    isPlaceOf(lesson)(place) ? split(place, lesson.date, instructorId) : [place],
  )
  return clearDate({ ...book, weekly }, lesson)
}

/** The past keeps its instructor. */
function split(place: PlaceRow, from: string, instructorId: string | null): PlaceRow[] {
  if ((place.instructorId ?? null) === instructorId) return [place]
  if (place.startDate >= from) return [{ ...place, instructorId }]
  const { id: _, createdAt, updatedAt, ...rest } = place
  return [
    { ...place, endDate: from },
    { ...rest, id: NEW, startDate: from, instructorId },
  ]
}

function teachOnce(book: Book, lesson: ScheduledLesson, instructorId: string | null): Book {
  const cleared = clearDate(book, lesson)
  if (instructorId === null) return cleared
  if (!lesson.weekly && book.oneTimeLessons.some(isOf(lesson))) {
    const oneTimeLessons = cleared.oneTimeLessons.map((row) => (isOf(lesson)(row) ? { ...row, instructorId } : row))
    return { ...cleared, oneTimeLessons }
  }
  const riders = ridersOf(lesson)
  if (riders.length === 0)
    throw new Refused('invalid', "No one's scheduled for this lesson that day. Choose every week.", 'scope')
  let { records } = cleared
  for (const riderId of riders) records = withInstructor(records, lesson, riderId, instructorId)
  return { ...cleared, records }
}

function withInstructor(
  records: Book['records'],
  { date, time, type, duration }: ScheduledLesson,
  riderId: string,
  instructorId: string,
): Book['records'] {
  const own = records.find((ride) => ride.riderId === riderId && ride.date === date && ride.time === time)
  if (!own) {
    const ride = { date, time, type, duration, riderId, attendance: null, status: 'scheduled' }
    return [...records, { id: NEW, ...ride, instructorId }]
  }
  // What is left of an earlier lesson of another type becomes this one's.
  const of = isMarked(own.attendance) ? {} : { type, duration }
  return records.map((ride) => (ride === own ? { ...ride, ...of, instructorId } : ride))
}

/** Without an instructor of that date's own. */
function clearDate(book: Book, slot: Slot): Book {
  const cleared = <Row extends Slot & { [column: string]: unknown }>(row: Row): Row =>
    isOf(slot)(row) && row.instructorId ? { ...row, instructorId: null } : row
  return { ...book, records: book.records.map(cleared), oneTimeLessons: book.oneTimeLessons.map(cleared) }
}
