import Stripe from 'stripe'
import { t } from '#text'
import { isPaying, type Order } from '~/models/money/payments/order.server'
import { isFeeExempt, type PriceBreakdown, totalOf } from '~/models/money/payments/pricing'
import type { BasisPoints } from '~/models/vocabulary/fee'
import { limitTries } from '~/platform/rate-limit.server'
import { notFound, Outdated, Refused } from '~/platform/refused'
import { requireProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import { refuseClosed } from './close-order.server'
import { findOwnPayment, reopenAt, type StartedPayment, startPayment } from './payments.server'

interface PricedPayment extends StartedPayment {
  order: Order
}

const PRICINGS = { max: 60, seconds: 60 * 60 }

/**
 * Prices an open payment for the card behind a confirmation token, before anything is charged. An intent never changes
 * its amount: another price needs another intent, so that a family pays what it was shown, or nothing.
 * @throws Refused 404 if it is not the family's, 409 if it was paid or priced elsewhere in the meantime.
 */
export const priceForCard = (userId: string, paymentIntentId: string, tokenId: string): Promise<PricedPayment> =>
  translateProviderErrors(async () => {
    await limitTries(`card-price:${userId}`, PRICINGS)
    const order = (await findOwnPayment(userId, paymentIntentId))?.order
    if (!order) throw notFound(t('No such payment'))
    const priced = await reprice(order, await fundingOf(tokenId))
    const started = await startPayment(priced)
    if (!started) throw paidMeanwhile()
    return { ...started, order: priced }
  })

/** Prices an order for an unknown card, whose price includes the fee. */
export const priceForUnknownCard = (order: Order): Promise<Order> => reprice(order, null)

/** Returns the price of an order by a card of this funding; null for a bank account. */
export function priceBy(order: Order, funding: string | null): PriceBreakdown & { feeRate: BasisPoints } {
  const feeRate = isFeeExempt(order.feeScope, funding) ? 0 : Math.max(order.cardFeeRate, order.feeRate)
  return { ...totalOf(order.subtotal, order.methodType, feeRate), feeRate }
}

/** Gives an order the price for a card's funding; null if that is unknown. @throws Refused 409 if it was paid in the meantime. */
export async function reprice(order: Order, funding: string | null): Promise<Order> {
  const { feeRate, convenienceFee: fee, total } = priceBy(order, funding)
  if (fee === order.fee || isPaying(order)) return order
  await refuseClosed(order)
  const priced = await reopenAt(order, { fee, feeRate, total })
  if (!priced || isPaying(priced)) throw paidMeanwhile()
  if (priced.fee !== fee) {
    throw new Outdated(t('This payment was changed in another window. Please try again.'))
  }
  return priced
}

const paidMeanwhile = () =>
  new Refused('already_paid', t('This was already paid, or is on its way. Please check your payments.'))

async function fundingOf(tokenId: string): Promise<string | null> {
  try {
    const { payment_method_preview: method } = await requireProvider().stripe.confirmationTokens.retrieve(tokenId)
    return method?.card?.funding ?? null
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    throw new Refused('invalid', t('We couldn’t read this card. Please enter it again.'), 'confirmationToken')
  }
}
