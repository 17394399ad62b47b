import type { Context } from '../../engine/context'
import { missingParam } from '../../engine/errors'
import { type Route, route } from '../../engine/router'
import type { Objects, ParamTypes, PaymentMethod } from '../../types'
import { createPaymentMethod, resolvePaymentMethod } from './payment-methods'

type ConfirmationToken = Objects['confirmation_token']

const KEPT_SECONDS = 12 * 60 * 60

/** A token for the payment details a person has entered and not yet confirmed with. */
function createConfirmationToken(ctx: Context, params: ParamTypes['ConfirmationTokenCreate']): ConfirmationToken {
  if (!params.payment_method && !params.payment_method_data) throw missingParam('payment_method_data')
  const method = params.payment_method
    ? resolvePaymentMethod(ctx, params.payment_method)
    : createPaymentMethod(ctx, params.payment_method_data ?? {})
  const { id: _, object: __, created: ___, livemode: ____, metadata: _____, ...preview } = method
  const token = ctx.store.create('confirmation_token', ctx.clock.seconds(), {
    expires_at: ctx.clock.seconds() + KEPT_SECONDS,
    payment_method_preview: preview as ConfirmationToken['payment_method_preview'],
    return_url: params.return_url ?? null,
    setup_future_usage: params.setup_future_usage ?? null,
    use_stripe_sdk: true,
  })
  ctx.store.put('sandbox.token_method', { id: token.id, method: method.id })
  return token
}

/** The payment method behind a confirmation token. */
export function methodOfToken(ctx: Context, token: string): PaymentMethod {
  ctx.store.get('confirmation_token', token, 'confirmation_token')
  return ctx.store.get('payment_method', ctx.store.get('sandbox.token_method', token).method)
}

export const confirmationTokenRoutes: Route[] = [
  route('POST', 'test_helpers/confirmation_tokens', 'ConfirmationTokenCreate', (ctx, { params }) =>
    createConfirmationToken(ctx, params),
  ),
  // What Stripe.js calls; the documented API has no such address.
  route(
    'POST',
    'confirmation_tokens',
    'ConfirmationTokenOfBrowser',
    (ctx, { params }) => createConfirmationToken(ctx, params),
    {
      publishable: true,
    },
  ),
  route('GET', 'confirmation_tokens/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('confirmation_token', id)),
]
