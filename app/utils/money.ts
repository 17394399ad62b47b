/** An amount of money in integer cents. */
export type Cents = number

/** `31827` as `$318.27`. */
export const formatCents = (cents: Cents): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

/**
 * Reads a decimal such as `"220.00"` (a database's or Prisma's) to cents, without a float on the way.
 * @throws RangeError where the text is not a decimal with at most two places.
 */
export function centsOf(decimal: { toString(): string }): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2})0*)?$/.exec(decimal.toString())
  if (!match) throw new RangeError(`not an amount of money: ${decimal}`)
  const [, sign, whole = '0', part = ''] = match
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return sign && cents ? -cents : cents
}

/** What somebody typed as dollars, such as `25`, `25.00` or `$1,250.00`, in cents; null where it is no such amount. */
export function parseCents(typed: string): Cents | null {
  const written = typed.replace(/\s/g, '')
  if (!/^\$?(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(written)) return null
  return centsOf(written.replace(/[$,]/g, ''))
}

/** `31827` as `"318.27"`, the way a DECIMAL(10,2) column takes it. */
export function decimalOf(cents: Cents): string {
  const absolute = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`
}

/** Dollars as a number, only for API answers that the specification shows so. */
export const dollarsOf = (cents: Cents): number => cents / 100
