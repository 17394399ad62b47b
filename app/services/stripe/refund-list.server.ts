import type Stripe from 'stripe'
import type { Cents } from '~/utils/money'
import { requireProvider } from './stripe.server'

/** The reason on the automatic refund of a fee that a debit card does not owe. */
export const FEE_REASON = 'fee_of_debit_card'

/** Returns the refunds of a payment, in the order in which they were made. */
export async function refundsOf(intentId: string): Promise<Stripe.Refund[]> {
  const { refunds } = requireProvider().stripe
  const newestFirst = await refunds.list({ payment_intent: intentId, limit: 100 }).autoPagingToArray({ limit: 1_000 })
  return newestFirst.reverse()
}

export const isDead = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

/** Returns the metadata of a refund by line; positions are those of the payment's row. */
export const linesToMetadata = (lines: readonly number[]): Record<string, string> => ({ lines: lines.join(',') })

/** A refund as the provider has it, in cents. */
export interface MadeRefund {
  id: string
  amount: Cents
  /** Whether it failed or was canceled. */
  isDead: boolean
  /** Whether it is our automatic refund of a fee. */
  isFee: boolean
  /** The positions of the lines that it is for; null for a refund by amount. */
  lines: number[] | null
}

export function madeRefund(refund: Stripe.Refund): MadeRefund {
  const { id, amount, metadata } = refund
  const named = metadata?.lines
  const lines = named && /^\d{1,3}(,\d{1,3})*$/.test(named) ? named.split(',').map(Number) : null
  return { id, amount, isDead: isDead(refund), isFee: metadata?.reason === FEE_REASON, lines }
}
