import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { button, compose, type EmailContent, type Letter, paragraph, riderRow, rows } from '../layout'

interface SeasonAsked extends Letter {
  season: string
  startsOn: LocalDate
  /** The last day to answer. */
  through: LocalDate
  /** Those of the family whose times are still open. */
  riders: readonly string[]
  seasonUrl: string
}

const dayName = (date: LocalDate) => `${formatWeekday(date)}, ${formatDay(date)}`

/** Asks a family which weekly times work in the next season. */
export function seasonAskedEmail({
  season,
  startsOn,
  through,
  riders,
  seasonUrl,
  ...letter
}: SeasonAsked): EmailContent {
  return compose(letter, {
    subject: `Which times work for you? ${season}`,
    heading: 'Which times work for you?',
    blocks: [
      paragraph('We’re planning the next schedule, and we’d like it to work for your family.'),
      rows({ label: 'Season', value: season }, { label: 'Begins', value: dayName(startsOn) }, riderRow(riders), {
        label: 'Answer by',
        value: dayName(through),
        strong: true,
      }),
      paragraph('Choose the times that work, the best first. It takes a minute.'),
      button('Choose Times', seasonUrl),
      paragraph('If you don’t answer, you keep your spot, as long as your lesson stays on the schedule.'),
    ],
  })
}
