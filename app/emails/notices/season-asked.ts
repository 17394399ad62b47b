import { t } from '#text'
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
  return compose(letter, () => ({
    subject: t('Which times work for you? {season}', { season }),
    heading: t('Which times work for you?'),
    blocks: [
      paragraph(t('We’re planning the next schedule, and we’d like it to work for your family.')),
      rows({ label: t('Season'), value: season }, { label: t('Begins'), value: dayName(startsOn) }, riderRow(riders), {
        label: t('Answer by'),
        value: dayName(through),
        strong: true,
      }),
      paragraph(t('Choose the times that work, the best first. It takes a minute.')),
      button(t('Choose Times'), seasonUrl),
      paragraph(t('If you don’t answer, you keep your spot, as long as your lesson stays on the schedule.')),
    ],
  }))
}
