import type { Cents } from '~/utils/money'

/** In cents. `total` is the purchase and its fee. */
export interface Refundable {
  total: Cents
  fee: Cents
  amountRefunded: Cents
}

/** Computes what goes back in all for a part of the purchase: the part and its share of the fee, rounded half up. */
const withFee = (part: Cents, { total, fee }: Refundable): Cents => {
  const purchase = total - fee
  return purchase === 0 ? 0 : part + Math.floor((2 * fee * part + purchase) / (2 * purchase))
}

/** Returns how much of the purchase can still go back, in cents without the fee. */
export function refundablePart(payment: Refundable): Cents {
  const purchase = payment.total - payment.fee
  if (payment.amountRefunded >= payment.total) return 0
  // What goes back never falls as the part grows, so halving finds the part.
  let [low, high] = [0, purchase]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (withFee(middle, payment) <= payment.amountRefunded) low = middle
    else high = middle - 1
  }
  return purchase - low
}

/**
 * Returns what to send back for a part of the purchase: 50.00 of 100.00 by card is 51.50. Parts that add up to the
 * purchase send back exactly what was paid.
 */
export function refundAmount(part: Cents, payment: Refundable): Cents {
  const before = payment.total - payment.fee - refundablePart(payment)
  return withFee(before + part, payment) - payment.amountRefunded
}
