import { formatDay, type LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, riderRow, rows } from './layout'

interface SubscriptionPaymentFailed extends Letter {
  description: string
  /** By first name; empty for an account that buys for itself alone. */
  riders: readonly string[]
  amount: Cents
  paidWith: string | null
  reason: string | null
  /** Null if the provider does not try again. */
  nextTry: LocalDate | null
  fixUrl: string
}

/** Says that a month's payment failed; the month is granted once it is paid. */
export function subscriptionPaymentFailedEmail(payment: SubscriptionPaymentFailed): EmailContent {
  const { amount, nextTry } = payment
  return compose(payment, {
    subject: `Please check your payment: ${formatCents(amount)} didn't go through`,
    heading: "Your subscription payment didn't go through",
    blocks: [
      paragraph("This month’s payment didn't go through. You'll get this month’s lessons once it's paid."),
      rows(
        { label: 'Subscription', value: payment.description },
        riderRow(payment.riders),
        { label: 'Amount due', value: formatCents(amount), strong: true },
        { label: 'Payment method', value: payment.paidWith },
        { label: 'Reason', value: payment.reason },
        { label: "We'll try again on", value: nextTry && formatDay(nextTry) },
      ),
      paragraph('You can pay now, or use another card or bank account. It takes a minute.'),
      button('Pay now', payment.fixUrl),
    ],
  })
}
