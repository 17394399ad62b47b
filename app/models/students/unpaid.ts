import type { LocalDate } from '~/utils/dates'
import type { Cents } from '~/utils/money'

const UNPAID_ORDERS = ['name', 'owed', 'since'] as const
export type UnpaidOrder = (typeof UNPAID_ORDERS)[number]

/** Parses an order; by name if the text is invalid. */
export const unpaidOrder = (text: string | null): UnpaidOrder => UNPAID_ORDERS.find((order) => order === text) ?? 'name'

export interface UnpaidRow {
  id: string
  name: string
  email: string | null
  phone: string | null
  parentName: string | null
  /** The account that pays: the guardian's for a rider without an email address. */
  payer: { id: string; name: string; email: string } | null
  subscribed: boolean
  /** Whether the account may sign in. */
  active: boolean
  /** The package, or null without one. */
  what: string | null
  packageId: number | null
  /** Null without a package. */
  owed: Cents | null
  /** The day after the last paid one; null if nothing was paid before. */
  since: LocalDate | null
  /** Whether a pay link was mailed to this family today. */
  mailedToday: boolean
}
