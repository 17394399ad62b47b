import type { Context } from '../../engine/context'
import type { CheckoutSession, PaymentIntent } from '../../types'
import { setDefaultMethod } from '../customers'
import { optionsOf } from '../payments/bank-accounts'
import { confirmPaymentIntent } from '../payments/payment-attempts'
import { attach } from '../payments/payment-methods'
import { updateSubscription } from './subscription-updates'
import { createSubscription } from './subscriptions'

interface Confirmation {
  payment_method: string
  return_url: string
}

/**
 * Subscribes from the hosted page. The subscription is created once, incomplete; trying again after a decline pays its
 * first invoice.
 * @param complete called when there is nothing to pay; otherwise the intent's change completes the session.
 */
export function subscribeFromCheckout(
  ctx: Context,
  session: CheckoutSession,
  confirmation: Confirmation,
  complete: (ctx: Context, session: CheckoutSession, changes: Partial<CheckoutSession>) => void,
): PaymentIntent | undefined {
  const started = session.subscription ? session : start(ctx, session)
  const intent = ctx.store.find('sandbox.invoice_intent', started.invoice)?.other
  if (intent) return confirmPaymentIntent(ctx, intent, confirmation, { present: true })
  const method = attach(ctx, ctx.store.get('payment_method', confirmation.payment_method), session.customer ?? '')
  updateSubscription(ctx, started.subscription ?? '', { default_payment_method: method.id })
  setDefaultMethod(ctx, session.customer ?? '', method.id)
  complete(ctx, started, { payment_status: 'no_payment_required' })
  return undefined
}

function start(ctx: Context, session: CheckoutSession): CheckoutSession {
  const { params, lines } = ctx.store.get('sandbox.checkout', session.id)
  const prices = lines.map((line) => ({ ...line, recurring: ctx.store.get('price', line.price).recurring !== null }))
  const pick = (recurring: boolean) =>
    prices.filter((line) => line.recurring === recurring).map(({ price, quantity }) => ({ price, quantity }))
  const { description, metadata, trial_end, trial_period_days, billing_cycle_anchor, proration_behavior } =
    params.subscription_data ?? {}
  const subscription = createSubscription(ctx, {
    add_invoice_items: pick(false),
    billing_cycle_anchor,
    customer: session.customer ?? '',
    description,
    items: pick(true),
    metadata,
    payment_behavior: 'default_incomplete',
    payment_settings: {
      save_default_payment_method: 'on_subscription',
      payment_method_options: optionsOf(ctx, session),
    },
    proration_behavior,
    trial_end,
    trial_period_days,
  })
  return ctx.store.update('checkout.session', session.id, {
    invoice: subscription.latest_invoice,
    subscription: subscription.id,
  })
}
