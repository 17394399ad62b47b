import { deleteLesson, openWeekly } from '~/models/schedule/lessons/decide/lesson'
import { moveRider } from '~/models/schedule/lessons/decide/move'
import { endPlaces, openPlace } from '~/models/schedule/lessons/decide/places'
import { addRider, lessonNotFound, removeMoved, removeRider } from '~/models/schedule/lessons/decide/rider'
import { settle } from '~/models/schedule/lessons/decide/settle'
import { type Book, isPlaceOf, lessonAt, NEW, type RideRow } from '~/models/schedule/snapshot/book'
import type { Slot } from '~/models/vocabulary/slot'
import { Refused } from '~/platform/refused'
import { addDays, dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'
import {
  changedSeats,
  type SeasonLesson,
  type SeasonWeek,
  type Seat,
  sayWeekly,
  type WeeklyLesson,
  weeklyKey,
} from './season'

interface Terms {
  startsOn: LocalDate
  riderName: (id: string) => string
  /** @throws Refused if the school does not offer this ride type. */
  requireType: (type: string) => void
  /** Whether a ride is recorded and stays where it is. */
  isRecorded: (ride: RideRow) => boolean
  /** Whole days on which the school is closed. */
  closed: ReadonlySet<LocalDate>
  /** Single days that were moved away from a lesson, of riders whose ride there ends: they end too. */
  moved: readonly (Slot & { riderId: string })[]
}

interface Applied {
  book: Book
  /** Sentences about what cannot be done, such as `Ben Hill: Lesson not found`. */
  refused: string[]
}

/** A lesson may be off in the first weeks, as in a holiday: a change begins in the first week in which it takes place. */
const MOST_WEEKS = 27
const WEEKS = Array.from({ length: MOST_WEEKS }, (_, week) => week)

/** Returns the slot of a weekly lesson in a week of the season, whose first is 0. */
export const slotIn = (startsOn: LocalDate, { dayOfWeek, time, type }: WeeklyLesson, week = 0): Slot => ({
  date: addDays(firstOn(dayOfWeek, startsOn), 7 * week),
  time,
  type,
})

/** Returns the days between two lessons of one week, which begins on Monday, so that what goes along stays in its week. */
const daysBetween = (from: WeeklyLesson, to: WeeklyLesson): number =>
  ((to.dayOfWeek + 6) % 7) - ((from.dayOfWeek + 6) % 7)

/**
 * Makes a season's changes in the rows of its weekdays, from its first day on, each as the office would by hand: what a ride was booked with
 * goes along. First come new lessons, then riders, then lessons that end, so that riders can be exchanged between full lessons in any order.
 */
export function applySeason(book: Book, week: SeasonWeek, terms: Terms): Applied {
  const { startsOn, riderName, requireType, isRecorded } = terms
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
  /** @throws Refused 404 if the lessons never take place in one week, with the rider in the first. */
  const inOneWeek = (first: WeeklyLesson, second: WeeklyLesson, riderId?: string): [Slot, Slot] => {
    const slots = WEEKS.map((at): [Slot, Slot] => [slotIn(startsOn, first, at), slotIn(startsOn, second, at)])
    const found = slots.find(([one, two]) => {
      const lesson = lessonAt(next, one)
      const rides = lesson?.riders.some((rider) => rider.riderId === riderId && rider.source === 'weekly')
      return lesson && (riderId === undefined || rides) && lessonAt(next, two)
    })
    if (!found) throw lessonNotFound()
    return found
  }
  for (const lesson of week.lessons.filter(({ state }) => state === 'new')) {
    attempt(sayWeekly(lesson), () => {
      requireType(lesson.type)
      return withLesson(next, lesson, terms)
    })
  }
  const before = next
  for (const { riderId, from, ends, change } of inOrder(changedSeats(week))) {
    const rider = { id: riderId, name: riderName(riderId) }
    const to = change?.to
    attempt(rider.name, () => {
      if (from && to) {
        const [slotFrom, slotTo] = inOneWeek(from, to, riderId)
        const move = { from: slotFrom, to: slotTo, scope: 'weekly', isRecorded, days: daysBetween(from, to) } as const
        return until(moveRider(withEmptyPlace(next, slotFrom), rider, move).book, slotTo, riderId, ends)
      }
      const at = from ?? to
      if (!at) return next
      const [slot] = inOneWeek(at, at, from ? riderId : undefined)
      if (!from) return addRider(next, rider, slot, { scope: 'weekly', create: false }).book
      return removeRider(withEmptyPlace(next, slot), rider, slot, { scope: 'weekly', isRecorded }).book
    })
  }
  for (const lesson of week.lessons.filter(({ state }) => state === 'ends')) {
    attempt(sayWeekly(lesson), () => {
      const [slot] = inOneWeek(lesson, lesson)
      return deleteLesson(next, slot, 'weekly', isRecorded).book
    })
  }
  const leaving = terms.moved.map(({ riderId }) => ({ id: riderId, name: riderName(riderId) }))
  next = removeMoved(withoutNeedless(before, next, week), leaving, terms.moved, isRecorded)
  return { book: next, refused }
}

/** Gives a moved place the end that it had in the lesson before. */
function until(book: Book, slot: Slot, riderId: string, ends: LocalDate | null): Book {
  if (ends === null) return book
  const isIt = (place: Book['weekly'][number]) =>
    place.riderId === riderId && isPlaceOf(slot)(place) && (place.endDate === null || place.endDate > ends)
  return { ...book, weekly: endPlaces(book.weekly, isIt, ends) }
}

/** Of each rider's rides, one that takes the place of another comes after that. Those that only exchange places change nothing. */
function inOrder(seats: readonly Seat[]): Seat[] {
  const done: Seat[] = []
  let left = seats
  for (;;) {
    const isFree = ({ riderId, change, key }: Seat) =>
      !left.some(
        (one) =>
          one.key !== key &&
          one.riderId === riderId &&
          one.from &&
          change?.to &&
          weeklyKey(one.from) === weeklyKey(change.to),
      )
    const ready = left.filter(isFree)
    if (ready.length === 0) return done
    done.push(...ready)
    left = left.filter((seat) => !ready.includes(seat))
  }
}

/** Begins a new lesson in the first week in which the school is open on its day; on later days that are closed, it is off. */
function withLesson(book: Book, lesson: SeasonLesson, { startsOn, closed }: Terms): Book {
  const { duration, capacity, level, arena, instructorId } = lesson
  const open = WEEKS.find((week) => !closed.has(slotIn(startsOn, lesson, week).date)) ?? 0
  const slot = slotIn(startsOn, lesson, open)
  const { book: opened } = openWeekly(book, slot, duration)
  const isIt = isPlaceOf(slot)
  const terms = { capacity, level, arena, instructorId }
  const weekly = opened.weekly.map((place) => (place.id === NEW && isIt(place) ? { ...place, ...terms } : place))
  const off = [...closed].filter((date) => date > slot.date && dayOfWeek(date) === lesson.dayOfWeek)
  return off.reduce<Book>((next, date) => settle(next, { ...slot, date }, null), { ...opened, weekly })
}

/** Adds an empty place, so that a lesson stays when its last rider leaves: others may come. */
function withEmptyPlace(book: Book, { date, time, type }: Slot): Book {
  const places = book.weekly.filter(isPlaceOf({ date, time, type }))
  const [one] = places
  if (!one || places.some(({ riderId }) => riderId === null)) return book
  const { duration, capacity, level, arena, instructorId } = one
  const terms = { dayOfWeek: one.dayOfWeek, time, type, duration, capacity, level, arena, instructorId }
  return openPlace(book, { riderId: null, ...terms, startDate: date, endDate: null })
}

/** Removes the empty places that were added to lessons that have riders after all. */
function withoutNeedless(before: Book, book: Book, { lessons }: SeasonWeek): Book {
  const full = new Set(lessons.flatMap(({ key, seats }) => (seats.length > 0 ? [key] : [])))
  const wasThere = new Set(before.weekly)
  const isNeedless = (place: Book['weekly'][number]) =>
    place.id === NEW && place.riderId === null && !wasThere.has(place) && full.has(weeklyKey(place))
  return { ...book, weekly: book.weekly.filter((place) => !isNeedless(place)) }
}
