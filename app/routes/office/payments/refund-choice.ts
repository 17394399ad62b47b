import type { PaidLine } from '~/models/money/payments/payment-transaction'
import { partOfLines, type Refundable, refundAmount } from '~/models/money/payments/refunds/refund'
import { type Cents, parseCents } from '~/utils/money'

/** What the form holds, as it sends it. */
export interface RefundChoice {
  by: string
  amount: string
  /** The places of the ticked lines. */
  line: readonly string[]
}

/** In cents with the share of the fee, what a press of the button sends back; null for what can't go back. */
export function chosenRefund(
  payment: Refundable & { refundable: Cents; lines: readonly PaidLine[] },
  { by, amount, line }: RefundChoice,
): Cents | null {
  const part = by === 'lines' ? partOfLines(payment.lines, line.map(Number)) : parseCents(amount)
  return part !== null && part > 0 && part <= payment.refundable ? refundAmount(part, payment) : null
}
