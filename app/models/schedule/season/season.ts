import type { Level } from '~/models/vocabulary/level'
import { type LocalDate, weekdayName } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { capitalized } from '~/utils/text/capitalized'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** A lesson of every week, identified by its weekday (0 is Sunday), time, and ride type. */
export interface WeeklyLesson {
  dayOfWeek: number
  time: TimeOfDay
  type: string
}

/** Returns `2 16:30 Group Lesson`. */
export const weeklyKey = ({ dayOfWeek, time, type }: WeeklyLesson): string => `${dayOfWeek} ${time} ${type}`

/** Returns `Tuesday 4:30 PM`. */
export const sayTime = ({ dayOfWeek, time }: Omit<WeeklyLesson, 'type'>): string =>
  `${capitalized(weekdayName(dayOfWeek))} ${formatTimeOfDay(time)}`

/** Returns `Tuesday 4:30 PM Group Lesson`. */
export const sayWeekly = (lesson: WeeklyLesson): string => `${sayTime(lesson)} ${lesson.type}`

/** A weekly place on the season's first days, or an empty weekly lesson. */
export interface PlaceNow extends WeeklyLesson {
  riderId: string | null
  duration: number
  /** Null is that of the ride type, 0 no limit. */
  capacity: number | null
  /** Null is any. */
  level: Level | null
  arena: string | null
  instructorId: string | null
  /** Its first day, if that is after the season's first week. */
  begins: LocalDate | null
  /** The first day on which it is gone; null if it goes on. */
  ends: LocalDate | null
}

/** A lesson that the season adds, or that ends with its first day. */
type LessonChange =
  | ({ id: number; ends: true } & WeeklyLesson)
  | ({ id: number; ends: false } & Omit<PlaceNow, 'riderId' | 'begins' | 'ends'>)

/** Where a rider goes: from a place or none, to a lesson or none. */
interface PlaceChange {
  id: number
  riderId: string
  from: WeeklyLesson | null
  to: WeeklyLesson | null
  byHand: boolean
}

export interface SeasonChanges {
  lessons: readonly LessonChange[]
  places: readonly PlaceChange[]
}

/** A weekly ride in the season. */
export interface Seat {
  /** Identifies it as long as the rider's place stays where it is: by that place, or for one who joins by the change. */
  key: string
  riderId: string
  /** The lesson of the rider's place now; null for one who joins. */
  from: WeeklyLesson | null
  /** The first day of that place, if that is after the season's first week, and the first day on which it is gone. */
  begins: LocalDate | null
  ends: LocalDate | null
  /** What the season changes about it, if anything. */
  change: PlaceChange | null
}

export interface SeasonLesson extends WeeklyLesson {
  key: string
  duration: number
  capacity: number | null
  level: Level | null
  arena: string | null
  instructorId: string | null
  /** `ends` is no longer there in the season, and has no seats. */
  state: 'stays' | 'new' | 'ends'
  changeId: number | null
  seats: Seat[]
}

export interface SeasonWeek {
  /** By weekday and time, then by type. */
  lessons: SeasonLesson[]
  /** Rides that the season has no lesson for. */
  without: Seat[]
  /** Changes that the week has overtaken: the place or the lesson is gone, or the lesson is there by now. */
  stale: { lessons: LessonChange[]; places: PlaceChange[] }
}

