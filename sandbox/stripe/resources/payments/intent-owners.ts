import type { Context } from '../../engine/context'
import { invalidRequest } from '../../engine/errors'

/** @throws ApiError 400 for the intent of a Checkout Session that is open: only its page pays, only `expire` cancels. */
export function refuseIfOfCheckout(ctx: Context, intent: string): void {
  const session = ctx.store
    .all('checkout.session')
    .find((each) => each.payment_intent === intent || each.setup_intent === intent)
  if (session?.status !== 'open') return
  throw invalidRequest(
    'You cannot perform this action on PaymentIntents or SetupIntents created by Checkout. To cancel, expire the Checkout Session instead.',
    undefined,
    'payment_intent_unexpected_state',
  )
}

/** @throws ApiError 400 for the default payment of an invoice. */
export function refuseIfOfInvoice(ctx: Context, intent: string): void {
  if (!ctx.store.find('sandbox.invoice_intent', intent)) return
  throw invalidRequest(
    'You cannot cancel this PaymentIntent because it belongs to an invoice. Void the invoice instead.',
    undefined,
    'payment_intent_unexpected_state',
  )
}
