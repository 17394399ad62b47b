import { overlaps } from '~/models/schedule/vocabulary/overlap'
import type { Level } from '~/models/vocabulary/level'
import type { TimeOfDay } from '~/utils/time-of-day'

/** A time of each week. */
export interface WeeklyTime {
  /** 0 is Sunday. */
  dayOfWeek: number
  time: TimeOfDay
}

export interface LessonToFill extends WeeklyTime {
  key: string
  type: string
  /** Minutes. */
  duration: number
  /** 0 is no limit. */
  capacity: number
  /** Null for any level. */
  level: Level | null
}

/** One weekly ride that a rider wants. */
export interface RideToPlace {
  key: string
  riderId: string
  /** The ride type that is wanted. */
  type: string
  /** The rider's. */
  level: Level | null
  /** The key of the lesson where the rider rides in the plan now, null without one. One that is not listed counts as none. */
  lesson: string | null
  /** The times that work for the family, best first. Empty with `fixed`. */
  choices: readonly WeeklyTime[]
  /** Keys of lessons that it may not have, because no horse is left for it. */
  barred?: ReadonlySet<string>
  /** Stays where it is: nobody asked for another time, or the office placed it by hand. */
  fixed: boolean
}

/** Returns `2 16:30`. */
export const timeKey = ({ dayOfWeek, time }: WeeklyTime): string => `${dayOfWeek} ${time}`

/** Whether two weekly times are the same. */
export const isAt = (a: WeeklyTime, b: WeeklyTime) => a.dayOfWeek === b.dayOfWeek && a.time === b.time

/** Whether two lessons overlap, so that a rider can have only one of them. */
export const areTogether = (a: LessonToFill, b: LessonToFill) => a.dayOfWeek === b.dayOfWeek && overlaps(a, b)

/** Whether no horse is left for a ride in a lesson. */
export const isBarred = ({ barred }: RideToPlace, { key }: LessonToFill) => barred?.has(key) === true