/** Returns the week of a season: that of its first days, with what the season changes. Rows of a place are in the order of their days. */
export function seasonWeek(now: readonly PlaceNow[], { lessons: changed, places }: SeasonChanges): SeasonWeek {
  const stale: SeasonWeek['stale'] = { lessons: [], places: [] }
  const lessons = new Map<string, SeasonLesson>()
  for (const [key, rows] of groupBy(now, weeklyKey)) lessons.set(key, lessonNow(key, rows))
  for (const change of changed) {
    const key = weeklyKey(change)
    const there = lessons.get(key)
    if (change.ends ? !there : there) stale.lessons.push(change)
    else if (there) lessons.set(key, { ...there, state: 'ends', changeId: change.id })
    else if (!change.ends) lessons.set(key, { ...change, key, state: 'new', changeId: change.id, seats: [] })
  }
  const without: Seat[] = []
  const take = (seat: Seat, at: WeeklyLesson | null) => {
    const lesson = at ? lessons.get(weeklyKey(at)) : undefined
    if (isOpen(lesson)) lesson.seats.push(seat)
    else without.push(seat)
  }
  const changeOf = new Map(
    places.flatMap((change) => (change.from ? [[seatKey(change.riderId, change.from), change]] : [])),
  )
  // A place whose terms changed goes on in another row.
  const placesOf = groupBy(now, (place) => (place.riderId === null ? null : seatKey(place.riderId, place)))
  for (const [key, [first, ...more]] of placesOf) {
    if (key === null || !first || first.riderId === null) continue
    const { riderId, begins } = first
    const from = weeklyOf(first)
    const seat = { key, riderId, from, begins, ends: (more.at(-1) ?? first).ends }
    const change = changeOf.get(seat.key) ?? null
    changeOf.delete(seat.key)
    const isStale = change?.to != null && !isOpen(lessons.get(weeklyKey(change.to)))
    if (isStale) stale.places.push(change)
    if (!change || isStale) take({ ...seat, change: null }, from)
    else take({ ...seat, change }, change.to)
  }
  stale.places.push(...changeOf.values())
  for (const change of places.filter(({ from }) => from === null)) {
    const { riderId, to } = change
    const lesson = to ? lessons.get(weeklyKey(to)) : undefined
    const joins = isOpen(lesson) && !lesson.seats.some((seat) => seat.riderId === riderId)
    if (joins) lesson.seats.push({ key: `joins ${change.id}`, riderId, from: null, begins: null, ends: null, change })
    else stale.places.push(change)
  }
  return { lessons: [...lessons.values()].sort(byWeekday), without, stale }
}

const isOpen = (lesson: SeasonLesson | undefined): lesson is SeasonLesson =>
  lesson !== undefined && lesson.state !== 'ends'

/** Identifies a rider's weekly ride by the lesson of its place now. */
export const seatKey = (riderId: string, from: WeeklyLesson): string => `${riderId} ${weeklyKey(from)}`

const weeklyOf = ({ dayOfWeek, time, type }: WeeklyLesson): WeeklyLesson => ({ dayOfWeek, time, type })

/** What a lesson's places set: they agree, except those written by a version that did not know the column. */
function lessonNow(key: string, rows: readonly PlaceNow[]): SeasonLesson {
  const [first] = rows as [PlaceNow]
  const said = <Field extends 'capacity' | 'level' | 'arena' | 'instructorId'>(field: Field) =>
    (rows.find((row) => row[field] !== null)?.[field] ?? null) as PlaceNow[Field]
  return {
    ...weeklyOf(first),
    key,
    duration: Math.max(...rows.map(({ duration }) => duration)),
    capacity: said('capacity'),
    level: said('level'),
    arena: said('arena'),
    instructorId: said('instructorId'),
    state: 'stays',
    changeId: null,
    seats: [],
  }
}

/** Sorts lessons from Monday on, by time and type. */
export const byWeekday = (a: WeeklyLesson, b: WeeklyLesson): number =>
  ((a.dayOfWeek + 6) % 7) - ((b.dayOfWeek + 6) % 7) || a.time.localeCompare(b.time) || a.type.localeCompare(b.type)

/** The seats that a season changes. A lesson that ends takes those along that are nowhere else. */
export function changedSeats({ lessons, without }: SeasonWeek): Seat[] {
  const ends = new Set(lessons.flatMap(({ key, state }) => (state === 'ends' ? [key] : [])))
  const isChanged = ({ from, change }: Seat) => {
    if (change === null) return false
    if (from === null || change.to === null) return from === null || !ends.has(weeklyKey(from))
    return weeklyKey(from) !== weeklyKey(change.to)
  }
  return [...lessons.flatMap(({ seats }) => seats), ...without].filter(isChanged)
}
