import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { formatTimeOfDay } from '~/utils/time-of-day'
import type { RosterLesson } from './roster'

/** Returns the day's other lesson that the instructor teaches at that time: `6:30 PM Private Lesson`. */
export function teachesTwice(lesson: RosterLesson, ofDay: readonly RosterLesson[]): { twice?: string } {
  const { instructor } = lesson
  if (!instructor) return {}
  const others = ofDay.filter(
    (other) => other.instructor?.id === instructor.id && isOther(other, lesson) && overlaps(other, lesson),
  )
  return others.length > 0
    ? { twice: others.map(({ time, type }) => `${formatTimeOfDay(time)} ${type}`).join(', ') }
    : {}
}

const isOther = (a: RosterLesson, b: RosterLesson) => a.time !== b.time || a.type !== b.type

/** Returns the note beside the instructor's name. */
export const formatAlsoTeaches = (twice: string): string => `also teaches ${twice}`
