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

/** The most that the office can ask for. */
export const HIGHEST_FEE_RATE: BasisPoints = 1_000

/** `300` as `3%`, as screens name the fee. */
export const percentOf = (rate: BasisPoints): string => `${rate / 100}%`

/** What somebody typed as a percentage with up to two decimals; null where it is none. */
export function parsePercent(typed: string): BasisPoints | null {
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(typed.replace(/[\s%]/g, '')) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** The cards that pay the fee. */
export const FEE_SCOPES = ['all_cards', 'credit_cards'] as const
export type FeeScope = (typeof FEE_SCOPES)[number]

/** What the fee of card payments is called where a family chooses how to pay. */
export const feeNote = (rate: BasisPoints, scope: FeeScope): string => {
  if (!rate) return 'No fee'
  return `${percentOf(rate)} convenience fee${scope === 'credit_cards' ? ', none by debit card' : ''}`
}

/** What a family pays by, as far as the fee asks. `funding` is the provider's word for a card; null where it is not known yet. */
export interface PayingMethod {
  type: MethodType
  funding: string | null
}

/** Whether a card is one that pays no fee where only credit cards do. A card that nobody knows counts as credit. */
const isDebit = (funding: string | null) => funding === 'debit' || funding === 'prepaid'

/** Whether a card is spared the fee that the others pay. */
export const isFeeExempt = (scope: FeeScope, funding: string | null): boolean =>
  scope === 'credit_cards' && isDebit(funding)

/** Whether two methods are treated alike by the fee, whatever its rate. */
export const haveSameFeeRule = (scope: FeeScope, one: PayingMethod, other: PayingMethod): boolean =>
  one.type === other.type && isFeeExempt(scope, one.funding) === isFeeExempt(scope, other.funding)

/** The rate that a method pays: for debit and prepaid cards none where the fee is for credit cards only. */
export const rateFor = (
  { feeRate, feeScope }: { feeRate: BasisPoints; feeScope: FeeScope },
  funding: string | null,
): BasisPoints => (isFeeExempt(feeScope, funding) ? 0 : feeRate)

/**
 * The convenience fee in cents: a share of the subtotal for card payments, rounded half up to the cent;
 * nothing for bank payments (specification, section 9).
 */
export function convenienceFee(subtotal: Cents, method: MethodType, rate: BasisPoints): Cents {
  return method === 'card' ? Math.floor((subtotal * rate + 5_000) / 10_000) : 0
}

/** A line of a bill as a screen shows it. Cents. */
export interface SummaryLine {
  name: string
  unitPrice: number
  quantity: number
}

/** A line as families read it: `Hack × 2`. */
export const lineName = ({ name, quantity }: { name: string; quantity: number }): string =>
  quantity > 1 ? `${name} × ${quantity}` : name

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
