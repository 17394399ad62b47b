import { methodLabel } from '~/models/payments/offline/record-payment.schema'
import { formatDay, formatMonth, type LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'

export const LINE_KINDS = ['payment', 'offline', 'refund', 'taken-back'] as const

/** Amounts in cents; what went back is below zero. */
export interface StatementLine {
  key: string
  kind: (typeof LINE_KINDS)[number]
  /** At the school; null if the provider did not say when. */
  date: LocalDate | null
  /** What the office typed into its grid is of a month, and of no day. */
  wholeMonth: boolean
  /** In a family of several riders with the name of each. */
  items: string[]
  method: string | null
  /** Within the amount. */
  fee: Cents
  amount: Cents
  receiptId: number | null
}

export interface Statement {
  year: number
  /** Of the account that pays. */
  name: string
  /** Whose statement has all of this too: the guardian's. Null if nobody's has. */
  alsoOn: string | null
  zone: string
  lines: StatementLine[]
  /** Bank payments that are on their way, and not in the total. */
  pending: StatementLine[]
  paid: Cents
  /** Within what was paid. */
  fees: Cents
  returned: Cents
  total: Cents
  /** Of its last payment. */
  at: Date | null
}

export const sayWhen = ({ date, wholeMonth }: StatementLine): string => {
  if (!date) return '—'
  return wholeMonth ? formatMonth(date) : formatDay(date)
}

export const formatItems = ({ kind, items }: StatementLine): string[] => {
  if (kind === 'refund') return items.length ? items.map((item) => `Refund: ${item}`) : ['Refund for the payment above']
  return kind === 'taken-back' ? ['Disputed: taken back by the bank'] : items
}

export const formatMethod = ({ kind, method }: StatementLine): string =>
  kind === 'offline' ? (methodLabel(method) ?? 'Paid to the office') : (method ?? '')

/** A payment is handed in once. Null if it stands on one statement. */
export const formatAlsoOn = ({ alsoOn }: Pick<Statement, 'alsoOn'>): string | null =>
  alsoOn && `These payments are on the statement of ${alsoOn} too. Only one of you can hand them in.`

export const STATEMENT_NOTE =
  'Refunds are listed under the original payment and count toward that year. Amounts include convenience fees.'
