import { formatDay, type LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface SubscriptionFeeAdded extends Letter {
  description: string
  fee: Cents
  total: Cents
  from: LocalDate
  subscriptionUrl: string
}

/** Says that the card that pays a subscription now has a fee that none of our forms showed. */
export function subscriptionFeeAddedEmail(change: SubscriptionFeeAdded): EmailContent {
  const { description, fee, total, from, subscriptionUrl } = change
  return compose(change, {
    subject: `Your subscription is ${formatCents(total)} a month from ${formatDay(from)}`,
    heading: 'The price of your subscription has changed',
    blocks: [
      paragraph(
        "Your subscription is now paid by card, and card payments include a convenience fee. You weren't charged today.",
      ),
      rows(
        { label: 'Subscription', value: description },
        { label: 'Convenience fee', value: formatCents(fee) },
        { label: 'Per month', value: formatCents(total), strong: true },
        { label: 'From', value: formatDay(from) },
      ),
      paragraph('You can choose another way to pay, change your subscription, or cancel it before then.'),
      button('See your subscription', subscriptionUrl),
    ],
  })
}
