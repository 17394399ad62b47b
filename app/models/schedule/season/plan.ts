import { LARGE_WEEK } from '~/models/schedule/horses/plan/large-week'
import { type LessonPlaces, placesOf } from '~/models/schedule/vocabulary/free'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { type BaseTypes, baseTypeOf, isLike } from '~/models/schedule/week/base-type'
import type { Level } from '~/models/vocabulary/level'
import { type LocalDate, weekdayName } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import { capitalized } from '~/utils/text/capitalized'
import type { TimeOfDay } from '~/utils/time-of-day'
import { changedSeats, type SeasonLesson, type SeasonWeek, type Seat, sayTime, weeklyKey } from './season'
import { solveSeason } from './solve'
import { timeKey } from './to-place'

export interface Season {
  id: number
  name: string
  startsOn: LocalDate
  /** The last day for families to say which times work for them; null until they are asked. */
  askedThrough: LocalDate | null
  publishedAt: Date | null
}

interface PlannedRider {
  id: string
  name: string
  level: Level | null
}

export interface Plan {
  season: Season
  week: SeasonWeek
  riders: Map<string, PlannedRider>
  /** The times that work for families, by `wishKey`. */
  wishes: Map<string, string[]>
  /** Names by ID. */
  instructors: Map<string, string>
  /** The spots of each ride type; null is no limit. */
  capacities: Map<string, number | null>
  bases: BaseTypes
  /** A hash of the week and its changes: a form with another one shows an older plan. */
  version: string
}

export const wishKey = (riderId: string, type: string): string => `${riderId} ${type}`

/** The spots and the level of a lesson of the plan. */
export const spotsOf = ({ capacities }: Plan, { type, capacity, level }: SeasonLesson): LessonPlaces =>
  placesOf({ capacity, level }, capacities.get(type) ?? null)

/** A weekly ride of a plan, with the lesson that it is in. */
interface SeatInLesson {
  seat: Seat
  /** Null without one. */
  lesson: SeasonLesson | null
}

/** Every weekly ride of a plan: first those in its lessons, then those without one. */
export const seatsOf = ({ week }: Pick<Plan, 'week'>): SeatInLesson[] => [
  ...week.lessons.flatMap((lesson) => lesson.seats.map((seat) => ({ seat, lesson }))),
  ...week.without.map((seat) => ({ seat, lesson: null })),
]

/** Whether its week has so many rides that what is said of it is cut short. */
export const isLarge = (plan: Pick<Plan, 'week'>): boolean => seatsOf(plan).length > LARGE_WEEK

/** The ride type of a seat, wherever the season puts it; that of the first lesson, if it is in a second one at its hour. */
export const typeOf = ({ bases }: Pick<Plan, 'bases'>, { from, change }: Seat): string =>
  baseTypeOf(bases, (from ?? change?.to)?.type ?? '')

/** The times that work for the family for a seat, the best first, such as `2 16:30`. */
export const timesOf = (plan: Pick<Plan, 'wishes' | 'bases'>, seat: Seat): readonly string[] =>
  plan.wishes.get(wishKey(seat.riderId, typeOf(plan, seat))) ?? []

/** Whether a lesson is at one of the times that the family named for a ride. */
export const isAtNamedTime = (plan: Plan, { seat, lesson }: SeatInLesson): boolean =>
  lesson !== null && timesOf(plan, seat).includes(timeKey(lesson))

/** Whether a ride has no spot, or none of the times that its family named. */
export const isUnmet = (plan: Plan, one: SeatInLesson): boolean =>
  one.lesson === null || (timesOf(plan, one.seat).length > 0 && !isAtNamedTime(plan, one))

/** Reads `2 16:30`. */
export const readTime = (key: string) => ({ dayOfWeek: Number(key[0]), time: key.slice(2) as TimeOfDay })

/** A time to choose, such as `2 16:30`, and its label. */
export interface OfferedTime {
  value: string
  label: string
}

/** The times of lessons for a select, by weekday. */
export const offeredTimes = (lessons: readonly SeasonLesson[]): { label: string; options: OfferedTime[] }[] =>
  [...groupBy(lessons, ({ dayOfWeek }) => dayOfWeek)].map(([weekday, ofDay]) => ({
    label: capitalized(weekdayName(weekday)),
    options: [...groupBy(ofDay, timeKey).values()].flatMap(([lesson]) =>
      lesson ? [{ value: timeKey(lesson), label: sayTime(lesson) }] : [],
    ),
  }))

/** The lessons of a type that the season has, second ones included. */
export const lessonsOfType = ({ week, bases }: Pick<Plan, 'week' | 'bases'>, type: string): SeasonLesson[] =>
  week.lessons.filter((lesson) => isLike(bases, lesson.type, type) && lesson.state !== 'ends')

