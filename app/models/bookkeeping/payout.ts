import type { LocalDate } from '~/utils/dates'
import { type Cents, formatCents } from '~/utils/money'

export const PAYOUT_STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const
export type PayoutStatus = (typeof PAYOUT_STATUSES)[number]

const LABELS: Record<PayoutStatus, string> = {
  pending: 'Being prepared',
  in_transit: 'On its way',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
}
export const payoutLabel = (status: string): string => LABELS[status as PayoutStatus] ?? status

/** A payout. Amounts are in cents. */
export interface PayoutRow {
  id: number
  stripeId: string
  amount: Cents
  status: PayoutStatus
  arrives: LocalDate
  automatic: boolean
  itemized: boolean
  failureMessage: string | null
  payments: number
  fees: Cents
  /** The sum of its lines. */
  sum: Cents
}

/** A line of a payout. Amounts are in cents: `gross` less the provider's `fee` is `net`. Outgoing money is negative. */
export interface PayoutLine {
  id: number
  stripeId: string
  type: string
  date: LocalDate
  gross: Cents
  fee: Cents
  net: Cents
  /** The family whose payment it is about; null if none of ours. */
  family: { id: string; name: string } | null
  items: string[]
  method: string | null
  paymentIntentId: string | null
  /** Why the office should review it. */
  problem: string | null
}

export const LINE_GROUPS = [
  'Payments',
  'Refunds',
  'Failed bank payments',
  'Disputes',
  'Stripe account fees',
  'Returned payouts',
  'Other',
] as const
type LineGroup = (typeof LINE_GROUPS)[number]

export const GROUPS: Readonly<Record<string, LineGroup>> = {
  charge: 'Payments',
  payment: 'Payments',
  refund: 'Refunds',
  payment_refund: 'Refunds',
  refund_failure: 'Refunds',
  payment_failure_refund: 'Failed bank payments',
  adjustment: 'Disputes',
  stripe_fee: 'Stripe account fees',
  stripe_fx_fee: 'Stripe account fees',
  tax_fee: 'Stripe account fees',
  payout_failure: 'Returned payouts',
  payout_cancel: 'Returned payouts',
}

export const groupOf = (type: string): LineGroup => GROUPS[type] ?? 'Other'

/** Returns why a payout differs from the sum of its lines, as far as it can be known; null if it does not. */
export function whyDifferent(payout: Pick<PayoutRow, 'amount' | 'sum' | 'automatic' | 'itemized'>): string | null {
  const { amount, sum, automatic, itemized } = payout
  const missing = amount - sum
  if (!automatic) {
    return 'This was a manual payout, so Stripe doesn’t list its payments.'
  }
  if (missing === 0) return null
  if (!itemized) return 'Stripe is still putting the list of this payout together. It is complete within a day.'
  return `The transactions differ from the payout by ${formatCents(missing)}. Press “Sync with Stripe” on Payments; if it’s still off, compare it in Stripe.`
}
