import Stripe from 'stripe'
import { t } from '#text'
import { listPaymentMethods, methodsToShow, type SavedMethod } from '~/models/money/methods/payment-methods.server'
import { findOrder, isPaying, type Order } from '~/models/money/payments/order.server'
import { sayReason } from '~/models/money/payments/payment-transaction'
import { syncPayment } from '~/models/money/sync/sync-payment.server'
import { limitTries } from '~/platform/rate-limit.server'
import { notFound, Refused } from '~/platform/refused'
import { underKey } from '~/services/stripe/idempotency.server'
import { awaitsDeposits } from '~/services/stripe/microdeposits'
import { idOf, requireProvider, translateProviderErrors } from '~/services/stripe/stripe.server'
import type { Cents } from '~/utils/money'
import { priceBy, reprice } from './card-price.server'
import { findOwnPayment, reopenAt, startPayment } from './payments.server'

/** A saved method that can pay an order, with the order's price by it, in cents. */
export type SavedOffer = Pick<SavedMethod, 'id' | 'label' | 'detail'> & {
  subtotal: Cents
  convenienceFee: Cents
  total: Cents
}

/** Returns the saved methods that can pay an order, the default first; none if the provider does not answer. */
export async function offersFor(order: Order): Promise<SavedOffer[]> {
  const methods = (await methodsToShow(order.userId)) ?? []
  return methods
    .filter(({ type }) => type === order.methodType)
    .map(({ id, label, detail, funding }) => {
      const { subtotal, convenienceFee, total } = priceBy(order, funding)
      return { id, label, detail, subtotal, convenienceFee, total }
    })
}

type SavedPayment =
  /** Paid, or on its way: the payment's screen shows which. */
  | { state: 'sent'; paymentIntentId: string }
  /** The bank asks the family to confirm on this page, which returns to `returnUrl`. */
  | { state: 'confirm'; url: string }
  /** Nothing was charged; the order has the reason. */
  | { state: 'declined'; orderId: number }

const TRIES = { max: 30, seconds: 60 * 60 }

/**
 * Pays an order with a saved method. `seen` is the total that the family was shown, in cents. One intent is paid once,
 * however often and from wherever this is called; each failure opens another attempt.
 * @throws Refused 404 if the payment is not the family's, 409 for a method that is gone or another price, 429.
 */
export const payWithSaved = (
  userId: string,
  paymentIntentId: string,
  { methodId, seen, returnUrl }: { methodId: string; seen: Cents; returnUrl: string },
): Promise<SavedPayment> =>
  translateProviderErrors(async () => {
    await limitTries(`pay-saved:${userId}`, TRIES)
    const order = (await findOwnPayment(userId, paymentIntentId))?.order
    if (!order) throw notFound(t('We couldn’t find this payment.'))
    if (isPaying(order)) return sentOf(order)
    const method = (await listPaymentMethods(userId)).find(({ id }) => id === methodId)
    if (method?.type !== order.methodType) {
      throw new Refused('method_gone', t('This payment method is no longer saved. Please choose another one.'))
    }
    if (priceBy(order, method.funding).total !== seen) throw otherPrice()
    const intent = await untouchedIntent(await reprice(order, method.funding), method.id)
    if (!intent) return sentOf((await findOrder(order.id))!)
    return outcomeOf(order.id, await confirm(intent, method.id, returnUrl))
  })

const otherPrice = () => new Refused('price_changed', t('The price has changed. Please review the new total.'))

const sentOf = ({ stripePaymentIntentId }: Order): SavedPayment => ({
  state: 'sent',
  paymentIntentId: stripePaymentIntentId!,
})

interface Ready {
  intent: Stripe.PaymentIntent
  key: string
}

/**
 * Returns the open intent of an order; a new one after a failed try, or if another method has started on it. Null if it
 * is paid or on its way.
 */
async function untouchedIntent(order: Order, methodId: string): Promise<Ready | null> {
  const started = await startPayment(order)
  if (!started) return null
  const intent = await requireProvider().stripe.paymentIntents.retrieve(started.paymentIntentId)
  // Another window has priced it for another card.
  if (intent.amount !== order.total) throw otherPrice()
  if (isFresh(intent) || isBegun(intent, methodId)) {
    return { intent, key: `order:${order.id}:saved:${intent.id}:${methodId}` }
  }
  const { fee, feeRate, total } = order
  const next = await reopenAt((await findOrder(order.id))!, { fee, feeRate, total })
  return next && untouchedIntent(next, methodId)
}

const isFresh = ({ status, last_payment_error }: Stripe.PaymentIntent) =>
  (status === 'requires_payment_method' || status === 'requires_confirmation') && !last_payment_error

/** Whether the family was at its bank's page with the same method, and may go there again. */
const isBegun = (intent: Stripe.PaymentIntent, methodId: string) =>
  intent.status === 'requires_action' &&
  confirmUrlOf(intent) !== null &&
  intent.payment_method !== null &&
  idOf(intent.payment_method) === methodId

/**
 * Returns the provider's confirmation page, which exists without `use_stripe_sdk`:
 * docs.stripe.com/api/payment_intents/object, next_action.
 */
const confirmUrlOf = ({ next_action }: Stripe.PaymentIntent): string | null => next_action?.redirect_to_url?.url ?? null

/** Confirms an intent. Returns it as it is then: also declined, or as another click has left it. */
async function confirm({ intent, key }: Ready, methodId: string, returnUrl: string): Promise<Stripe.PaymentIntent> {
  if (!isFresh(intent)) return intent
  const { paymentIntents } = requireProvider().stripe
  try {
    return await underKey(
      key,
      async (options, isFirst) => {
        const known = isFirst ? null : await paymentIntents.retrieve(intent.id)
        if (known && !isFresh(known)) return known
        return paymentIntents.confirm(intent.id, { payment_method: methodId, return_url: returnUrl }, options)
      },
      // An intent is paid only once.
      {},
    )
  } catch (error) {
    const { StripeCardError, StripeInvalidRequestError } = Stripe.errors
    if (!(error instanceof StripeCardError || error instanceof StripeInvalidRequestError)) throw error
    const known = await paymentIntents.retrieve(intent.id)
    // Refused before it was tried: by the mandate of a bank account, or because the method has just been deleted.
    if (isFresh(known)) throw new Refused('provider_refused', sayReason(error.message))
    return known
  }
}

async function outcomeOf(orderId: number, intent: Stripe.PaymentIntent): Promise<SavedPayment> {
  const { id, status } = intent
  const url = confirmUrlOf(intent)
  if (status === 'requires_action' && url) return { state: 'confirm', url }
  await syncPayment(id)
  if (status === 'succeeded' || status === 'processing' || awaitsDeposits(intent)) {
    return { state: 'sent', paymentIntentId: id }
  }
  return { state: 'declined', orderId }
}
