import { t } from '#text'
import { formatMonth, type LocalDate } from '~/utils/dates'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from '../layout'

interface CardExpiring extends Letter {
  /** `Visa •••• 4242` */
  card: string
  /** Its last day. */
  until: LocalDate
  subscriptionUrl: string
}

/** Goes out a month before the card that pays a subscription expires. */
export function cardExpiringEmail({ card, until, subscriptionUrl, ...letter }: CardExpiring): EmailContent {
  return compose(letter, () => ({
    subject: t('Your card expires soon: {card}', { card }),
    heading: t('Your card expires soon'),
    blocks: [
      paragraph(
        t('This card pays for your subscription. To keep your lessons going, please add a new card before it expires.'),
      ),
      rows({ label: t('Card'), value: card }, { label: t('Good through'), value: formatMonth(until) }),
      paragraph(t('If your bank sends you a new card with the same number, it may update automatically.')),
      button(t('See your subscription'), subscriptionUrl),
    ],
  }))
}
