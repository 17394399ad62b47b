import { t } from '#text'
import { formatDay, type LocalDate } from '~/utils/dates'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

/** `ended`: at once, with nothing of it paid. `ends`: after its last day. `continues`: the cancellation was revoked. */
export type BecameOf = 'ended' | 'ends' | 'continues'

interface SubscriptionByOffice extends Letter {
  /** Null without a package. */
  description: string | null
  /** The rider's name; null for an account that rides itself. */
  rider: string | null
  became: BecameOf
  /** The last day, or the day of the next charge. */
  day: LocalDate
  subscriptionUrl: string
}

/** Says that the office has canceled a family's subscription, or keeps it. */
export function subscriptionByOfficeEmail(change: SubscriptionByOffice): EmailContent {
  const { description, rider, became, day, subscriptionUrl } = change
  return compose(change, () => {
    const on = formatDay(day)
    const said = {
      ended: {
        subject: t('Your subscription was canceled'),
        text: t('Our office canceled your subscription. It has ended, and you won’t be charged.'),
      },
      ends: {
        subject: t('Your subscription ends on {day}', { day: on }),
        text: t(
          'Our office canceled your subscription. You can use your lessons until {day}, and you won’t be charged again.',
          { day: on },
        ),
      },
      continues: {
        subject: t('Your subscription continues'),
        text: t('Our office took the cancellation back. Your subscription renews on {day}.', { day: on }),
      },
    }[became]
    return {
      subject: said.subject,
      heading: said.subject,
      blocks: [
        paragraph(said.text),
        rows(
          { label: t('Subscription'), value: description ?? t('Add-ons Only') },
          { label: t('Rider'), value: rider },
        ),
        paragraph(t('If you didn’t ask for this, please call us.')),
        button(t('See your subscription'), subscriptionUrl),
      ],
    }
  })
}
