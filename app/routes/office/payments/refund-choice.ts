import type { PaidLine } from '~/models/money/payments/payment-transaction'
import { partOfLines, type Refundable, refundAmount } from '~/models/money/payments/refund'
import { type Cents, parseCents } from '~/utils/money'

/** The fields of the form as sent. */
export interface RefundChoice {
  by: string
  amount: string
  /** The positions of the checked lines. */
  line: readonly string[]
}

/** Returns the cents, including the share of the fee, that pressing the button refunds; null if that isn't possible. */
export function chosenRefund(
  payment: Refundable & { refundable: Cents; lines: readonly PaidLine[] },
  { by, amount, line }: RefundChoice,
): Cents | null {
  const part = by === 'lines' ? partOfLines(payment.lines, line.map(Number)) : parseCents(amount)
  return part !== null && part > 0 && part <= payment.refundable ? refundAmount(part, payment) : null
}
