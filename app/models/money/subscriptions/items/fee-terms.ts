import { isFeeExempt } from '~/models/money/payments/pricing'
import type { BasisPoints, FeeScope, PayingMethod } from '~/models/vocabulary/fee'

/** The terms with which a subscription's fee was computed. The rate is null while the method that pays has no fee. */
export interface FeeTerms {
  scope: FeeScope
  rate: BasisPoints | null
}

/** Converts a column's value. */
export const scopeOf = (column: string): FeeScope => (column === 'credit_cards' ? 'credit_cards' : 'all_cards')

export const hasFee = (scope: FeeScope, { type, funding }: PayingMethod): boolean =>
  type === 'card' && !isFeeExempt(scope, funding)

/** Returns the school's present terms. */
export const newTerms = (school: { feeRate: BasisPoints; feeScope: FeeScope }, method: PayingMethod): FeeTerms => ({
  scope: school.feeScope,
  rate: hasFee(school.feeScope, method) ? school.feeRate : null,
})

/**
 * Returns the terms after another method has taken over, whoever changed it: the fee ends with a method that has none,
 * and is added at the present rate; one that stays keeps its rate, whatever the school charges others by now.
 */
export function termsFor(
  before: FeeTerms,
  method: PayingMethod,
  school: { feeRate: BasisPoints; feeScope: FeeScope },
): FeeTerms {
  if (!hasFee(before.scope, method)) return { scope: before.scope, rate: null }
  return before.rate === null ? newTerms(school, method) : before
}

/** Converts the terms to metadata: the provider stores them with the subscription, so that they change together with its items. */
export const metadataOf = ({ scope, rate }: FeeTerms): { feeScope: string; feeRate: string } => ({
  feeScope: scope,
  feeRate: rate === null ? 'none' : String(rate),
})

/** Reads the terms from metadata; null for a subscription that is older than them. */
export function termsOf({ feeScope, feeRate }: Record<string, string>): FeeTerms | null {
  if (feeScope !== 'all_cards' && feeScope !== 'credit_cards') return null
  return { scope: feeScope, rate: /^\d{1,5}$/.test(feeRate ?? '') ? Number(feeRate) : null }
}
