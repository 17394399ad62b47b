import { isOtherLength, readToldLesson, type ToldLesson } from '~/models/notices/told-rides'
import { isSameLesson } from '~/models/vocabulary/slot'
import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

const AFTER_ALL = 'Can make it after all? Tell us on your rides page until the lesson begins.'

interface RideChanged extends Letter {
  /** Lessons as `toldLesson` writes them. */
  changes: { name: string; date: LocalDate; weekly: boolean; known: readonly string[]; present: readonly string[] }[]
  ridesUrl: string
}

const lesson = ({ time, type, isOff }: ToldLesson) => `${formatTimeOfDay(time)} ${type}${isOff ? ' (canceled)' : ''}`

const formatOn = (one: ToldLesson) => `${lesson({ ...one, isOff: false })} is ${one.isOff ? 'canceled' : 'on'}`

const formatLength = (was: ToldLesson, is: ToldLesson) => `${is.minutes} minutes instead of ${was.minutes}`

/** For a lesson that stays: says whether it is now called off or on again, and whether its length changed. */
function markOf(was: ToldLesson, is: ToldLesson): string[] {
  const mark = was.isOff === is.isOff ? [] : [is.isOff ? formatOn(is) : `${lesson(is)} is on again`]
  return isOtherLength(was, is) ? [...mark, `${lesson(is)}: ${formatLength(was, is)}`] : mark
}

/** Returns what changed about the lessons of a day, or nothing if they are the same. */
export function changeOf(known: readonly string[], present: readonly string[]): string {
  const [was, is] = [known.map(readToldLesson), present.map(readToldLesson)]
  const before = (one: ToldLesson) => was.find((other) => isSameLesson(one, other))
  const marks = is.flatMap((one) => markOf(before(one) ?? one, one))
  const came = is.filter((one) => !before(one))
  const went = was.filter((one) => !is.some((other) => isSameLesson(one, other)))
  const [come, gone] = [came[0], went[0]]
  if (!come || !gone || came.length + went.length > 2) {
    return [...marks, ...came.map(formatOn), ...went.map((one) => `${lesson(one)} is off`)].join(', ')
  }
  const length = isOtherLength(gone, come) ? [formatLength(gone, come)] : []
  return [...marks, `${lesson(come)} instead of ${lesson(gone)}`, ...length].join(', ')
}

/** Says that the office moved, removed or restored rides, or changed which are called off. */
export function rideChangedEmail({ changes, ridesUrl, ...letter }: RideChanged): EmailContent & { short: string } {
  const dayOf = ({ date, weekly }: RideChanged['changes'][number]) =>
    weekly ? `${formatWeekday(date)}s from ${formatDayShort(date)}` : `${formatWeekday(date)}, ${formatDayShort(date)}`
  const [first] = changes
  const one = changes.length === 1 && first ? `: ${first.name}, ${dayOf(first)}` : ''
  const lines = changes.map((change) => ({
    label: `${change.name}, ${dayOf(change)}`,
    value: changeOf(change.known, change.present),
  }))
  const email = compose(letter, {
    subject: `Your rides changed${one}`,
    heading: 'Your rides changed',
    blocks: [
      rows(...lines),
      ...(changes.some(({ present }) => present.some((one) => readToldLesson(one).isOff))
        ? [paragraph(AFTER_ALL)]
        : []),
      button('See your rides', ridesUrl),
    ],
  })
  return { ...email, short: lines.map(({ label, value }) => `${label}: ${value}`).join('. ') }
}
