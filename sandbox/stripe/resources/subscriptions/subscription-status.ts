import type { Context } from '../../engine/context'
import type { Invoice, PaymentIntent, SetupIntent, Subscription } from '../../types'
import { closeInvoice, markPaid, openInvoiceOf, subscriptionOf } from '../invoices/invoice-lifecycle'
import { attach } from '../payments/payment-methods'

const DAY_MS = 24 * 60 * 60 * 1000
/** Days from each failed attempt to the next one. A bank account is tried less often. */
const RETRY_DAYS = { card: [3, 5, 7], us_bank_account: [3, 5] }

export const ENDED = ['canceled', 'incomplete_expired']

/** Changes fields of a subscription and reports their old values. */
export function changeSubscription(ctx: Context, id: string, patch: Partial<Subscription>): Subscription {
  const before = ctx.store.get('subscription', id)
  const after = ctx.store.update('subscription', id, patch)
  const fields = Object.keys(patch) as (keyof Subscription)[]
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  if (changed.length > 0) {
    const previous = Object.fromEntries(changed.map((field) => [field, before[field]]))
    ctx.events.emit('customer.subscription.updated', after, previous)
  }
  return after
}

/** Ends a subscription. Open invoices stay open; nothing is collected automatically anymore. */
export function endSubscription(
  ctx: Context,
  id: string,
  reason: 'cancellation_requested' | 'payment_failed',
  details: { comment?: string; feedback?: string } = {},
): Subscription {
  const before = ctx.store.get('subscription', id)
  const now = ctx.clock.seconds()
  for (const kind of ['end_period', 'expire_incomplete'] as const) ctx.jobs.cancel(kind, id)
  for (const invoice of ctx.store.all('invoice').filter((each) => subscriptionOf(each) === id)) {
    ctx.jobs.cancel('finalize_invoice', invoice.id)
    ctx.jobs.cancel('retry_invoice', invoice.id)
    if (invoice.status === 'draft' || invoice.status === 'open') {
      ctx.store.update('invoice', invoice.id, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      })
    }
  }
  const ended = ctx.store.update('subscription', id, {
    cancel_at_period_end: false,
    canceled_at: before.canceled_at ?? now,
    cancellation_details: {
      comment: details.comment ?? before.cancellation_details?.comment ?? null,
      feedback: details.feedback ?? before.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
    ended_at: now,
    pending_setup_intent: null,
    status: 'canceled',
  })
  ctx.events.emit('customer.subscription.deleted', ended)
  return ended
}

/** Ends a subscription whose first payment was not made within 23 hours. */
export function expireIncomplete(ctx: Context, id: string): void {
  const subscription = ctx.store.get('subscription', id)
  if (subscription.status !== 'incomplete') return
  ctx.jobs.cancel('end_period', id)
  if (subscription.latest_invoice) closeInvoice(ctx, subscription.latest_invoice, 'void')
  changeSubscription(ctx, id, { status: 'incomplete_expired', ended_at: ctx.clock.seconds() })
}

/** Updates the subscription after the payment of an invoice. */
export function followIntent(ctx: Context, id: string): void {
  ctx.jobs.cancel('follow_intent', id)
  const intent = ctx.store.find('payment_intent', id)
  if (intent) subscriptionAfterIntent(ctx, intent)
}

/** Follows the intent of an invoice or of a subscription's first payment method. */
export function subscriptionAfterIntent(ctx: Context, intent: PaymentIntent | SetupIntent): void {
  if (intent.object === 'setup_intent') {
    afterSetup(ctx, intent)
    return
  }
  const invoice = openInvoiceOf(ctx, intent)
  if (!invoice) return
  const subscription = ctx.store.find('subscription', subscriptionOf(invoice))
  if (intent.status === 'requires_action') {
    // A payment that Stripe itself tries, with nobody present, counts as a failed attempt.
    if (ctx.isCollecting) afterFailedPayment(ctx, invoice)
    ctx.events.emit('invoice.payment_action_required', ctx.store.get('invoice', invoice.id))
  } else if (intent.status === 'requires_payment_method') {
    afterFailedPayment(ctx, invoice, intent.last_payment_error?.payment_method?.type)
  } else if (intent.status === 'succeeded' || intent.status === 'processing') {
    if (intent.status === 'succeeded') {
      if (subscription) keepMethod(ctx, subscription, intent.payment_method)
      markPaid(ctx, invoice)
    }
    if (subscription) activate(ctx, subscription.id, intent.status === 'succeeded')
  }
}

/** Handles an invoice that was paid elsewhere. */
export function afterPaidElsewhere(ctx: Context, invoice: Invoice): void {
  const subscription = ctx.store.find('subscription', subscriptionOf(invoice))
  if (subscription) activate(ctx, subscription.id, true)
}

/** Handles an invoice that could not be paid: the subscription is past due, and payment is tried again a few times. */
export function afterFailedPayment(ctx: Context, invoice: Invoice, methodType?: string): void {
  const attempts = invoice.attempt_count + 1
  const subscription = ctx.store.find('subscription', subscriptionOf(invoice))
  const isRunning = subscription && ['active', 'past_due'].includes(subscription.status)
  const schedule = methodType === 'us_bank_account' ? RETRY_DAYS.us_bank_account : RETRY_DAYS.card
  const wait = isRunning ? schedule[attempts - 1] : undefined
  const next = wait === undefined ? null : ctx.clock.milliseconds() + wait * DAY_MS
  if (next !== null) ctx.jobs.schedule('retry_invoice', invoice.id, next)
  const failed = ctx.store.update('invoice', invoice.id, {
    attempt_count: attempts,
    attempted: true,
    next_payment_attempt: next === null ? null : Math.floor(next / 1000),
  })
  ctx.events.emit('invoice.payment_failed', failed)
  if (!isRunning) return
  if (next === null && attempts > schedule.length) endSubscription(ctx, subscription.id, 'payment_failed')
  else changeSubscription(ctx, subscription.id, { status: 'past_due' })
}

/** Makes the payment method that paid the subscription's own, if requested, whatever it was before. */
function keepMethod(ctx: Context, subscription: Subscription, method: string | null): void {
  if (!method || ctx.store.find('payment_method', method)?.customer !== subscription.customer) return
  if (subscription.payment_settings?.save_default_payment_method !== 'on_subscription') return
  changeSubscription(ctx, subscription.id, { default_payment_method: method })
}

function activate(ctx: Context, id: string, isPaid: boolean): void {
  const { status, trial_end } = ctx.store.get('subscription', id)
  if (status === 'incomplete' || (status === 'past_due' && isPaid && !hasOpenInvoice(ctx, id))) {
    ctx.jobs.cancel('expire_incomplete', id)
    const isTrial = trial_end !== null && trial_end > ctx.clock.seconds()
    changeSubscription(ctx, id, { status: isTrial ? 'trialing' : 'active' })
  }
}

function hasOpenInvoice(ctx: Context, subscription: string): boolean {
  return ctx.store.all('invoice').some((each) => each.status === 'open' && subscriptionOf(each) === subscription)
}

function afterSetup(ctx: Context, intent: SetupIntent): void {
  if (intent.status !== 'succeeded') return
  const subscription = ctx.store.all('subscription').find((each) => each.pending_setup_intent === intent.id)
  if (!subscription) return
  const method = ctx.store.find('payment_method', intent.payment_method)
  if (method && intent.customer) attach(ctx, method, intent.customer)
  changeSubscription(ctx, subscription.id, {
    default_payment_method: subscription.default_payment_method ?? intent.payment_method,
    pending_setup_intent: null,
  })
}
