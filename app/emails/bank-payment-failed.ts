import { t } from '#text'
import { sayDescription, sayMethod } from '~/models/money/payments/payment-transaction'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, riderRow, rows } from './layout'

interface BankPaymentFailed extends Letter {
  total: Cents
  paidWith: string | null
  description: string
  /** By first name; empty for an account that buys for itself alone. */
  riders: readonly string[]
  reason: string | null
  payUrl: string
}

/** Says that a bank payment failed and that its lessons are withdrawn. */
export function bankPaymentFailedEmail(payment: BankPaymentFailed): EmailContent {
  return compose(payment, () => ({
    subject: t("Your bank payment of {amount} didn't go through", { amount: formatCents(payment.total) }),
    heading: t("Your bank payment didn't go through"),
    blocks: [
      paragraph(t("Your bank didn't complete this payment, so you can't use the lessons for now.")),
      rows(
        { label: t('For'), value: sayDescription(payment.description) },
        riderRow(payment.riders),
        { label: t('Amount'), value: formatCents(payment.total), strong: true },
        { label: t('Paying with'), value: sayMethod(payment.paidWith) },
        { label: t('Reason'), value: payment.reason },
      ),
      paragraph(
        t(
          "To ride as planned, please pay again by card or from another bank account. Lessons you've already taken still need to be paid for.",
        ),
      ),
      button(t('Pay again'), payment.payUrl),
    ],
  }))
}
