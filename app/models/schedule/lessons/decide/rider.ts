import { t } from '#text'
import {
  type Book,
  DEFAULT_DURATION,
  daysOfLesson,
  isOf,
  isPlaceOf,
  isTakenOff,
  isWeekly,
  lessonAt,
  type NewPlace,
  type PlaceRow,
  placesAt,
  type RideRow,
  ridersOf,
  slotOf,
  standsOn,
} from '~/models/schedule/snapshot/book'
import type { Scope } from '~/models/schedule/vocabulary/slot.schema'
import { atTime, atTimeWeekly } from '~/models/schedule/vocabulary/slot-words'
import { isMarked } from '~/models/schedule/week/week'
import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { notFound, Refused } from '~/platform/refused'
import { dayOfWeek, firstOn, type LocalDate } from '~/utils/dates'
import { endPlaces, hasSameTerms, openPlace, ownOf } from './places'
import { clearRides, settle } from './settle'

export const alreadyRides = (name: string, when: string): Refused =>
  new Refused('already_rides', t('{name} is already riding at {when}', { name, when }), 'riderId')

export const lessonNotFound = (): Refused => notFound(t('Lesson not found. Someone may have changed or removed it.'))

export interface Rider {
  id: string
  name: string
}

/** What the office should know about an added rider. */
export interface Added {
  book: Book
  /** The day on which the lesson had been taken off: this rider alone is restored. */
  aloneOn?: LocalDate
  /** Coming days on which the lesson stays taken off. */
  offOn: LocalDate[]
}

/**
 * Adds a rider on that day alone, where it undoes a removal, or weekly from it on. With `create` there need not be a
 * lesson.
 * @throws Refused 404 without a lesson; 409 if the rider is in it already.
 */
export function addRider(
  book: Book,
  rider: Rider,
  slot: Slot,
  { scope, create, duration: wanted }: { scope: Scope; create: boolean; duration?: number },
): Added {
  const lesson = lessonAt(book, slot)
  const takenOff = !lesson && isTakenOff(book, slot)
  if (!lesson && !create) throw lessonNotFound()
  const duration = lesson?.duration ?? usualLength(book, slot, wanted)
  const there = lesson?.riders.find(({ riderId }) => riderId === rider.id)
  if (there?.source === 'record') {
    throw new Refused(
      'ride_recorded',
      t('{name}’s ride at {when} already has attendance', { name: rider.name, when: atTime(slot) }),
      'riderId',
    )
  }
  const aloneOn = takenOff ? slot.date : undefined
  if (scope === 'one-time') {
    if (there) throw alreadyRides(rider.name, atTime(slot))
    return { book: settle(book, slot, { riders: [...ridersOf(lesson), rider.id], duration }), aloneOn, offOn: [] }
  }
  const days = daysOfLesson(book, slot)
  const own = book.weekly.filter((place) => isPlaceOf(slot)(place) && place.riderId === rider.id)
  if (there && own.some((place) => standsOn(place, slot.date) && place.endDate === null)) {
    throw alreadyRides(rider.name, atTimeWeekly(slot))
  }
  let next = openAsLesson(book, rider.id, slot, duration)
  const offOn: LocalDate[] = []
  for (const date of days) {
    const day = { ...slot, date }
    const was = lessonAt(book, day)
    // A day that was taken off stays off, unless the lesson it belonged to is gone.
    if (!was && isTakenOff(book, day) && date !== slot.date) {
      offOn.push(date)
      next = { ...next, removals: next.removals.filter((row) => row.riderId !== rider.id || !isOf(day)(row)) }
      continue
    }
    next = settle(next, day, {
      riders: [...ridersOf(was).filter((id) => id !== rider.id), rider.id],
      duration: was?.duration ?? usualLength(next, day, duration),
    })
  }
  return { book: next, aloneOn, offOn }
}

