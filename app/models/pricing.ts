import type { Cents } from '~/utils/money'

/** How a family pays. The names are the provider's (specification, section 9). */
export const METHOD_TYPES = ['card', 'us_bank_account'] as const
export type MethodType = (typeof METHOD_TYPES)[number]

export const isMethodType = (text: unknown): text is MethodType => METHOD_TYPES.includes(text as MethodType)

export interface PriceBreakdown {
  subtotal: Cents
  convenienceFee: Cents
  total: Cents
}

/** Hundredths of a percent: 300 is 3 %. */
export type BasisPoints = number

/**
 * The convenience fee in cents: a share of the subtotal for card payments, rounded half up to the cent;
 * nothing for bank payments (specification, section 9).
 */
export function convenienceFee(subtotal: Cents, method: MethodType, rate: BasisPoints): Cents {
  return method === 'card' ? Math.floor((subtotal * rate + 5_000) / 10_000) : 0
}

/** The price of lines, in cents. The one place where a total is computed. */
export function priceOf(
  lines: readonly { unitPrice: Cents; quantity: number }[],
  method: MethodType,
  rate: BasisPoints,
): PriceBreakdown {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
  const fee = convenienceFee(subtotal, method, rate)
  return { subtotal, convenienceFee: fee, total: subtotal + fee }
}
