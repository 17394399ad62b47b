import type { Cents } from '~/utils/money'

/** Where money is: the balance at the provider, or what reached the school in another way. */
export const ACCOUNTS = ['stripe', 'office'] as const
export type Account = (typeof ACCOUNTS)[number]

export const EXPORT_FORMATS = ['details', 'quickbooks', 'xero'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The total of one kind of line in a month, in cents. */
interface KindTotal {
  account: Account
  kind: string
  lines: number
  gross: Cents
  fee: Cents
  net: Cents
}

/**
 * The bridge between two ways of counting. Elsewhere payments count on the day on which a family paid, and here once
 * the money is in the balance. In cents: payments less `before` and plus `underway` are those that families made in the
 * month. Offline payments count here on their day, and on the payments page in the month that they pay: those of this
 * page less `forOthers` and plus `inOthers`.
 */
export interface Bridge {
  /** Made before the month, in the balance within it. */
  before: Cents
  /** Made in the month, and not in the balance by its end. */
  underway: Cents
  /** Paid to the office in the month, for another month. */
  forOthers: Cents
  /** Paid to the office for the month, in another month. */
  inOthers: Cents
}

/** The total of what was paid in one way in a month, in cents. */
export interface MethodTotal extends Pick<KindTotal, 'lines' | 'gross' | 'fee' | 'net'> {
  method: string
}

export interface MonthEnd {
  kinds: KindTotal[]
  /** The same lines by payment method: they add up to the same totals. */
  methods: MethodTotal[]
  /** Payouts to the bank, less those that were returned. */
  paidOut: Cents
  bridge: Bridge
  /** The number of files per account in a program's format. */
  parts: Record<Account, number>
}
