import { isToldOff, withoutToldOff } from '~/models/notices/told-rides'
import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

const AFTER_ALL = 'Coming after all? You can say so at your rides until the lesson begins.'

interface RideChanged extends Letter {
  /** Lessons as `toldLesson` says them. */
  changes: { name: string; date: LocalDate; weekly: boolean; known: readonly string[]; present: readonly string[] }[]
  ridesUrl: string
}

const lesson = (text: string) => `${formatTimeOfDay(text.slice(0, 5))}${text.slice(5)}`

function changeOf(known: readonly string[], present: readonly string[]): string {
  const gone = known.filter((one) => !present.includes(one))
  const come = present.filter((one) => !known.includes(one))
  const isSame = (a: string) => (b: string) => withoutToldOff(a) === withoutToldOff(b)
  const marked = come.filter((one) => gone.some(isSame(one)))
  const [came, went] = [come, gone].map((all) => all.filter((one) => !marked.some(isSame(one)))) as [string[], string[]]
  const moved = came.length === 1 && went.length === 1
  return [
    ...marked.map((one) => (isToldOff(one) ? sayOn(one) : `${lesson(one)} is on again`)),
    ...(moved
      ? [`${lesson(came[0] ?? '')} instead of ${lesson(went[0] ?? '')}`]
      : [...came.map(sayOn), ...went.map((one) => `${lesson(one)} is off`)]),
  ].join(', ')
}

const sayOn = (one: string) => `${lesson(withoutToldOff(one))} is ${isToldOff(one) ? 'called off' : 'on'}`

/** The office moved rides, took them off or put them back, or changed what was called off. */
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
      ...(changes.some(({ present }) => present.some(isToldOff)) ? [paragraph(AFTER_ALL)] : []),
      button('See your rides', ridesUrl),
    ],
  })
  return { ...email, short: lines.map(({ label, value }) => `${label}: ${value}`).join('. ') }
}
