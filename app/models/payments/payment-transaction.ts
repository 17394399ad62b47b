import type { Cents } from '~/utils/money'

/**
 * `amount` is that of the whole line, in cents without the fee. A line from before families has no rider: the payer. `back` is what refunds
 * that name the line took of it, `feeBack` the part of the fee that went back with it.
 */
export interface PaidLine {
  name: string
  quantity: number
  amount: Cents
  riderId?: string
  back?: Cents
  feeBack?: Cents
}

/** In cents: what the school gave back of a payment, and what a bank took by a dispute, of the whole payment or of a part. */
export function wentBack(payment: { amount: Cents; amountRefunded: Cents; amountDisputed: Cents; status: string }) {
  const refunded = payment.amountRefunded - payment.amountDisputed
  return { refunded, disputed: payment.status === 'disputed' ? payment.amount - refunded : payment.amountDisputed }
}

/** `wentBack` in SQL, of a row `t`, in dollars: for files that the database writes by itself. */
export const WENT_BACK = {
  refunded: 't.amount_refunded - t.amount_disputed',
  disputed: `CASE t.status WHEN 'disputed' THEN t.amount - t.amount_refunded + t.amount_disputed ELSE t.amount_disputed END`,
}

/** Pending bank payments are "Clearing". */
export const transactionLabel = (status: string): string =>
  ({
    succeeded: 'Paid',
    processing: 'Clearing',
    failed: 'Failed',
    canceled: 'Canceled',
    refunded: 'Refunded',
    disputed: 'Disputed',
    requires_action: 'Not completed',
  })[status] ?? status

/** The money came in, whatever happened later. */
export const WITH_RECEIPT = ['succeeded', 'refunded', 'disputed']

export const hasReceipt = (status: string): boolean => WITH_RECEIPT.includes(status)
