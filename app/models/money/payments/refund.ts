import type { MadeRefund } from '~/services/stripe/refund-list.server'
import type { Cents } from '~/utils/money'
import type { PaidLine } from './payment-transaction'

/** A refundable payment in cents. `total` is the purchase and its fee. */
export interface Refundable {
  total: Cents
  fee: Cents
  amountRefunded: Cents
}

/** Computes the refund in all for a part of the purchase: the part and its share of the fee, rounded half up. */
const withFee = (part: Cents, { total, fee }: Refundable): Cents => {
  const purchase = total - fee
  return purchase === 0 ? 0 : part + Math.floor((2 * fee * part + purchase) / (2 * purchase))
}

/** Returns how much of the purchase can still be refunded, in cents without the fee. */
export function refundablePart(payment: Refundable): Cents {
  const purchase = payment.total - payment.fee
  // The refund never decreases as the part grows, so bisection finds the part.
  let [low, high] = [0, purchase]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (withFee(middle, payment) <= payment.amountRefunded) low = middle
    else high = middle - 1
  }
  return purchase - low
}

/**
 * Returns the amount to refund for a part of the purchase: 50.00 of 100.00 by card is 51.50. Parts that add up to the
 * purchase refund exactly what was paid.
 */
export function refundAmount(part: Cents, payment: Refundable): Cents {
  const before = payment.total - payment.fee - refundablePart(payment)
  return withFee(before + part, payment) - payment.amountRefunded
}

/** Returns the sum of lines in cents; null unless each exists and has not been refunded. */
export function partOfLines(lines: readonly PaidLine[], places: readonly number[]): Cents | null {
  const chosen = [...new Set(places)].map((place) => lines[place])
  if (chosen.some((line) => !line || line.back)) return null
  return chosen.reduce((sum, line) => sum + (line?.amount ?? 0), 0)
}

/** Returns what is left of the fee after parts of the purchase were refunded with their shares of it. */
export const feeLeft = (payment: Refundable): Cents =>
  payment.fee - (payment.amountRefunded - (payment.total - payment.fee - refundablePart(payment)))

/** Returns the lines, with what the refunds that name them took of each. */
export function bookRefunds(lines: readonly PaidLine[], refunds: readonly MadeRefund[]): PaidLine[] {
  const booked = lines.map((line) => ({ ...line }))
  for (const refund of refunds) {
    if (refund.isDead || !refund.lines) continue
    const named = refund.lines.flatMap((place) => booked[place] ?? []).filter(({ back }) => !back)
    const [first] = named
    if (!first || named.length !== refund.lines.length) continue
    for (const line of named) line.back = line.amount
    first.feeBack = refund.amount - named.reduce((sum, { amount }) => sum + amount, 0)
  }
  return booked
}

/** Returns the riders whose lines, all that cost something, were refunded. */
export function ridersRefunded(lines: readonly PaidLine[]): string[] {
  const kept = new Set(lines.filter(({ amount, back }) => amount > 0 && !back).map(({ riderId }) => riderId))
  const gone = lines.flatMap(({ back, riderId }) => (back && riderId && !kept.has(riderId) ? [riderId] : []))
  return [...new Set(gone)]
}

/** Whether lines can be chosen: they make up the whole purchase, and only lines were refunded so far. */
export function hasRefundableLines(lines: readonly PaidLine[], { total, fee, amountRefunded }: Refundable): boolean {
  const sumOf = (part: (line: PaidLine) => Cents) => lines.reduce((sum, line) => sum + part(line), 0)
  return (
    lines.length > 1 &&
    lines.every(({ amount }) => amount >= 0) &&
    sumOf(({ amount }) => amount) === total - fee &&
    sumOf(({ back = 0, feeBack = 0 }) => back + feeBack) === amountRefunded
  )
}

/**
 * Returns the failed refunds that were not replaced by a later one of the same amount. `refunds` are in the order in
 * which they were made.
 */
export function unsettledFailures(refunds: readonly MadeRefund[]): MadeRefund[] {
  const later = refunds.map(({ isDead }) => !isDead)
  return refunds.filter((failed, place) => {
    if (!failed.isDead || failed.isFee) return false
    const made = refunds.findIndex(({ amount }, i) => i > place && later[i] && amount === failed.amount)
    if (made === -1) return true
    later[made] = false
    return false
  })
}