/** Lessons that take nobody, and those that a ride may not have, by its key. */
interface Closed {
  closed?: ReadonlySet<string>
  barred?: ReadonlyMap<string, ReadonlySet<string>>
}

const openLessons = ({ week }: Plan, closed: ReadonlySet<string>) =>
  week.lessons.filter(({ key, state }) => state !== 'ends' && !closed.has(key))

/** The lessons from which solving begins, by the keys of rides: where they are now, or where the office put them; null without one. */
export function lessonsBefore(plan: Plan, { closed = new Set() }: Closed = {}): Map<string, string | null> {
  const open = new Set(openLessons(plan, closed).map(({ key }) => key))
  return new Map(
    seatsOf(plan).map(({ seat: { key, from, change }, lesson }) => {
      const at = from && !change?.byHand ? weeklyKey(from) : (lesson?.key ?? '')
      return [key, open.has(at) ? at : null]
    }),
  )
}

/**
 * The best lessons for a plan's rides by the times that families named, from where riders ride now and from what the office chose: a plan that was
 * solved before makes no difference. Who named no time stays, and so does whom the office placed.
 */
export function solvePlan(
  plan: Plan,
  { closed = new Set(), barred = new Map() }: Closed = {},
): ReturnType<typeof solveSeason> {
  const before = lessonsBefore(plan, { closed })
  const seats = seatsOf(plan).map(({ seat }) => {
    const { change, key, riderId } = seat
    const there = before.get(key) ?? null
    const times = timesOf(plan, seat)
    const isFixed = change?.byHand ? there !== null || change.to === null : there !== null && times.length === 0
    return {
      ...{
        key,
        riderId,
        type: typeOf(plan, seat),
        lesson: there,
        choices: times.map(readTime),
        fixed: isFixed,
        barred: barred.get(key),
      },
      level: plan.riders.get(riderId)?.level ?? null,
    }
  })
  const lessons = openLessons(plan, closed).map((lesson) => {
    const { capacity, level } = spotsOf(plan, lesson)
    const { key, dayOfWeek, time, duration } = lesson
    const type = baseTypeOf(plan.bases, lesson.type)
    return { key, dayOfWeek, time, type, duration, capacity: capacity ?? 0, level }
  })
  return solveSeason(seats, lessons)
}

/** What a season does with a weekly ride. */
interface RideChange extends SeatInLesson {
  what: 'moved' | 'joined' | 'ended'
}

/** The weekly rides that a season changes. */
export function rideChanges(plan: Plan): RideChange[] {
  const changed = new Set(changedSeats(plan.week))
  return seatsOf(plan).flatMap(({ seat, lesson }): RideChange[] => {
    if (lesson === null) return [{ seat, lesson, what: 'ended' }]
    if (!changed.has(seat)) return []
    return [{ seat, lesson, what: seat.from ? 'moved' : 'joined' }]
  })
}

/** Rides that overlap another one of their rider's, by their keys, with the other one's lesson. */
export const clashesOf = (plan: Plan): Map<string, SeasonLesson> =>
  overlapping(seatsOf(plan).map(({ seat, lesson }) => ({ key: seat.key, who: seat.riderId, lesson })))

/** Lessons that overlap another one of their instructor's, by their keys, with the other one. */
export const taughtTwice = (plan: Plan): Map<string, SeasonLesson> => sharing(plan, 'instructorId')

/** Lessons that overlap another one in their arena, by their keys, with the other one. */
export const arenaTwice = (plan: Plan): Map<string, SeasonLesson> => sharing(plan, 'arena')

const sharing = ({ week }: Plan, what: 'instructorId' | 'arena') =>
  overlapping(
    week.lessons.flatMap((lesson) => {
      const who = lesson[what]
      return who && lesson.state !== 'ends' ? [{ key: lesson.key, who, lesson }] : []
    }),
  )

interface At {
  key: string
  who: string
  lesson: SeasonLesson | null
}

function overlapping(all: readonly At[]): Map<string, SeasonLesson> {
  const found = new Map<string, SeasonLesson>()
  for (const theirs of groupBy(all, ({ who }) => who).values()) {
    for (const one of theirs) {
      const other = theirs.find((two) => two !== one && meet(one.lesson, two.lesson))?.lesson
      if (other) found.set(one.key, other)
    }
  }
  return found
}

const meet = (a: SeasonLesson | null, b: SeasonLesson | null): boolean =>
  a !== null && b !== null && a.dayOfWeek === b.dayOfWeek && overlaps(a, b)

/** The key of the lesson that a seat is in now, before the season. */
export const keyNow = ({ from }: Seat): string | null => from && weeklyKey(from)
