import { t } from '#text'
import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

interface MakeupExpiring extends Letter {
  until: LocalDate
  makeups: { name: string; type: string }[]
  portalUrl: string
}

/** Goes out a week before the last day of a family's makeups. */
export function makeupExpiringEmail({ until, makeups, portalUrl, ...letter }: MakeupExpiring): EmailContent {
  return compose(letter, () => {
    const words = { count: makeups.length, day: `${formatWeekday(until)}, ${formatDay(until)}` }
    return {
      subject: t('{count, plural, one {Your makeup lesson is} other {# makeup lessons are}} good until {day}', words),
      heading: t('You have {count, plural, one {a makeup lesson} other {makeup lessons}} to use', words),
      blocks: [
        rows(...makeups.map(({ name, type }) => ({ label: name, value: type }))),
        paragraph(t('Use {count, plural, one {it} other {them}} by {day}.', words)),
        button(t('Go to Customer Portal'), portalUrl),
      ],
    }
  })
}
