import { Refused } from '~/platform/refused'
import { addMinutes, formatTimeOfDay, minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** When the school's lessons begin, how long they are, and where they may be. */
export interface LessonTimes {
  first: TimeOfDay
  last: TimeOfDay
  /** Minutes between the times that forms offer; any minute can be typed. */
  step: number
  /** The lengths in minutes, shortest first. */
  lengths: readonly number[]
  /** The names of the arenas; none if the school does not tell them apart. */
  arenas: readonly string[]
}

/** The most characters of an arena's name, as in its columns. */
export const MAX_ARENA = 40

/** The columns of the school's row. */
export interface LessonTimesRow {
  firstLesson: TimeOfDay | null
  lastLesson: TimeOfDay | null
  lessonStep: number | null
  lessonLengths: string | null
  arenas: string | null
}

/** Returns the times; the defaults until the office saves its own. */
export const lessonTimesOf = (row?: LessonTimesRow | null): LessonTimes => ({
  first: row?.firstLesson ?? '07:00',
  last: row?.lastLesson ?? '18:30',
  step: row?.lessonStep ?? 30,
  lengths: row?.lessonLengths?.split(', ').map(Number) ?? [30, 45, 60, 90],
  arenas: row?.arenas?.split(', ') ?? [],
})

/** Returns the times from the first lesson to the last. */
export function offeredTimes({ first, last, step }: LessonTimes): TimeOfDay[] {
  const count = Math.floor((minuteOfDay(last) - minuteOfDay(first)) / step) + 1
  return Array.from({ length: count }, (_, n) => addMinutes(first, n * step))
}

/** Returns an hour, or the shortest length if the school has no lessons of an hour. */
export const usualLength = ({ lengths }: LessonTimes): number => (lengths.includes(60) ? 60 : (lengths[0] ?? 60))

/** @throws Refused 400 */
export function requireTime({ first, last }: LessonTimes, time: TimeOfDay): void {
  if (time >= first && time <= last) return
  throw new Refused('invalid', `Lessons begin from ${formatTimeOfDay(first)} to ${formatTimeOfDay(last)}`, 'time')
}

/** @throws Refused 400 */
export function requireLength({ lengths }: LessonTimes, minutes: number): void {
  if (!lengths.includes(minutes)) throw new Refused('invalid', `Choose ${lengths.join(', ')} minutes`, 'duration')
}

/** @throws Refused 400 */
export function requireArena({ arenas }: LessonTimes, arena: string): void {
  if (!arenas.includes(arena)) throw new Refused('invalid', 'Choose an arena of the school', 'arena')
}
