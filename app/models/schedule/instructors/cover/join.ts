import { freePlaces } from '~/models/schedule/vocabulary/free'
import { type BaseTypes, isLike } from '~/models/schedule/week/base-type'
import type { RosterLesson } from '~/models/schedule/week/roster'
import { isAway } from '~/models/vocabulary/away'
import { type Level, levelFits } from '~/models/vocabulary/level'
import { isSameLesson } from '~/models/vocabulary/slot'

/** A lesson that the riders of another can join. */
export interface LessonToJoin {
  type: string
  /** The free spots; null without a limit. */
  free: number | null
}

interface Day {
  lessons: readonly RosterLesson[]
  bases: BaseTypes
  levelOf: (riderId: string) => Level | null
  /** Whether an instructor is there for a lesson. */
  isTaught: (lesson: RosterLesson) => boolean
}

/**
 * Returns the lessons that all riders who come to a lesson can join: at the same time, as long, of the same kind, taught by someone, with free spots
 * for all of them, and of their level. Two lessons for one level have the same riders in mind, whatever each rider's level is.
 */
export function lessonsToJoin(lesson: RosterLesson, { lessons, bases, levelOf, isTaught }: Day): LessonToJoin[] {
  const coming = lesson.riders.filter((rider) => !isAway(rider))
  if (coming.length === 0) return []
  const fits = ({ level, riders }: RosterLesson) =>
    (level === lesson.level || coming.every(({ riderId }) => levelFits(level, levelOf(riderId)) === 'fits')) &&
    !coming.some(({ riderId }) => riders.some((other) => other.riderId === riderId))
  return lessons
    .filter(
      (other) =>
        !isSameLesson(other, lesson) &&
        other.time === lesson.time &&
        other.duration === lesson.duration &&
        isLike(bases, other.type, lesson.type) &&
        isTaught(other) &&
        (freePlaces(other) ?? coming.length) >= coming.length &&
        fits(other),
    )
    .map((other) => ({ type: other.type, free: freePlaces(other) }))
}
