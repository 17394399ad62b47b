import { formatDay, type LocalDate } from '~/utils/dates'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

/** `ended`: at once, with nothing of it paid. `ends`: after its last day. `continues`: the cancellation was revoked. */
export type BecameOf = 'ended' | 'ends' | 'continues'

interface SubscriptionByOffice extends Letter {
  description: string
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
  const on = formatDay(day)
  const said = {
    ended: {
      subject: 'Your subscription was canceled',
      text: 'Our office canceled your subscription. It has ended, and you won’t be charged.',
    },
    ends: {
      subject: `Your subscription ends on ${on}`,
      text: `Our office canceled your subscription. You can use your lessons until ${on}, and you won’t be charged again.`,
    },
    continues: {
      subject: 'Your subscription continues',
      text: `Our office took the cancellation back. Your subscription renews on ${on}.`,
    },
  }[became]
  return compose(change, {
    subject: said.subject,
    heading: said.subject,
    blocks: [
      paragraph(said.text),
      rows({ label: 'Subscription', value: description }, { label: 'Rider', value: rider }),
      paragraph('If you didn’t ask for this, please call us.'),
      button('See your subscription', subscriptionUrl),
    ],
  })
}
