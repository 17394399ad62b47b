import { ANY_LEVEL, type LessonLevel, type Level } from '~/models/vocabulary/level'

/** The places that a lesson's rows set. `capacity` is null if the ride type's applies, and 0 without a limit. */
export interface OwnPlaces {
  capacity?: number | null
  level?: LessonLevel | null
  /** On one day empty for none, whatever the weekly lesson has. */
  arena?: string | null
}

/** The office's input for a lesson: a capacity of null is that of its ride type, 0 no limit; a level of null is any, an arena of null none. */
export interface PlacesInput {
  capacity: number | null
  level: Level | null
  arena: string | null
}

/** The places of a lesson: null is no limit, any level, and no arena. */
export interface LessonPlaces {
  capacity: number | null
  level: Level | null
  arena: string | null
}

export const placesOf = ({ capacity, level, arena }: OwnPlaces, ofType: number | null): LessonPlaces => ({
  capacity: capacity === null || capacity === undefined ? ofType : capacity || null,
  level: !level || level === ANY_LEVEL ? null : level,
  arena: arena || null,
})

/** Returns what the office would enter for the places that a lesson has. */
export const placesInputOf = (lesson: OwnPlaces): PlacesInput => ({
  ...placesOf(lesson, null),
  capacity: lesson.capacity ?? null,
})

/** Whether two rows set the same places. */
export const hasSamePlaces = (a: OwnPlaces, b: OwnPlaces): boolean =>
  (a.capacity ?? null) === (b.capacity ?? null) &&
  (a.level ?? null) === (b.level ?? null) &&
  (a.arena ?? null) === (b.arena ?? null)

export interface Seats {
  capacity: number | null
  /** The number of riders taking part. */
  riding: number
  /** The number of places held for riders to whom they were offered. */
  held: number
}

/** Returns the free places: below zero if more ride than there are places; null without a limit. */
export const freePlaces = ({ capacity, riding, held }: Seats): number | null =>
  capacity === null ? null : capacity - riding - held

/** Returns `2 free`, `held for Emma Novak, 1 free`, or `full`; without names, `1 held`. Null without a limit. */
export function formatFreePlaces(seats: Seats, heldFor: readonly string[] = []): string | null {
  const free = freePlaces(seats)
  if (free === null) return null
  const held = heldFor.length > 0 ? `held for ${heldFor.join(' and ')}` : seats.held > 0 ? `${seats.held} held` : null
  return [held, free > 0 ? `${free} free` : held ? null : 'full'].filter(Boolean).join(', ')
}

/** Returns `7 of 6` if more ride than there are places. */
export const formatOverCapacity = ({ capacity, riding }: Seats): string | null =>
  capacity !== null && riding > capacity ? `${riding} of ${capacity}` : null
