import { t } from '#text'
import { methodLabel } from '~/models/money/payments/offline/record-payment.schema'
import { sayMethod } from '~/models/money/payments/payment-transaction'
import { formatDay, formatMonth, type LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'

export const LINE_KINDS = ['payment', 'offline', 'refund', 'taken-back'] as const

/** A line of the statement. Amounts are in cents; refunds are negative. */
export interface StatementLine {
  key: string
  kind: (typeof LINE_KINDS)[number]
  /** The day at the school; null if the provider did not report it. */
  date: LocalDate | null
  /** Whether it was typed into the office's grid, for a month and no particular day. */
  wholeMonth: boolean
  /** The items; in a family of several riders with the name of each. */
  items: string[]
  method: string | null
  /** The fee, included in the amount. */
  fee: Cents
  amount: Cents
  receiptId: number | null
}

export interface Statement {
  year: number
  /** The name of the account that pays. */
  name: string
  /** Whose statement includes all of this too: the guardian's. Null if nobody's does. */
  alsoOn: string | null
  zone: string
  lines: StatementLine[]
  /** Pending bank payments, which are not in the total. */
  pending: StatementLine[]
  paid: Cents
  /** The fees, included in what was paid. */
  fees: Cents
  returned: Cents
  total: Cents
  /** The time of the last payment. */
  at: Date | null
}

export const sayWhen = ({ date, wholeMonth }: StatementLine): string => {
  if (!date) return '—'
  return wholeMonth ? formatMonth(date) : formatDay(date)
}

export const formatItems = ({ kind, items }: StatementLine): string[] => {
  if (kind === 'refund')
    return items.length ? items.map((item) => t('Refund: {item}', { item })) : [t('Refund for the payment above')]
  return kind === 'taken-back' ? [t('Disputed: taken back by the bank')] : items
}

export const formatMethod = ({ kind, method }: StatementLine): string =>
  kind === 'offline' ? (methodLabel(method) ?? t('Paid to the office')) : (sayMethod(method) ?? '')

/** Returns a warning that these payments are also on another statement, so that each is submitted once. Null if they are on only one. */
export const formatAlsoOn = ({ alsoOn }: Pick<Statement, 'alsoOn'>): string | null =>
  alsoOn && t('These payments are on the statement of {name} too. Only one of you can hand them in.', { name: alsoOn })

export const statementNote = (): string =>
  t('Refunds are listed under the original payment and count toward that year. Amounts include convenience fees.')
