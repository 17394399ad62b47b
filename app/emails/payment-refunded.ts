import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, riderRow, rows } from './layout'

interface PaymentRefunded extends Letter {
  description: string
  /** By first name; empty for an account that buys for itself alone. */
  riders: readonly string[]
  total: Cents
  /** The amount of this refund, with its share of the fee. */
  refunded: Cents
  /** The total refunded so far. */
  refundedInAll: Cents
  paidWith: string | null
  portalUrl: string
}

export function paymentRefundedEmail(refund: PaymentRefunded): EmailContent {
  const { total, refunded, refundedInAll } = refund
  return compose(refund, {
    subject: `Your refund: ${formatCents(refunded)}`,
    heading: refundedInAll === total ? 'Payment refunded' : 'Payment partly refunded',
    blocks: [
      paragraph("We've issued a refund. It can take 5-10 days to show up."),
      rows(
        { label: 'For', value: refund.description },
        riderRow(refund.riders),
        { label: 'Paid', value: formatCents(total) },
        { label: 'Refunded now', value: formatCents(refunded), strong: true },
        { label: 'Total refunded', value: refundedInAll === refunded ? null : formatCents(refundedInAll) },
        { label: 'Back to', value: refund.paidWith },
      ),
      button('Go to Customer Portal', refund.portalUrl),
    ],
  })
}

interface RefundFailed extends Letter {
  description: string
  /** By first name; empty for an account that buys for itself alone. */
  riders: readonly string[]
  failed: Cents
  paidWith: string | null
  portalUrl: string
}

export function refundFailedEmail(refund: RefundFailed): EmailContent {
  return compose(refund, {
    subject: `Your refund didn't go through: ${formatCents(refund.failed)}`,
    heading: "Refund didn't go through",
    blocks: [
      paragraph(
        `Your bank sent our refund of ${formatCents(refund.failed)} back to us. The office knows and will send it again or call you. There's nothing you need to do.`,
      ),
      rows(
        { label: 'For', value: refund.description },
        riderRow(refund.riders),
        { label: 'Refund', value: formatCents(refund.failed), strong: true },
        { label: 'Sent to', value: refund.paidWith },
      ),
      button('Go to Customer Portal', refund.portalUrl),
    ],
  })
}
