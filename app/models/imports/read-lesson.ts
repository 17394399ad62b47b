import { addMonths, dayOfWeek, formatDay, type LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import {
  type Clock,
  type PersonName,
  readClock,
  readDayAndClock,
  readLength,
  readName,
  readWeekday,
  WEEKDAYS,
} from './cells'
import type { FieldName } from './fields'
import { type DayRule, isRefusal, onWeekday, type Refusal, readDateAndClock, readDay } from './read-day'

/** The cells of a row, by what they hold. */
export type RowTexts = Partial<Record<FieldName, string>>

/** A lesson as the file says it; the names of types and instructors are still those of the file. */
export interface RowLesson {
  weekday: number
  /** Null for every week. */
  date: LocalDate | null
  time: TimeOfDay
  /** Minutes, if the file says it. */
  duration: number | null
  type: string
  instructor: PersonName | null
}

/** Where a lesson’s time is mended. */
export const timeFieldOf = (texts: RowTexts): FieldName => (texts.time ? 'time' : texts.lesson ? 'lesson' : 'day')

/** Where the day of a lesson on one day is mended: it may be in the cell of its time. */
export function dayFieldOf({ lessonDate, day, time }: RowTexts): FieldName {
  if (lessonDate) return 'lessonDate'
  if (time && !readClock(time)) return 'time'
  return day ? 'day' : 'lesson'
}

type Wrong = (field: FieldName, message: string) => null
type DayAndClock = Clock & Pick<RowLesson, 'weekday' | 'date'>

/** So many months ahead the date of a lesson may be: one that is later is a typo more likely than a lesson. */
const AHEAD = 24

/** Returns the lesson that a row says; null if it says none, or after `wrong` has named what cannot be read. */
export function readLesson(texts: RowTexts, today: LocalDate, wrong: Wrong): RowLesson | null {
  const latest = addMonths(today, AHEAD)
  const rule: DayRule = { today, latest, withoutYear: 'nearest' }
  const length = texts.length ?? ''
  const duration = length ? readLength(length) : null
  if (length && duration === null) wrong('length', `“${length}” is no length of a lesson`)
  const found = readDayAndTime(texts, rule, wrong)
  if (!found) return null
  const { duration: until, ...rest } = found
  if (rest.date !== null && rest.date > latest) return wrong(dayFieldOf(texts), 'This day is more than two years ahead')
  const instructor = readName(texts.instructor ?? '')
  return { ...rest, duration: duration ?? until, type: texts.type ?? '', instructor }
}

/** Every week or on one day: from the columns of its day, date, and time, or from one cell with all of it. */
function readDayAndTime(texts: RowTexts, rule: DayRule, wrong: Wrong): DayAndClock | null {
  const { day = '', time = '', lesson = '', lessonDate = '' } = texts
  const wrongDay = (message: string) => wrong(dayFieldOf(texts), message)
  if (!day && !time && !lessonDate) {
    if (!lesson) return null
    const whole = readWhole(lesson, rule) ?? { message: `“${lesson}” is no day and time, such as Tuesday 4:15 PM` }
    return isRefusal(whole) ? wrong('lesson', whole.message) : whole
  }
  const whole = time ? null : readWhole(lessonDate || day, rule)
  if (whole) return isRefusal(whole) ? wrongDay(whole.message) : whole
  // The start of an appointment is often a date and a time in one.
  const start = readDateAndClock(time, rule)
  if (isRefusal(start)) return wrong('time', start.message)
  const clock = readClock(time) ?? start
  if (time && !clock) wrong('time', `“${time}” is no time, such as 4:15 PM`)
  if (!time) wrong('time', `The lesson has a ${lessonDate ? 'date' : 'day'} and no time`)
  const date = lessonDate || start?.date
  const on = date ? dayOfDate({ date, day }, rule, wrongDay) : dayOf(day, rule, wrong)
  return clock && on && { ...on, time: clock.time, duration: clock.duration }
}

const onDate = <One extends { date: LocalDate }>(one: One) => ({ ...one, weekday: dayOfWeek(one.date) })

function readWhole(text: string, rule: DayRule): DayAndClock | Refusal | null {
  const weekly = readDayAndClock(text)
  if (weekly) return { ...weekly, date: null }
  const once = readDateAndClock(text, rule)
  return once === null || isRefusal(once) ? once : onDate(once)
}

function dayOf(day: string, rule: DayRule, wrong: Wrong) {
  if (!day) return wrong('day', 'The lesson has a time and no day')
  const weekday = readWeekday(day)
  if (weekday !== null) return { weekday, date: null }
  const date = readDay(day, rule) ?? { message: `“${day}” is no day of the week, and no date` }
  return isRefusal(date) ? wrong('day', date.message) : onDate({ date })
}

/** A weekday beside it has to be the date's. */
function dayOfDate(said: { date: string; day: string }, rule: DayRule, wrong: (message: string) => null) {
  const date = readDay(said.date, rule) ?? { message: `“${said.date}” is no date` }
  if (isRefusal(date)) return wrong(date.message)
  const beside = said.day ? besideDate(said.day, date, rule) : date
  return isRefusal(beside) ? wrong(beside.message) : onDate({ date })
}

function besideDate(day: string, date: LocalDate, rule: DayRule): LocalDate | Refusal {
  const weekday = readWeekday(day)
  if (weekday !== null) return onWeekday(date, weekday)
  return readDay(day, rule) === date ? date : { message: `${formatDay(date)} is a ${WEEKDAYS[dayOfWeek(date)]}` }
}
