import { t } from '#text'
import { sayDescription, sayMethod } from '~/models/money/payments/payment-transaction'
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
  return compose(refund, () => ({
    subject: t('Your refund: {amount}', { amount: formatCents(refunded) }),
    heading: refundedInAll === total ? t('Payment refunded') : t('Payment partly refunded'),
    blocks: [
      paragraph(t("We've issued a refund. It can take 5-10 days to show up.")),
      rows(
        { label: t('For'), value: sayDescription(refund.description) },
        riderRow(refund.riders),
        { label: t('Paid'), value: formatCents(total) },
        { label: t('Refunded now'), value: formatCents(refunded), strong: true },
        { label: t('Total refunded'), value: refundedInAll === refunded ? null : formatCents(refundedInAll) },
        { label: t('Back to'), value: sayMethod(refund.paidWith) },
      ),
      button(t('Go to Customer Portal'), refund.portalUrl),
    ],
  }))
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
  return compose(refund, () => ({
    subject: t("Your refund didn't go through: {amount}", { amount: formatCents(refund.failed) }),
    heading: t("Refund didn't go through"),
    blocks: [
      paragraph(
        t(
          "Your bank sent our refund of {amount} back to us. The office knows and will send it again or call you. There's nothing you need to do.",
          { amount: formatCents(refund.failed) },
        ),
      ),
      rows(
        { label: t('For'), value: sayDescription(refund.description) },
        riderRow(refund.riders),
        { label: t('Refund'), value: formatCents(refund.failed), strong: true },
        { label: t('Sent to'), value: sayMethod(refund.paidWith) },
      ),
      button(t('Go to Customer Portal'), refund.portalUrl),
    ],
  }))
}
