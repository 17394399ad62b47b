import { t } from '#text'
import { isOtherLength, readToldLesson, type ToldLesson } from '~/models/notices/told-rides'
import { isSameLesson } from '~/models/vocabulary/slot'
import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

interface RideChanged extends Letter {
  /** Lessons as `toldLesson` writes them. */
  changes: { name: string; date: LocalDate; weekly: boolean; known: readonly string[]; present: readonly string[] }[]
  ridesUrl: string
}

const lesson = ({ time, type, isOff }: ToldLesson) => {
  const named = `${formatTimeOfDay(time)} ${type}`
  return isOff ? t('{lesson} (canceled)', { lesson: named }) : named
}

const formatOn = (one: ToldLesson) =>
  t(one.isOff ? '{lesson} is canceled' : '{lesson} is on', { lesson: lesson({ ...one, isOff: false }) })

const formatLength = (was: ToldLesson, is: ToldLesson) =>
  t('{is} minutes instead of {was}', { is: is.minutes ?? 0, was: was.minutes ?? 0 })

/** For a lesson that stays: says whether it is now called off or on again, and whether its length changed. */
function markOf(was: ToldLesson, is: ToldLesson): string[] {
  const mark =
    was.isOff === is.isOff ? [] : [is.isOff ? formatOn(is) : t('{lesson} is on again', { lesson: lesson(is) })]
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
    return [...marks, ...came.map(formatOn), ...went.map((one) => t('{lesson} is off', { lesson: lesson(one) }))].join(
      ', ',
    )
  }
  const length = isOtherLength(gone, come) ? [formatLength(gone, come)] : []
  return [...marks, t('{come} instead of {gone}', { come: lesson(come), gone: lesson(gone) }), ...length].join(', ')
}

/** Says that the office moved, removed or restored rides, or changed which are called off. */
export function rideChangedEmail({ changes, ridesUrl, ...letter }: RideChanged): EmailContent & { short: string } {
  const dayOf = ({ date, weekly }: RideChanged['changes'][number]) =>
    weekly
      ? t('{weekday}s from {day}', { weekday: formatWeekday(date), day: formatDayShort(date) })
      : `${formatWeekday(date)}, ${formatDayShort(date)}`
  const [first] = changes
  const lines = changes.map((change) => ({
    label: `${change.name}, ${dayOf(change)}`,
    value: changeOf(change.known, change.present),
  }))
  const email = compose(letter, () => ({
    subject:
      changes.length === 1 && first
        ? t('Your rides changed: {rider}, {day}', { rider: first.name, day: dayOf(first) })
        : t('Your rides changed'),
    heading: t('Your rides changed'),
    blocks: [
      rows(...lines),
      ...(changes.some(({ present }) => present.some((one) => readToldLesson(one).isOff))
        ? [paragraph(t('Can make it after all? Tell us on your rides page until the lesson begins.'))]
        : []),
      button(t('See your rides'), ridesUrl),
    ],
  }))
  return { ...email, short: lines.map(({ label, value }) => `${label}: ${value}`).join('. ') }
}
