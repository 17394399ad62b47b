import { type Book, NEW, type NewPlace, type PlaceRow, placesAt } from '~/models/schedule/snapshot/book'
import { hasSamePlaces, type OwnPlaces, type PlacesInput } from '~/models/schedule/vocabulary/free'
import { ANY_LEVEL } from '~/models/vocabulary/level'
import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import type { LocalDate } from '~/utils/dates'

export const meets = (a: PlaceRow, b: PlaceRow): boolean =>
  (b.endDate === null || a.startDate < b.endDate) && (a.endDate === null || b.startDate < a.endDate)

/** Ends places on a day; those that would begin later never do. */
export const endPlaces = (
  weekly: readonly PlaceRow[],
  isMeant: (place: PlaceRow) => boolean,
  date: LocalDate,
): PlaceRow[] =>
  weekly.flatMap((place) => {
    if (!isMeant(place)) return [place]
    return place.startDate >= date ? [] : [{ ...place, endDate: date }]
  })

interface Terms extends OwnPlaces {
  duration: number
  instructorId?: unknown
}

/** Whether two places agree about their lesson. */
export const hasSameTerms = (a: Terms, b: Terms): boolean =>
  a.duration === b.duration && (a.instructorId ?? null) === (b.instructorId ?? null) && hasSamePlaces(a, b)

/** Returns the book with a new open-ended place; it takes over those of the same rider and lesson that it overlaps or follows. */
export function openPlace(book: Book, place: NewPlace): Book {
  const { startDate, endDate, riderId } = place
  const touches = (row: PlaceRow) =>
    row.active &&
    row.riderId === riderId &&
    row.dayOfWeek === place.dayOfWeek &&
    isSameLesson(row, place) &&
    (endDate === null || row.startDate <= endDate) &&
    (row.endDate === null || row.endDate >= startDate)
  const [first, ...rest] = book.weekly.filter(touches)
  if (!first || ![first, ...rest].every((row) => hasSameTerms(row, place))) {
    // A place with another length, instructor, capacity, level or arena continues unchanged, from its first day.
    const next = book.weekly.filter((row) => touches(row) && row.startDate > startDate).map((row) => row.startDate)
    const opened = { id: NEW, active: true, ...place, endDate: next.sort()[0] ?? endDate }
    return { ...book, weekly: [...book.weekly, opened] }
  }
  const all = [first, ...rest]
  const starts = [startDate, ...all.map((row) => row.startDate)].sort()
  const ends = [endDate, ...all.map((row) => row.endDate)]
  const merged = {
    ...first,
    startDate: starts[0] ?? startDate,
    endDate: ends.includes(null) ? null : (ends.sort().at(-1) ?? null),
  }
  return { ...book, weekly: [...book.weekly.filter((row) => !all.includes(row)), merged] }
}

/** Returns what a lesson's weekly places set: they agree, except those written by a version that did not know the column. */
export function ownOf(places: readonly PlaceRow[]): Required<OwnPlaces> {
  const byAge = [...places].sort((a, b) => (a.startDate < b.startDate ? 1 : -1))
  const said = <Value>(values: readonly (Value | null | undefined)[]): Value | null =>
    values.find((value) => value !== null && value !== undefined) ?? null
  return {
    capacity: said(byAge.map((row) => row.capacity)),
    level: said(byAge.map((row) => row.level)),
    arena: said(byAge.map((row) => row.arena)),
  }
}

/** Returns what a day's own row says in full, so that its lesson has these places whatever the weekly lesson has. */
export function ownOfDay(book: Book, slot: Slot, { capacity, level, arena }: PlacesInput): Required<OwnPlaces> {
  const weekly = ownOf(placesAt(book, slot))
  return {
    capacity: capacity ?? (weekly.capacity === null ? null : (book.capacities.get(slot.type) ?? 0)),
    level: level ?? (weekly.level === null ? null : ANY_LEVEL),
    arena: arena ?? (weekly.arena === null ? null : ''),
  }
}
