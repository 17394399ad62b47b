import { type BasisPoints, type FeeScope, METHOD_TYPES, type PayingMethod } from '~/models/vocabulary/fee'
import type { Cents } from '~/utils/money'

/** Paid at the school: in cash, by check, or as its instructions say. The provider is not involved. */
export const AT_SCHOOL = 'school'
/** The ways in which an order may be paid. */
export const ORDER_METHODS = [...METHOD_TYPES, AT_SCHOOL] as const
export type OrderMethod = (typeof ORDER_METHODS)[number]

export interface PriceBreakdown {
  subtotal: Cents
  convenienceFee: Cents
  total: Cents
}

/** A card of unknown funding counts as credit. */
const isDebit = (funding: string | null) => funding === 'debit' || funding === 'prepaid'

export const isFeeExempt = (scope: FeeScope, funding: string | null): boolean =>
  scope === 'credit_cards' && isDebit(funding)

export const haveSameFeeRule = (scope: FeeScope, one: PayingMethod, other: PayingMethod): boolean =>
  one.type === other.type && isFeeExempt(scope, one.funding) === isFeeExempt(scope, other.funding)

export const rateFor = (
  { feeRate, feeScope }: { feeRate: BasisPoints; feeScope: FeeScope },
  funding: string | null,
): BasisPoints => (isFeeExempt(feeScope, funding) ? 0 : feeRate)

/** Returns the rate of a subscription paid by the first saved card; the full one while no card is known. */
export const monthlyRate = (fee: { feeRate: BasisPoints; feeScope: FeeScope }, saved: PayingMethod[] | null) =>
  rateFor(fee, saved?.find(({ type }) => type === 'card')?.funding ?? null)

/** Computes the fee of card payments in cents, rounded half up; other methods have none. */
export function convenienceFee(subtotal: Cents, method: OrderMethod, rate: BasisPoints): Cents {
  return method === 'card' ? Math.floor((subtotal * rate + 5_000) / 10_000) : 0
}

/** A line of the summary, in cents. */
export interface SummaryLine {
  /** The rider's name in a family of several. */
  rider?: string
  name: string
  unitPrice: Cents
  quantity: number
}

/** Names a one-time item among monthly ones. */
export const onceName = (name: string): string => `${name} (one-time)`

/** Returns `Hack × 2`, or `Emma: Hack × 2` if the rider is named. */
export const lineName = ({ rider, name, quantity }: Pick<SummaryLine, 'rider' | 'name' | 'quantity'>): string =>
  `${rider ? `${rider}: ` : ''}${name}${quantity > 1 ? ` × ${quantity}` : ''}`

/** In cents. No other code adds a fee that it computes; a subscription's month adds the fee that is stored with it. */
export function totalOf(subtotal: Cents, method: OrderMethod, rate: BasisPoints): PriceBreakdown {
  const fee = convenienceFee(subtotal, method, rate)
  return { subtotal, convenienceFee: fee, total: subtotal + fee }
}

export function priceOf(
  lines: readonly { unitPrice: Cents; quantity: number }[],
  method: OrderMethod,
  rate: BasisPoints,
): PriceBreakdown {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
  return totalOf(subtotal, method, rate)
}
