import { t } from '#text'
import { formatDay, type LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

interface SubscriptionFeeAdded extends Letter {
  /** Null without a package. */
  description: string | null
  fee: Cents
  total: Cents
  from: LocalDate
  subscriptionUrl: string
}

/** Says that the card that pays a subscription now has a fee that none of our forms showed. */
export function subscriptionFeeAddedEmail(change: SubscriptionFeeAdded): EmailContent {
  const { description, fee, total, from, subscriptionUrl } = change
  return compose(change, () => ({
    subject: t('Your subscription is {amount} a month from {day}', {
      amount: formatCents(total),
      day: formatDay(from),
    }),
    heading: t('The price of your subscription has changed'),
    blocks: [
      paragraph(
        t(
          "Your subscription is now paid by card, and card payments include a convenience fee. You weren't charged today.",
        ),
      ),
      rows(
        { label: t('Subscription'), value: description ?? t('Add-ons Only') },
        { label: t('Convenience fee'), value: formatCents(fee) },
        { label: t('Per month'), value: formatCents(total), strong: true },
        { label: t('From'), value: formatDay(from) },
      ),
      paragraph(t('You can choose another way to pay, change your subscription, or cancel it before then.')),
      button(t('See your subscription'), subscriptionUrl),
    ],
  }))
}
