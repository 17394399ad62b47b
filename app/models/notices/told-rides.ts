import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
import { addDays, dayOfWeek, type LocalDate } from '~/utils/dates'

/** A lesson of a day, as a family was notified of it. */
export interface ToldLesson extends Pick<Slot, 'time' | 'type'> {
  /** The length; null in notices from before lengths were included. */
  minutes: number | null
  isOff: boolean
}

/** Returns `16:00 Group Lesson, 60 minutes`, or `16:00 Group Lesson, 60 minutes (called off)`. */
export const toldLesson = ({ time, type, duration }: Slot & { duration: number }, isOff: boolean): string =>
  `${time} ${type}, ${duration} minutes${isOff ? ' (called off)' : ''}`

const TOLD = /^(\S+) (.*?)(?:, (\d+) minutes)?( \(called off\))?$/

/** Parses the text of `toldLesson`. */
export function readToldLesson(text: string): ToldLesson {
  const [, time = '', type = '', minutes, off] = TOLD.exec(text) ?? []
  return { time, type, minutes: minutes ? Number(minutes) : null, isOff: off !== undefined }
}

export const isOtherLength = (a: ToldLesson, b: ToldLesson): boolean =>
  a.minutes !== null && b.minutes !== null && a.minutes !== b.minutes

/** Whether what a family knows about these lessons is true. */
export function isAsTold(known: readonly string[], present: readonly string[]): boolean {
  if ([...known, ...present].some(readToldAway)) return known.join() === present.join()
  const [was, is] = [known.map(readToldLesson), present.map(readToldLesson)]
  const isSame = (a: ToldLesson, b: ToldLesson | undefined) =>
    b !== undefined && isSameLesson(a, b) && a.isOff === b.isOff && !isOtherLength(a, b)
  return was.length === is.length && was.every((one, i) => isSame(one, is[i]))
}

/** Returns the entry for an instructor that a rider of a lesson has called off. No lesson begins with a time and a tab. */
export const toldAway = ({ time, riderId }: { time: string; riderId: string }): string => `${time}\t${riderId}`

/** Parses the text of `toldAway`; undefined if it is a lesson. */
export function readToldAway(text: string): { time: string; riderId: string } | null {
  const [time = '', riderId] = text.split('\t')
  return riderId ? { time, riderId } : null
}

/** A rider's lessons on a day, each as a text of `toldLesson`; or what an instructor teaches, and who has called off. */
export interface DayOfRider {
  riderId: string
  date: LocalDate
  /** What the family knows. */
  known: readonly string[]
  present: readonly string[]
  /** Whether the change was a weekly one. */
  weekly: boolean
}

/** A line of what changed: on a day, or each week from it on. */
export interface ChangedLine extends DayOfRider {
  name: string
}

/** Returns what is sent about a day: lengths only where they change, so that a day with its own length is part of a series. */
const formatChange = ({ known, present }: DayOfRider): string => {
  if ([...known, ...present].some(readToldAway)) return JSON.stringify([known, present])
  const [was, is] = [known.map(readToldLesson), present.map(readToldLesson)]
  const isLength = was.some((one, i) => is[i] && isOtherLength(one, is[i]))
  return JSON.stringify([was, is].map((all) => all.map((one) => (isLength ? one : { ...one, minutes: null }))))
}

/** Merges consecutive days of the same weekday that changed in the same way each week into one line, from the first on. */
export function withoutRepeats(lines: readonly ChangedLine[]): ChangedLine[] {
  const same = (a: ChangedLine, b: ChangedLine) =>
    a.riderId === b.riderId && dayOfWeek(a.date) === dayOfWeek(b.date) && formatChange(a) === formatChange(b)
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
