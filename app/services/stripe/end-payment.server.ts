import Stripe from 'stripe'
import { requireProvider } from './stripe.server'

export const isOpenIntent = (intent: Stripe.PaymentIntent) =>
  ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)

/** Closes an object and returns it. The provider refuses to close one that has changed since it was read: then it is read again. */
async function orAsItIsNow<T>(close: () => Promise<T>, read: () => Promise<T>): Promise<T> {
  try {
    return await close()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return read()
  }
}

/** Cancels an intent. Returns it as it is afterward: one that was paid in the meantime is not canceled. */
export async function cancelIntent(id: string): Promise<Stripe.PaymentIntent> {
  const { paymentIntents } = requireProvider().stripe
  const read = () => paymentIntents.retrieve(id)
  const intent = await read()
  return isOpenIntent(intent) ? orAsItIsNow(() => paymentIntents.cancel(id), read) : intent
}

/** Expires a session. Returns it as it is afterward: one that was completed in the meantime is not expired. */
export async function expireSession(id: string): Promise<Stripe.Checkout.Session> {
  const { sessions } = requireProvider().stripe.checkout
  const read = () => sessions.retrieve(id)
  const session = await read()
  return session.status === 'open' ? orAsItIsNow(() => sessions.expire(id), read) : session
}

/** Closes a payment or a Checkout page, by its ID, so that no one can pay it anymore. One that was paid stays paid. */
export const endPayment = (id: string) => (id.startsWith('cs_') ? expireSession(id) : cancelIntent(id))
