import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { isSameLesson } from '~/models/vocabulary/slot'
import { formatTimeOfDay } from '~/utils/time-of-day'
import type { RosterLesson } from './roster'

/** Other lessons of a day at the same time: `6:30 PM Private Lesson, 7:00 PM Hack`. */
export interface Clashes {
  /** Those that the lesson's instructor teaches. */
  twice?: string
  /** Those in the lesson's arena. */
  shared?: string
}

/** Returns the lessons of the day that have the same instructor or arena at that time. */
export function clashesAt(lesson: RosterLesson, ofDay: readonly RosterLesson[]): Clashes {
  const others = ofDay.filter((other) => !isSameLesson(other, lesson) && overlaps(other, lesson))
  const { instructor, arena } = lesson
  const taught = others.filter((other) => instructor !== null && other.instructor?.id === instructor.id)
  const inside = others.filter((other) => arena !== null && other.arena?.toLowerCase() === arena.toLowerCase())
  return {
    ...(taught.length > 0 && { twice: namesOf(taught) }),
    ...(inside.length > 0 && { shared: namesOf(inside) }),
  }
}

const namesOf = (lessons: readonly RosterLesson[]) =>
  lessons.map(({ time, type }) => `${formatTimeOfDay(time)} ${type}`).join(', ')

/** Returns the note beside the instructor's name. */
export const formatAlsoTeaches = (twice: string): string => `also teaches ${twice}`

/** Returns `Indoor also has 6:30 PM Private Lesson`. */
export const formatShared = (arena: string, shared: string): string => `${arena} also has ${shared}`
