import { t } from '#text'
import type { Unit } from '~/utils/unit'

/** Hundredths of a percent: 300 is 3 %. */
export type BasisPoints = Unit<number, 'basis points'>

export const HIGHEST_FEE_RATE: BasisPoints = 1_000

/** Returns `3%` for `300`. */
export const percentOf = (rate: BasisPoints): string => `${rate / 100}%`

/** Reads a typed percentage with up to two decimals; null if it is not one. */
export function parsePercent(typed: string): BasisPoints | null {
  const [, whole, part = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(typed.replace(/[\s%]/g, '')) ?? []
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

export const FEE_SCOPES = ['all_cards', 'credit_cards'] as const
export type FeeScope = (typeof FEE_SCOPES)[number]

export const feeNote = (rate: BasisPoints, scope: FeeScope): string => {
  if (!rate) return t('No fee')
  return t(scope === 'credit_cards' ? '{percent} convenience fee, none by debit card' : '{percent} convenience fee', {
    percent: percentOf(rate),
  })
}

/** The highest fee that Visa allows, the lowest limit of the card networks. */
const HIGHEST_ALLOWED: BasisPoints = 300

/** Returns warnings about rules of the card networks that a fee breaks. */
export const feeWarnings = (rate: BasisPoints, scope: FeeScope): string[] => [
  ...(rate > HIGHEST_ALLOWED
    ? [`Your fee of ${percentOf(rate)} is above ${percentOf(HIGHEST_ALLOWED)}, the most that Visa allows.`]
    : []),
  ...(rate > 0 && scope === 'all_cards'
    ? ['Your fee also applies to debit and prepaid cards. Card networks don’t allow that. Choose “Credit cards only”.']
    : []),
]

/** The payment methods, by the provider's names. */
export const METHOD_TYPES = ['card', 'us_bank_account'] as const
export type MethodType = (typeof METHOD_TYPES)[number]

export const isMethodType = (text: unknown): text is MethodType => METHOD_TYPES.includes(text as MethodType)

/** The method that pays. `funding` is the provider's value for a card; null while it is unknown. */
export interface PayingMethod {
  type: MethodType
  funding: string | null
}
