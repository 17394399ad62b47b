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
  return compose(receipt, {
    subject: `Your receipt from ${schoolName}: ${formatCents(total)}`,
    heading: 'Payment Successful!',
    blocks: [
      paragraph('Thanks! We received your payment. Here is your receipt.'),
      rows(
        ...lines.map(({ rider, name, quantity, amount }) => ({
          label: `${rider ? `${rider}: ` : ''}${quantity === 1 ? '' : `${quantity} × `}${name}`,
          value: formatCents(amount),
        })),
        { label: 'Subtotal', value: formatCents(subtotal) },
        { label: `Convenience Fee (${receipt.feePercent})`, value: fee ? formatCents(fee) : null },
        { label: 'Total', value: formatCents(total), strong: true },
      ),
      rows(
        { label: 'Paid on', value: formatDay(receipt.paidOn) },
        { label: 'Paid with', value: receipt.paidWith },
        { label: 'Valid', value: `${formatDay(validFrom)} to ${formatDay(validTo)}` },
      ),
      receiptUrl ? button('View receipt', receiptUrl) : button('Go to Customer Portal', portalUrl),
    ],
  })
}
