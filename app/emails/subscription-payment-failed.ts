import { formatDay, type LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

export interface SubscriptionPaymentFailed extends Letter {
  description: string
  amount: Cents
  paidWith: string | null
  reason: string | null
  /** Null if the provider does not try again. */
  nextTry: LocalDate | null
  fixUrl: string
}

/** A month's payment failed; the month is granted once it is paid. */
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
