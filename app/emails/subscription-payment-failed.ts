import { formatDay, type LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

export interface SubscriptionPaymentFailed extends Letter {
  /** What the subscription is for, in words. */
  description: string
  amount: Cents
  paidWith: string | null
  /** The provider's words, where it gave any. */
  reason: string | null
  /** When it is tried again by itself; null where it is not. */
  nextTry: LocalDate | null
  /** Where the family pays the open invoice or changes its payment method. */
  fixUrl: string
}

/** A month's payment failed. The month is granted once it is paid (payments, rule 6). */
export function subscriptionPaymentFailedEmail(payment: SubscriptionPaymentFailed): EmailContent {
  const { amount, nextTry } = payment
  return compose(payment, {
    subject: `Please check your payment: ${formatCents(amount)} could not be collected`,
    heading: 'Your subscription payment did not go through',
    blocks: [
      paragraph('We could not collect this month’s payment. This month’s lessons are there as soon as it is paid.'),
      rows(
        { label: 'Subscription', value: payment.description },
        { label: 'Amount due', value: formatCents(amount), strong: true },
        { label: 'Payment method', value: payment.paidWith },
        { label: 'Reason', value: payment.reason },
        { label: 'Next try', value: nextTry && formatDay(nextTry) },
      ),
      paragraph('You can pay now, or choose another card or bank account. It takes a minute.'),
      button('Fix the payment', payment.fixUrl),
    ],
  })
}
