import type { BasisPoints, FeeScope } from '~/models/payments/fee'
import { isFeeExempt, type PayingMethod } from '~/models/payments/pricing'

/** What the fee of a subscription was computed by. The rate is null while the method that pays has no fee. */
export interface FeeTerms {
  scope: FeeScope
  rate: BasisPoints | null
}

/** As our columns have it. */
export const scopeOf = (column: string): FeeScope => (column === 'credit_cards' ? 'credit_cards' : 'all_cards')

export const hasFee = (scope: FeeScope, { type, funding }: PayingMethod): boolean =>
  type === 'card' && !isFeeExempt(scope, funding)

/** The terms of the day. */
export const newTerms = (school: { feeRate: BasisPoints; feeScope: FeeScope }, method: PayingMethod): FeeTerms => ({
  scope: school.feeScope,
  rate: hasFee(school.feeScope, method) ? school.feeRate : null,
})

/**
 * The terms after a method has taken over, whoever changed it: a fee goes with a method that has none, and comes at the
 * rate of the day; one that stays keeps its rate, whatever the school asks of others by now.
 */
export function termsFor(
  before: FeeTerms,
  method: PayingMethod,
  school: { feeRate: BasisPoints; feeScope: FeeScope },
): FeeTerms {
  if (!hasFee(before.scope, method)) return { scope: before.scope, rate: null }
  return before.rate === null ? newTerms(school, method) : before
}

/** As the provider keeps them with the subscription, so that they change with its items. */
export const metadataOf = ({ scope, rate }: FeeTerms): { feeScope: string; feeRate: string } => ({
  feeScope: scope,
  feeRate: rate === null ? 'none' : String(rate),
})

/** Null for a subscription of before its terms were kept with it. */
export function termsOf({ feeScope, feeRate }: Record<string, string>): FeeTerms | null {
  if (feeScope !== 'all_cards' && feeScope !== 'credit_cards') return null
  return { scope: feeScope, rate: /^\d{1,5}$/.test(feeRate ?? '') ? Number(feeRate) : null }
}
