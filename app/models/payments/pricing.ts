import type { Cents } from '~/utils/money'

/** The names are the provider's. */
export const METHOD_TYPES = ['card', 'us_bank_account'] as const
export type MethodType = (typeof METHOD_TYPES)[number]

/** At the school: cash, a check, or what its own words say. Nothing of it goes to the provider. */
export const AT_SCHOOL = 'school'
/** What an order may be paid by. */
export const ORDER_METHODS = [...METHOD_TYPES, AT_SCHOOL] as const
export type OrderMethod = (typeof ORDER_METHODS)[number]

export const isMethodType = (text: unknown): text is MethodType => METHOD_TYPES.includes(text as MethodType)

export interface PriceBreakdown {
  subtotal: Cents
  convenienceFee: Cents
  total: Cents
}

/** Hundredths of a percent: 300 is 3 %. */
export type BasisPoints = number

export const HIGHEST_FEE_RATE: BasisPoints = 1_000

/** `300` as `3%`. */
export const percentOf = (rate: BasisPoints): string => `${rate / 100}%`

/** Reads a typed percentage with up to two decimals; null if it is not one. */
export function parsePercent(typed: string): BasisPoints | null {
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(typed.replace(/[\s%]/g, '')) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

export const FEE_SCOPES = ['all_cards', 'credit_cards'] as const
export type FeeScope = (typeof FEE_SCOPES)[number]

export const feeNote = (rate: BasisPoints, scope: FeeScope): string => {
  if (!rate) return 'No fee'
  return `${percentOf(rate)} convenience fee${scope === 'credit_cards' ? ', none by debit card' : ''}`
}

/** What Visa allows, the lowest of the card networks. */
const HIGHEST_ALLOWED: BasisPoints = 300

/** What a fee breaks of the card networks' rules. */
export const feeWarnings = (rate: BasisPoints, scope: FeeScope): string[] => [
  ...(rate > HIGHEST_ALLOWED
    ? [`Your fee of ${percentOf(rate)} is above ${percentOf(HIGHEST_ALLOWED)}, the most that Visa allows.`]
    : []),
  ...(rate > 0 && scope === 'all_cards'
    ? ['Debit and prepaid cards pay your fee too, which the card networks forbid. Choose “Credit cards only”.']
    : []),
]

/** `funding` is the provider's word for a card; null while it is unknown. */
export interface PayingMethod {
  type: MethodType
  funding: string | null
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

/** The rate of a subscription that the first saved card pays; the full one while no card is known. */
export const monthlyRate = (fee: { feeRate: BasisPoints; feeScope: FeeScope }, saved: PayingMethod[] | null) =>
  rateFor(fee, saved?.find(({ type }) => type === 'card')?.funding ?? null)

/** Computes the fee of card payments in cents, rounded half up; others have none. */
export function convenienceFee(subtotal: Cents, method: OrderMethod, rate: BasisPoints): Cents {
  return method === 'card' ? Math.floor((subtotal * rate + 5_000) / 10_000) : 0
}

/** In cents. */
export interface SummaryLine {
  /** Named in a family of several riders. */
  rider?: string
  name: string
  unitPrice: number
  quantity: number
}

/** Beside lines of every month. */
export const onceName = (name: string): string => `${name} (one-time)`

/** `Hack × 2`, or `Emma: Hack × 2` if the rider is named. */
export const lineName = ({ rider, name, quantity }: Pick<SummaryLine, 'rider' | 'name' | 'quantity'>): string =>
  `${rider ? `${rider}: ` : ''}${name}${quantity > 1 ? ` × ${quantity}` : ''}`

/** In cents. No other code computes a total. */
export function priceOf(
  lines: readonly { unitPrice: Cents; quantity: number }[],
  method: OrderMethod,
  rate: BasisPoints,
): PriceBreakdown {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
  const fee = convenienceFee(subtotal, method, rate)
  return { subtotal, convenienceFee: fee, total: subtotal + fee }
}
