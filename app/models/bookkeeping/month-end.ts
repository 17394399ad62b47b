import type { Cents } from '~/utils/money'

/** Where money lies: the balance at the provider, or what reached the school in another way. */
export const ACCOUNTS = ['stripe', 'office'] as const
export type Account = (typeof ACCOUNTS)[number]

export const EXPORT_FORMATS = ['details', 'quickbooks', 'xero'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Of a kind of lines of a month, in cents. */
export interface KindTotal {
  account: Account
  kind: string
  lines: number
  gross: Cents
  fee: Cents
  net: Cents
}

export interface MonthEnd {
  kinds: KindTotal[]
  /** What went from the provider to the bank, less what came back. */
  paidOut: Cents
  /** How many files each account is in a program's format. */
  parts: Record<Account, number>
}
