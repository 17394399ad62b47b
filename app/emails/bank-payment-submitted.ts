import { t } from '#text'
import { sayDescription, sayMethod } from '~/models/money/payments/payment-transaction'
import { formatDay, type LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, riderRow, rows } from './layout'

interface BankPaymentSubmitted extends Letter {
  total: Cents
  /** Such as `Bank account •••• 6789`; null if the provider does not say. */
  paidWith: string | null
  description: string
  /** By first name; empty for an account that buys for itself alone. */
  riders: readonly string[]
  validFrom: LocalDate
  validTo: LocalDate
  /** Whether the lessons are granted before the money arrives. */
  granted: boolean
  portalUrl: string
}

/** Says that a bank payment is on its way. */
export function bankPaymentSubmittedEmail(payment: BankPaymentSubmitted): EmailContent {
  const { total, validFrom, validTo } = payment
  return compose(payment, () => ({
    subject: t('Bank payment submitted: {amount}', { amount: formatCents(total) }),
    heading: t('Bank Payment Submitted'),
    blocks: [
      paragraph(
        t(
          "We received your bank payment. Bank transfers take 1-3 business days. We'll email you a receipt when it's complete.",
        ),
      ),
      rows(
        { label: t('For'), value: sayDescription(payment.description) },
        riderRow(payment.riders),
        { label: t('Amount'), value: formatCents(total), strong: true },
        { label: t('Paying with'), value: sayMethod(payment.paidWith) },
        { label: t('Valid'), value: t('{from} to {to}', { from: formatDay(validFrom), to: formatDay(validTo) }) },
      ),
      paragraph(
        payment.granted
          ? t(
              "You can use your lessons right away. They'll show as Clearing until the payment goes through. You don't need to do anything.",
            )
          : t(
              "Because an earlier bank payment was returned, you'll get your lessons once this one goes through. You don't need to do anything.",
            ),
      ),
      button(t('Go to Customer Portal'), payment.portalUrl),
    ],
  }))
}
