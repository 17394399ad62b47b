import { formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import { button, compose, type EmailContent, type Letter, rows } from '../layout'

interface RideChanged extends Letter {
  /** Lessons as `16:00 Group Lesson`. */
  changes: { name: string; date: LocalDate; weekly: boolean; known: readonly string[]; present: readonly string[] }[]
  ridesUrl: string
}

const lesson = (text: string) => `${formatTimeOfDay(text.slice(0, 5))}${text.slice(5)}`

function changeOf(known: readonly string[], present: readonly string[]): string {
  const gone = known.filter((one) => !present.includes(one)).map(lesson)
  const come = present.filter((one) => !known.includes(one)).map(lesson)
  if (gone.length === 1 && come.length === 1) return `${come[0]} instead of ${gone[0]}`
  return [...come.map((one) => `${one} is on`), ...gone.map((one) => `${one} is off`)].join(', ')
}

/** The office moved rides, took them off or put them back. */
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
    blocks: [rows(...lines), button('See your rides', ridesUrl)],
  })
  return { ...email, short: lines.map(({ label, value }) => `${label}: ${value}`).join('. ') }
}
