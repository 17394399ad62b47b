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
  return compose(payment, {
    subject: `Your bank payment of ${formatCents(payment.total)} didn't go through`,
    heading: "Your bank payment didn't go through",
    blocks: [
      paragraph("Your bank didn't complete this payment, so you can't use the lessons for now."),
      rows(
        { label: 'For', value: payment.description },
        riderRow(payment.riders),
        { label: 'Amount', value: formatCents(payment.total), strong: true },
        { label: 'Paying with', value: payment.paidWith },
        { label: 'Reason', value: payment.reason },
      ),
      paragraph(
        "To ride as planned, please pay again by card or from another bank account. Lessons you've already taken still need to be paid for.",
      ),
      button('Pay again', payment.payUrl),
    ],
  })
}
