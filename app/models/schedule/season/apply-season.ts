import { addLesson, deleteLesson } from '~/models/schedule/lessons/decide/lesson'
import { moveRider } from '~/models/schedule/lessons/decide/move'
import { openPlace } from '~/models/schedule/lessons/decide/places'
import { addRider, removeRider } from '~/models/schedule/lessons/decide/rider'
import { type Book, isPlaceOf, lessonAt, NEW, type RideRow, standsOn } from '~/models/schedule/snapshot/book'
import type { Slot } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import { addDays, dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'
import { changedSeats, type SeasonLesson, type SeasonWeek, sayWeekly, type WeeklyLesson, weeklyKey } from './season'

interface Terms {
  startsOn: LocalDate
  riderName: (id: string) => string
  /** Whether a ride is recorded and stays where it is. */
  isRecorded: (ride: RideRow) => boolean
}

interface Applied {
  book: Book
  /** Sentences about what cannot be done, such as `Ben Hill: Lesson not found`. */
  refused: string[]
}

/** A lesson of a weekday may be off in the first weeks, as in a holiday: a change begins in the first week in which it takes place. */
const MOST_WEEKS = 27

/** Returns the slot of a weekly lesson in a week of the season, whose first is 0. */
const slotIn = (startsOn: LocalDate, { dayOfWeek, time, type }: WeeklyLesson, week = 0): Slot => ({
  date: addDays(firstOn(dayOfWeek, startsOn), 7 * week),
  time,
  type,
})

/**
 * Makes a season's changes in the rows of its weekdays, from its first day on, each as the office would by hand: what a ride was booked with
 * goes along. First come new lessons, then riders, then lessons that end, so that riders can be exchanged between full lessons in any order.
 */
export function applySeason(book: Book, week: SeasonWeek, { startsOn, riderName, isRecorded }: Terms): Applied {
  const refused: string[] = []
  let next = book
  const attempt = (who: string, change: () => Book) => {
    try {
      next = change()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refused.push(`${who}: ${error.message.replace(/\.$/, '')}`)
    }
  }
  const slotAt = (lesson: WeeklyLesson, weeks = 0) => slotIn(startsOn, lesson, weeks)
  /** The first slots of the lessons in a week in which all of them take place, with the rider in the first. */
  const together = (lessons: readonly WeeklyLesson[], riderId?: string): Slot[] => {
    for (let weeks = 0; weeks < MOST_WEEKS; weeks++) {
      const slots = lessons.map((lesson) => slotAt(lesson, weeks))
      const found = slots.map((slot) => lessonAt(next, slot))
      const rides =
        riderId === undefined || found[0]?.riders.some((one) => one.riderId === riderId && one.source === 'weekly')
      if (rides && found.every(Boolean)) return slots
    }
    return lessons.map((lesson) => slotAt(lesson))
  }
  for (const lesson of week.lessons.filter(({ state }) => state === 'new')) {
    attempt(sayWeekly(lesson), () =>
      withTerms(addLesson(next, slotAt(lesson), 'weekly', lesson.duration).book, slotAt(lesson), lesson),
    )
  }
  const left = new Set(changedSeats(week).flatMap(({ from }) => (from ? [weeklyKey(from)] : [])))
  const held = week.lessons.filter(({ key }) => left.has(key))
  for (const lesson of held) next = withEmptyPlace(next, slotAt(lesson), lesson)
  for (const { riderId, from, change } of changedSeats(week)) {
    const rider = { id: riderId, name: riderName(riderId) }
    const to = change?.to
    attempt(rider.name, () => {
      if (from && to) {
        const [slotFrom, slotTo] = together([from, to], riderId) as [Slot, Slot]
        return moveRider(next, rider, { from: slotFrom, to: slotTo, scope: 'weekly', isRecorded }).book
      }
      const [slot] = together([from ?? to] as WeeklyLesson[], from ? riderId : undefined) as [Slot]
      if (from) return removeRider(next, rider, slot, { scope: 'weekly', isRecorded }).book
      return addRider(next, rider, slot, { scope: 'weekly', create: false }).book
    })
  }
  for (const lesson of week.lessons.filter(({ state }) => state === 'ends')) {
    attempt(sayWeekly(lesson), () => deleteLesson(next, together([lesson])[0] as Slot, 'weekly', isRecorded).book)
  }
  return { book: withoutNeedless(next, held, slotAt), refused }
}

/** Returns the book with the season's terms for a lesson that it has just added. */
function withTerms(book: Book, slot: Slot, { capacity, level, instructorId }: SeasonLesson): Book {
  const isIt = isPlaceOf(slot)
  return {
    ...book,
    weekly: book.weekly.map((place) =>
      place.id === NEW && isIt(place) ? { ...place, capacity, level, instructorId } : place,
    ),
  }
}

/** A lesson stays when its last rider leaves, since others may come. */
function withEmptyPlace(book: Book, slot: Slot, { duration, capacity, level, instructorId }: SeasonLesson): Book {
  const isEmpty = book.weekly.some(
    (place) => place.riderId === null && isPlaceOf(slot)(place) && standsOn(place, slot.date),
  )
  if (isEmpty) return book
  const { date, time, type } = slot
  const row = { riderId: null, dayOfWeek: dayOfWeek(date), time, type, duration, capacity, level, instructorId }
  return openPlace(book, { ...row, startDate: date, endDate: null })
}

/** Without the empty places of lessons that have riders after all. */
function withoutNeedless(book: Book, held: readonly SeasonLesson[], slotAt: (lesson: WeeklyLesson) => Slot): Book {
  const full = held.filter(({ seats }) => seats.length > 0).map((lesson) => isPlaceOf(slotAt(lesson)))
  const weekly = book.weekly.filter(
    (place) => place.id !== NEW || place.riderId !== null || !full.some((isIt) => isIt(place)),
  )
  return { ...book, weekly }
}
