import type { Context } from '../engine/context'
import { invalidRequest } from '../engine/errors'
import type { CheckoutSession, PaymentIntent, SetupIntent } from '../types'
import { createCustomer } from './customers'
import { isAwaitingDeposits, optionsOf } from './payments/bank-accounts'
import { confirmPaymentIntent } from './payments/payment-attempts'
import { createPaymentIntent } from './payments/payment-intents'
import type { PaymentMethodData } from './payments/payment-method-details'
import { createPaymentMethod } from './payments/payment-methods'
import { confirmSetupIntent, createSetupIntent } from './payments/setup-intents'
import { subscribeFromCheckout } from './subscriptions/subscription-checkout'

/**
 * Handles the hosted page's button. Trying again after a decline uses the same intent.
 * @returns where the browser goes next: the success URL, or the 3-D Secure page.
 * @throws ApiError 402 when declined, 400 when the session is not open.
 */
export function submitCheckout(ctx: Context, id: string, data: PaymentMethodData, email?: string): string {
  const session = withCustomer(ctx, ctx.store.get('checkout.session', id), email)
  if (session.status !== 'open') throw invalidRequest(`This Checkout Session is ${session.status}.`)
  const method = createPaymentMethod(ctx, data)
  const intent = attempt(ctx, session, method.id)
  const challenge = intent?.next_action?.redirect_to_url?.url
  return challenge ?? successUrl(ctx.store.get('checkout.session', id))
}

/** Returns the success address, with the session's ID filled in. */
export function successUrl(session: CheckoutSession): string {
  return (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)
}

/** Marks the session as done. `paid` is false while a bank payment is on its way. */
function completeCheckout(ctx: Context, session: CheckoutSession, changes: Partial<CheckoutSession>): void {
  const customer = ctx.store.find('customer', session.customer)
  ctx.jobs.cancel('expire_checkout', session.id)
  const complete = ctx.store.update('checkout.session', session.id, {
    ...changes,
    customer_details: {
      address: null,
      business_name: null,
      email: customer?.email ?? session.customer_email,
      individual_name: null,
      name: customer?.name ?? null,
      phone: customer?.phone ?? null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    status: 'complete',
    url: null,
  })
  ctx.events.emit('checkout.session.completed', complete)
}

/** Follows the intent of a session: completes it, and later reports the result of a bank payment. */
export function checkoutAfterIntent(ctx: Context, intent: PaymentIntent | SetupIntent): void {
  const session = sessionOf(ctx, intent)
  if (!session) return
  const isPaid = intent.status === 'succeeded'
  if (session.status === 'open' && (isPaid || intent.status === 'processing' || isAwaitingDeposits(intent))) {
    completeCheckout(ctx, session, session.mode === 'setup' ? {} : { payment_status: isPaid ? 'paid' : 'unpaid' })
    return
  }
  if (session.status !== 'complete' || session.payment_status !== 'unpaid') return
  if (isPaid) {
    const paid = ctx.store.update('checkout.session', session.id, { payment_status: 'paid' })
    ctx.events.emit('checkout.session.async_payment_succeeded', paid)
  } else if (intent.status === 'requires_payment_method') {
    ctx.events.emit('checkout.session.async_payment_failed', session)
  }
}

function attempt(
  ctx: Context,
  session: CheckoutSession,
  payment_method: string,
): PaymentIntent | SetupIntent | undefined {
  const confirmation = { payment_method, return_url: ctx.url(`/c/pay/${session.id}`) }
  const { params } = ctx.store.get('sandbox.checkout', session.id)
  if (session.mode === 'subscription') return subscribeFromCheckout(ctx, session, confirmation, completeCheckout)
  if (session.mode === 'setup') {
    const id = session.setup_intent ?? startSetup(ctx, session, params.setup_intent_data ?? {})
    return confirmSetupIntent(ctx, id, confirmation)
  }
  const id = session.payment_intent ?? startPayment(ctx, session, params.payment_intent_data ?? {})
  return confirmPaymentIntent(ctx, id, confirmation, { present: true })
}

function startPayment(ctx: Context, session: CheckoutSession, data: object): string {
  const intent = createPaymentIntent(ctx, {
    ...data,
    allowed_payment_method_types: session.payment_method_types,
    payment_method_options: optionsOf(ctx, session),
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'usd',
    ...(session.customer && { customer: session.customer }),
  })
  ctx.store.update('checkout.session', session.id, { payment_intent: intent.id })
  return intent.id
}

function startSetup(ctx: Context, session: CheckoutSession, data: object): string {
  const intent = createSetupIntent(ctx, {
    ...data,
    allowed_payment_method_types: session.payment_method_types,
    payment_method_options: optionsOf(ctx, session),
    ...(session.customer && { customer: session.customer }),
  })
  ctx.store.update('checkout.session', session.id, { setup_intent: intent.id })
  return intent.id
}

function withCustomer(ctx: Context, session: CheckoutSession, email: string | undefined): CheckoutSession {
  if (session.customer) return session
  const { params } = ctx.store.get('sandbox.checkout', session.id)
  const address = session.customer_email ?? email ?? null
  const known = ctx.store.update('checkout.session', session.id, { customer_email: address })
  if (session.mode !== 'subscription' && params.customer_creation !== 'always') return known
  const customer = createCustomer(ctx, address ? { email: address } : {})
  return ctx.store.update('checkout.session', session.id, { customer: customer.id })
}

function sessionOf(ctx: Context, intent: PaymentIntent | SetupIntent): CheckoutSession | undefined {
  const invoice = ctx.store.find('sandbox.invoice_intent', intent.id)?.other
  return ctx.store
    .all('checkout.session')
    .find(
      (session) =>
        session.payment_intent === intent.id ||
        session.setup_intent === intent.id ||
        (invoice !== undefined && session.invoice === invoice),
    )
}
