import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

interface MakeupExpiring extends Letter {
  until: LocalDate
  makeups: { name: string; type: string }[]
  portalUrl: string
}

/** Goes out a week before the last day of a family's makeups. */
export function makeupExpiringEmail({ until, makeups, portalUrl, ...letter }: MakeupExpiring): EmailContent {
  const day = `${formatWeekday(until)}, ${formatDay(until)}`
  const one = makeups.length === 1
  return compose(letter, {
    subject: one ? `Your makeup lesson is good until ${day}` : `${makeups.length} makeup lessons are good until ${day}`,
    heading: one ? 'You have a makeup lesson to use' : 'You have makeup lessons to use',
    blocks: [
      rows(...makeups.map(({ name, type }) => ({ label: name, value: type }))),
      paragraph(`Use ${one ? 'it' : 'them'} by ${day}.`),
      button('Go to Customer Portal', portalUrl),
    ],
  })
}
