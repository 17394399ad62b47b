import type { Slot } from '~/models/schedule/week'
import { addDays, dayOfWeek, type LocalDate } from '~/utils/dates'

const CALLED_OFF = ' (called off)'

/** A lesson as a family is told of it: `16:00 Group Lesson`, or `16:00 Group Lesson (called off)`. */
export const toldLesson = ({ time, type }: Pick<Slot, 'time' | 'type'>, isOff: boolean): string =>
  `${time} ${type}${isOff ? CALLED_OFF : ''}`

export const isToldOff = (lesson: string): boolean => lesson.endsWith(CALLED_OFF)

export const withoutToldOff = (lesson: string): string =>
  isToldOff(lesson) ? lesson.slice(0, -CALLED_OFF.length) : lesson

/** What a rider has on a day: each lesson as `toldLesson` says it. */
export interface DayOfRider {
  riderId: string
  date: LocalDate
  /** What the family knows. */
  known: readonly string[]
  present: readonly string[]
  /** The change was one of every week. */
  weekly: boolean
}

/** A line of what changed: on a day, or each week from it on. */
export interface ChangedLine extends DayOfRider {
  name: string
}

/** Days in a row of the same weekday that changed in the same way each week are one line, from the first on. */
export function withoutRepeats(lines: readonly ChangedLine[]): ChangedLine[] {
  const same = (a: ChangedLine, b: ChangedLine) =>
    a.riderId === b.riderId &&
    dayOfWeek(a.date) === dayOfWeek(b.date) &&
    a.known.join() === b.known.join() &&
    a.present.join() === b.present.join()
  const firsts: { line: ChangedLine; last: LocalDate }[] = []
  for (const line of [...lines].sort((a, b) => (a.date < b.date ? -1 : 1))) {
    const first = firsts.find(
      (one) => one.line.weekly && line.weekly && same(one.line, line) && addDays(one.last, 7) === line.date,
    )
    if (first) first.last = line.date
    else firsts.push({ line, last: line.date })
  }
  return firsts.map(({ line, last }) => ({ ...line, weekly: line.weekly && last > line.date }))
}