/** Opens a rider's weekly places from a day on, each with the terms that the lesson has then. */
function openAsLesson(book: Book, riderId: string, slot: Slot, duration: number): Book {
  const ofOthers = book.weekly.filter((place) => isPlaceOf(slot)(place) && place.riderId !== riderId)
  const own = book.weekly.filter((place) => isPlaceOf(slot)(place) && place.riderId === riderId)
  // From there on the rider has terms already.
  const [known] = datesAfter(slot, own)
  const places: NewPlace[] = []
  for (const startDate of [slot.date, ...datesAfter(slot, ofOthers)]) {
    if (known !== undefined && startDate >= known) break
    const day = { ...slot, date: startDate }
    const stand = placesAt(book, day)
    // Once the others have left, the lesson is as it was.
    if (startDate !== slot.date && stand.length === 0) continue
    const place = {
      riderId,
      ...{ dayOfWeek: dayOfWeek(slot.date), time: slot.time, type: slot.type },
      duration: usualLength(book, day, duration),
      startDate,
      endDate: null,
      instructorId: instructorIdOf(book, day, riderId),
      ...ownOf(stand),
    }
    const before = places.at(-1)
    if (before && hasSameTerms(before, place)) continue
    if (before) before.endDate = startDate
    places.push(place)
  }
  return places.reduce(openPlace, book)
}

/** Returns the days after a lesson's on which one of these places begins. */
const datesAfter = ({ date }: Slot, places: readonly PlaceRow[]): LocalDate[] =>
  [...new Set(places.map(({ startDate }) => firstOn(dayOfWeek(date), startDate)))].filter((day) => day > date).sort()

/** Returns the instructor of the weekly lesson; a rider's own place takes precedence. */
export function instructorIdOf(book: Book, slot: Slot, riderId?: string): unknown {
  const places = placesAt(book, slot)
  const taught = places.filter(({ instructorId }) => instructorId)
  return (places.find((place) => place.riderId === riderId) ?? taught[0])?.instructorId ?? null
}

/** Returns the length of the weekly lesson, taken off or not. */
const usualLength = (book: Book, slot: Slot, wanted = DEFAULT_DURATION): number =>
  Math.max(0, ...placesAt(book, slot).map((place) => place.duration)) || wanted

export interface Removed {
  book: Book
  attendance: string
  horse: string | null
}

/**
 * Removes a rider free of charge; the past stays. An announced absence is removed with the ride.
 * @throws Refused 404 if the rider is not in the lesson.
 */
export function removeRider(
  book: Book,
  rider: Rider,
  slot: Slot,
  { scope, isRecorded }: { scope: Scope; isRecorded: (ride: RideRow) => boolean },
): Removed {
  const lesson = lessonAt(book, slot)
  if (!lesson || !ridersOf(lesson).includes(rider.id))
    throw notFound(t('{rider} is not in this lesson', { rider: rider.name }))
  const theirs = (row: { riderId: string; date: LocalDate; time: string }) =>
    row.riderId === rider.id && row.time === slot.time
  const ride = book.records.find((row) => theirs(row) && row.date === slot.date)
  const horse = book.horses.find((row) => theirs(row) && row.date === slot.date)?.horseName ?? null
  const was = { attendance: ride?.attendance ?? 'scheduled', horse }
  if (scope === 'one-time') {
    const rest = ridersOf(lesson).filter((id) => id !== rider.id)
    // The last guest of a lesson that was there for them alone takes it along, unless someone waits for it.
    const stays =
      rest.length > 0 || isWeekly(book, slot) || book.oneTimeLessons.some(isOf(slot)) || isAwaited(book, slot)
    const settled = settle(book, slot, stays ? { riders: rest, duration: lesson.duration } : null)
    return { book: clearRides(settled, (row) => theirs(row) && row.date === slot.date), ...was }
  }
  const isTheirs = (place: PlaceRow) => isPlaceOf(slot)(place) && place.riderId === rider.id
  return { book: leaveWeekly(book, slot, { isMeant: isTheirs, riderIds: [rider.id], isRecorded }), ...was }
}

const isAwaited = (book: Book, slot: Slot): boolean => book.awaited.some((wait) => !wait.weekly && isOf(slot)(wait))

/** Removes riders from single days that were moved from a lesson that they leave. What is recorded there stays. */
export function removeMoved(
  book: Book,
  riders: readonly Rider[],
  moved: readonly (Slot & { riderId: string })[],
  isRecorded: (ride: RideRow) => boolean,
): Book {
  return moved.reduce((next, day) => {
    const rider = riders.find(({ id }) => id === day.riderId)
    const recorded = next.records.some(
      (ride) => ride.riderId === day.riderId && ride.date === day.date && ride.time === day.time && isRecorded(ride),
    )
    const rides = rider && ridersOf(lessonAt(next, day)).includes(rider.id)
    if (!rides || recorded) return next
    const left = removeRider(next, rider, slotOf(day), { scope: 'one-time', isRecorded }).book
    // A moved lesson is removed with the last of its riders.
    const empty =
      ridersOf(lessonAt(left, day)).length === 0 && left.oneTimeLessons.some((row) => isOf(day)(row) && row.movedFrom)
    return empty ? settle(left, slotOf(day), null) : left
  }, book)
}

