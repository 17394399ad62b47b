import type { Unit } from './unit'

/** Integer cents. */
export type Cents = Unit<number, 'cents'>

/** Whole dollars, as in the office's grid, or a fraction, as in answers of the API. */
export type Dollars = Unit<number, 'dollars'>

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Returns `$318.27` for `31827`. */
export const formatCents = (cents: Cents): string => dollars.format(cents / 100)

/** Converts a decimal to cents without floating point. @throws RangeError if it has more than two decimal places or is not a decimal. */
export function centsOf(decimal: { toString(): string }): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(decimal.toString())
  if (!match) throw new RangeError(`not an amount of money: ${decimal}`)
  const [, sign, whole = '0', part = ''] = match
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign && cents ? -cents : cents
}

/** Reads typed dollars such as `25`, `25.00` or `$1,250.00` as cents; null for any other text. */
export function parseCents(typed: string): Cents | null {
  const written = typed.replace(/\s/g, '')
  if (!/^\$?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(written)) return null
  return centsOf(written.replace(/[$,]/g, ''))
}

/** Returns `"318.27"` for `31827`, for a DECIMAL(10,2) column. */
export function decimalOf(cents: Cents): string {
  const absolute = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}

/** Converts cents to dollars, only for answers of the API. */
export const dollarsOf = (cents: Cents): Dollars => cents / 100
