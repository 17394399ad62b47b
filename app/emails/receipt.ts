import { t } from '#text'
import { sayLine, sayMethod } from '~/models/money/payments/payment-transaction'
import { formatDay, type LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'
import { button, compose, type EmailContent, type Letter, paragraph, rows } from './layout'

export interface ReceiptEmail extends Letter {
  paidOn: LocalDate
  /** `amount` is the price times the quantity. */
  lines: { name: string; quantity: number; amount: Cents; rider?: string }[]
  subtotal: Cents
  fee: Cents
  /** Such as `3%`. */
  feePercent: string
  total: Cents
  /** Such as `Visa •••• 4242`; null if the provider does not say. */
  paidWith: string | null
  validFrom: LocalDate
  validTo: LocalDate
  receiptUrl: string | null
  portalUrl: string
}

/** Confirms a payment; a bank payment's receipt also says that it has arrived. */
export function receiptEmail(receipt: ReceiptEmail): EmailContent {
  const { schoolName, lines, subtotal, fee, total, validFrom, validTo, receiptUrl, portalUrl } = receipt
  return compose(receipt, () => ({
    subject: t('Your receipt from {school}: {amount}', { school: schoolName, amount: formatCents(total) }),
    heading: t('Payment Successful!'),
    blocks: [
      paragraph(t('Thanks! We received your payment. Here is your receipt.')),
      rows(
        ...lines.map(sayLine).map(({ rider, name, quantity, amount }) => ({
          label: `${rider ? `${rider}: ` : ''}${quantity === 1 ? '' : `${quantity} × `}${name}`,
          value: formatCents(amount),
        })),
        { label: t('Subtotal'), value: formatCents(subtotal) },
        {
          label: t('Convenience Fee ({percent})', { percent: receipt.feePercent }),
          value: fee ? formatCents(fee) : null,
        },
        { label: t('Total'), value: formatCents(total), strong: true },
      ),
      rows(
        { label: t('Paid on'), value: formatDay(receipt.paidOn) },
        { label: t('Paid with'), value: sayMethod(receipt.paidWith) },
        { label: t('Valid'), value: t('{from} to {to}', { from: formatDay(validFrom), to: formatDay(validTo) }) },
      ),
      receiptUrl ? button(t('View receipt'), receiptUrl) : button(t('Go to Customer Portal'), portalUrl),
    ],
  }))
}