/** Who leaves a weekly lesson, with which of its places. */
interface Leaving {
  isMeant: (place: PlaceRow) => boolean
  riderIds: readonly string[]
  isRecorded: (ride: RideRow) => boolean
}

/**
 * Removes riders from a weekly lesson, as `endWeekly`. A lesson with a waitlist stays: with an empty place every week,
 * or as an empty lesson on the dates that are waited for.
 */
export function leaveWeekly(book: Book, slot: Slot, leaving: Leaving): Book {
  const { isMeant, riderIds } = leaving
  const ended = endWeekly(withPlaceForLine(book, slot, isMeant, riderIds), slot, leaving)
  return book.awaited
    .filter(({ riderId, weekly }) => !weekly && !riderIds.includes(riderId))
    .reduce((next, day) => {
      const was = lessonAt(book, day)
      return was && !lessonAt(next, day) ? settle(next, slotOf(day), { riders: [], duration: was.duration }) : next
    }, ended)
}

/** Returns the book with an empty place if all permanent places would end, and someone waits for the lesson every week. */
function withPlaceForLine(
  book: Book,
  slot: Slot,
  isMeant: (place: PlaceRow) => boolean,
  leaving: readonly string[],
): Book {
  const stand = book.weekly.filter((place) => isPlaceOf(slot)(place) && place.endDate === null)
  const [first] = [...stand].sort((a, b) => (a.startDate < b.startDate ? -1 : 1))
  const waits = book.awaited.some(
    (one) =>
      one.weekly &&
      !leaving.includes(one.riderId) &&
      isSameLesson(one, slot) &&
      dayOfWeek(one.date) === dayOfWeek(slot.date),
  )
  if (!first || !waits || !stand.every(isMeant)) return book
  const startDate = first.startDate > slot.date ? first.startDate : slot.date
  return openPlace(book, {
    riderId: null,
    dayOfWeek: first.dayOfWeek,
    time: first.time,
    type: first.type,
    duration: first.duration,
    startDate,
    endDate: null,
    instructorId: first.instructorId ?? null,
    ...ownOf(stand),
  })
}

/** Ends weekly places and single days of these riders at the slot, with the marks and horses of their rides. */
export function endWeekly(book: Book, slot: Slot, { isMeant, riderIds, isRecorded }: Leaving): Book {
  const ended = { ...book, weekly: endPlaces(book.weekly, isMeant, slot.date) }
  let next: Book = ended
  for (const date of daysOfLesson(book, slot)) {
    const day = { ...slot, date }
    const was = lessonAt(book, day)
    const kept = next.removals.filter(
      (row) => row.riderId === null || !riderIds.includes(row.riderId) || !isOf(day)(row),
    )
    next = { ...next, removals: kept }
    const rest = ridersOf(was).filter((id) => !riderIds.includes(id))
    const stays = was && (rest.length > 0 || isWeekly(ended, day) || book.oneTimeLessons.some(isOf(day)))
    next = settle(next, day, stays ? { riders: rest, duration: was.duration } : null)
  }
  const open = new Set(book.records.filter((ride) => isMarked(ride.attendance) && isRecorded(ride)).map(({ id }) => id))
  return clearRides(next, (row) => {
    const inLesson =
      row.date >= slot.date &&
      dayOfWeek(row.date) === dayOfWeek(slot.date) &&
      row.time === slot.time &&
      riderIds.includes(row.riderId)
    const recorded = book.records.some(
      (ride) => open.has(ride.id) && ride.riderId === row.riderId && ride.date === row.date && ride.time === row.time,
    )
    // A horse, or a rider, may be in a lesson of another type at that time.
    const was = lessonAt(book, { ...slot, date: row.date })
    return inLesson && !recorded && ridersOf(was).includes(row.riderId)
  })
}
