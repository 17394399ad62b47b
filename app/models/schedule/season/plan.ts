import { type LessonPlaces, placesOf } from '~/models/schedule/vocabulary/free'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import type { Level } from '~/models/vocabulary/level'
import { type LocalDate, weekdayName } from '~/utils/dates'
import { groupBy } from '~/utils/group-by'
import type { TimeOfDay } from '~/utils/time-of-day'
import { type SeasonLesson, type SeasonWeek, type Seat, sayTime, type WeeklyLesson, weeklyKey } from './season'
import { type Solution, solveSeason } from './solve'

export interface Season {
  id: number
  name: string
  startsOn: LocalDate
  /** The last day for families to say which times they can; null until they are asked. */
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
  /** The times that families can, by `wishKey`. */
  wishes: Map<string, string[]>
  /** Names by ID. */
  instructors: Map<string, string>
  /** The spots of each ride type; null is no limit. */
  capacities: Map<string, number | null>
  /** What stands for its week: a plan that was shown with another one is older than what happened. */
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

/** The ride type of a seat, wherever the season puts it. */
export const typeOf = ({ from, change }: Seat): string => (from ?? change?.to)?.type ?? ''

/** The times that the family can for a seat, the best first, such as `2 16:30`. */
export const timesOf = ({ wishes }: Pick<Plan, 'wishes'>, seat: Seat): readonly string[] =>
  wishes.get(wishKey(seat.riderId, typeOf(seat))) ?? []

export const timeKey = ({ dayOfWeek, time }: Omit<WeeklyLesson, 'type'>): string => `${dayOfWeek} ${time}`

const readTime = (key: string) => ({ dayOfWeek: Number(key[0]), time: key.slice(2) as TimeOfDay })

/** A time to choose, such as `2 16:30`, and its label. */
export interface OfferedTime {
  value: string
  label: string
}

/** The times of lessons for a select, by weekday. */
export const offeredTimes = (lessons: readonly SeasonLesson[]): { label: string; options: OfferedTime[] }[] =>
  [...groupBy(lessons, ({ dayOfWeek }) => dayOfWeek)].map(([weekday, ofDay]) => ({
    label: weekdayName(weekday),
    options: ofDay.map((lesson) => ({ value: timeKey(lesson), label: sayTime(lesson) })),
  }))

/** The lessons of a type that the season has. */
export const lessonsOfType = ({ week }: Pick<Plan, 'week'>, type: string): SeasonLesson[] =>
  week.lessons.filter((lesson) => lesson.type === type && lesson.state !== 'ends')

/** The best lessons for a plan's rides by the times that families named. Who named none stays, and so does whom the office placed. `closed` lessons take nobody. */
export function solvePlan(plan: Plan, closed: ReadonlySet<string> = new Set()): Solution {
  const isOpen = ({ key, state }: SeasonLesson) => state !== 'ends' && !closed.has(key)
  const seats = seatsOf(plan).map(({ seat, lesson }) => {
    const there = lesson && isOpen(lesson) ? lesson.key : null
    const times = timesOf(plan, seat)
    return {
      ...{ key: seat.key, riderId: seat.riderId, type: typeOf(seat), lesson: there },
      level: plan.riders.get(seat.riderId)?.level ?? null,
      choices: times.map(readTime),
      fixed: isFixed(seat, there, times),
    }
  })
  const lessons = plan.week.lessons.filter(isOpen).map((lesson) => {
    const { capacity, level } = spotsOf(plan, lesson)
    const { key, dayOfWeek, time, type, duration } = lesson
    return { key, dayOfWeek, time, type, duration, capacity: capacity ?? 0, level }
  })
  return solveSeason(seats, lessons)
}

/** The office placed it by hand, also in no lesson, or it rides and nobody asked for another time. */
const isFixed = ({ change }: Seat, lesson: string | null, times: readonly string[]): boolean =>
  change?.byHand ? lesson !== null || change.to === null : lesson !== null && times.length === 0

/** Rides that overlap another one of their rider's, by their keys, with the other one's lesson. */
export const clashesOf = (plan: Plan): Map<string, SeasonLesson> =>
  overlapping(seatsOf(plan).map(({ seat, lesson }) => ({ key: seat.key, who: seat.riderId, lesson })))

/** Lessons that overlap another one of their instructor's, by their keys, with the other one. */
export const taughtTwice = ({ week }: Plan): Map<string, SeasonLesson> =>
  overlapping(
    week.lessons.flatMap((lesson) =>
      lesson.instructorId && lesson.state !== 'ends' ? [{ key: lesson.key, who: lesson.instructorId, lesson }] : [],
    ),
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
