import { t } from '#text'
import { sayDescription, sayMethod } from '~/models/money/payments/payment-transaction'
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
  return compose(payment, () => ({
    subject: t("Please check your payment: {amount} didn't go through", { amount: formatCents(amount) }),
    heading: t("Your subscription payment didn't go through"),
    blocks: [
      paragraph(t("This month’s payment didn't go through. You'll get this month’s lessons once it's paid.")),
      rows(
        { label: t('Subscription'), value: sayDescription(payment.description) },
        riderRow(payment.riders),
        { label: t('Amount due'), value: formatCents(amount), strong: true },
        { label: t('Payment method'), value: sayMethod(payment.paidWith) },
        { label: t('Reason'), value: payment.reason },
        { label: t("We'll try again on"), value: nextTry && formatDay(nextTry) },
      ),
      paragraph(t('You can pay now, or use another card or bank account. It takes a minute.')),
      button(t('Pay now'), payment.fixUrl),
    ],
  }))
}
