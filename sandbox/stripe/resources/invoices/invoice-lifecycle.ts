import type { Context } from '../../engine/context'
import { ApiError, invalidRequest } from '../../engine/errors'
import { whole } from '../../engine/lists'
import { randomText } from '../../engine/store'
import type { Invoice, PaymentIntent, Subscription } from '../../types'
import { confirmPaymentIntent } from '../payments/payment-attempts'
import { cancelPaymentIntent, createPaymentIntent, SMALLEST_AMOUNT } from '../payments/payment-intents'
import type { Period } from './billing-periods'
import { addLines, type LineDraft } from './invoice-lines'

const DRAFT_SECONDS = 60 * 60
const DESCRIPTIONS: Record<string, string> = {
  subscription_create: 'Subscription creation',
  subscription_update: 'Subscription update',
  manual: 'Invoice payment',
}

/** Creates a draft with these lines. */
export function draftInvoice(
  ctx: Context,
  about: { customer: string; currency: string; reason: string; subscription?: Subscription; period?: Period },
  lines: LineDraft[],
): Invoice {
  const { customer: id, subscription } = about
  const customer = ctx.store.find('customer', id)
  const now = ctx.clock.seconds()
  const draft = ctx.store.create('invoice', now, {
    account_country: 'US',
    account_name: 'Sandbox',
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: about.reason,
    collection_method: 'charge_automatically',
    currency: about.currency,
    customer: id,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_tax_exempt: 'none',
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    metadata: {},
    parent: subscription
      ? {
          type: 'subscription_details',
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
        }
      : null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: (subscription?.payment_settings?.payment_method_options ??
        null) as Invoice['payment_settings']['payment_method_options'],
      payment_method_types: subscription?.payment_settings?.payment_method_types ?? null,
    },
    period_end: about.period?.end ?? now,
    period_start: about.period?.start ?? now,
    starting_balance: customer?.balance ?? 0,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  })
  const invoice = addLines(ctx, draft.id, lines)
  ctx.events.emit('invoice.created', invoice)
  return invoice
}

/** Schedules a draft to be finalized and paid automatically after an hour. */
export function scheduleFinalization(ctx: Context, id: string): Invoice {
  const automatically_finalizes_at = ctx.clock.seconds() + DRAFT_SECONDS
  ctx.jobs.schedule('finalize_invoice', id, automatically_finalizes_at * 1000)
  return ctx.store.update('invoice', id, { auto_advance: true, automatically_finalizes_at })
}

/** Fixes the lines, applies the customer's balance and creates the intent that pays the rest. A zero invoice is paid at once. */
export function finalizeInvoice(ctx: Context, id: string): Invoice {
  const draft = ctx.store.get('invoice', id)
  if (draft.status !== 'draft')
    throw invalidRequest(`This invoice is ${draft.status}.`, 'invoice', 'invoice_not_editable')
  ctx.jobs.cancel('finalize_invoice', id)
  const now = ctx.clock.seconds()
  const customer = ctx.store.find('customer', draft.customer)
  const balance = customer?.balance ?? 0
  const owed = draft.total + balance
  // Stripe adds an amount that is too small to charge to the next invoice.
  const due = owed < SMALLEST_AMOUNT ? 0 : owed
  if (customer) ctx.store.update('customer', customer.id, { balance: owed - due })
  const url = ctx.url(`/invoices/${id}`)
  const open = ctx.store.update('invoice', id, {
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: owed - due,
    hosted_invoice_url: url,
    invoice_pdf: url,
    number: `SBX-${String(ctx.store.all('invoice').filter((each) => each.number).length + 1).padStart(4, '0')}`,
    starting_balance: balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  })
  ctx.events.emit('invoice.finalized', open)
  if (due === 0) return markPaid(ctx, open)
  createIntentFor(ctx, open)
  return open
}

/**
 * Tries to pay an open invoice with the given or the default payment method.
 *
 * @throws ApiError 402 when declined, 400 when there is nothing to pay it with.
 */
export function payInvoice(ctx: Context, id: string, paymentMethod?: string): Invoice {
  const invoice = ctx.store.get('invoice', id)
  if (invoice.status !== 'open') throw invalidRequest(`Invoice is already ${invoice.status}.`, 'invoice')
  const method = paymentMethod ?? defaultMethodOf(ctx, invoice)
  if (!method) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method.',
      'payment_method',
      'resource_missing',
    )
  }
  const { other: intent } = ctx.store.get('sandbox.invoice_intent', id)
  ctx.isCollecting = true
  try {
    confirmPaymentIntent(ctx, intent, { payment_method: method, off_session: true })
  } finally {
    ctx.isCollecting = false
  }
  return ctx.store.get('invoice', id)
}

/** Finalizes a draft and tries to pay it; a failure is reported by events and the subscription's status. */
export function collectInvoice(ctx: Context, id: string): void {
  const invoice = ctx.store.find('invoice', id)
  if (invoice?.status === 'draft') {
    if (isHeldBack(ctx, invoice)) return
    finalizeInvoice(ctx, id)
  }
  if (ctx.store.find('invoice', id)?.status !== 'open') return
  try {
    payInvoice(ctx, id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!error.keepsChanges) ctx.invoicePaymentFailed(ctx.store.get('invoice', id))
  }
}

/** Marks the invoice as settled, by money or because nothing was due. */
export function markPaid(ctx: Context, invoice: Invoice): Invoice {
  const now = ctx.clock.seconds()
  const open = ctx.store.all('invoice_payment').filter((each) => each.invoice === invoice.id && each.status === 'open')
  for (const payment of open) {
    const done = ctx.store.update('invoice_payment', payment.id, {
      amount_paid: payment.amount_requested,
      status: 'paid',
      status_transitions: { ...payment.status_transitions, paid_at: now },
    })
    ctx.events.emit('invoice_payment.paid', done)
  }
  ctx.jobs.cancel('retry_invoice', invoice.id)
  const paid = ctx.store.update('invoice', invoice.id, {
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.amount_due > 0 ? invoice.attempt_count + 1 : 0,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  ctx.events.emit('invoice.paid', paid)
  ctx.events.emit('invoice.payment_succeeded', paid)
  return paid
}

/** Marks an invoice as paid elsewhere, by check for example: the intent is canceled, and a payment record is added. */
export function markPaidOutOfBand(ctx: Context, id: string): Invoice {
  const invoice = ctx.store.get('invoice', id)
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') {
    throw invalidRequest(`Invoice is already ${invoice.status}.`, 'invoice')
  }
  const intent = ctx.store.find('payment_intent', ctx.store.find('sandbox.invoice_intent', id)?.other)
  if (intent?.status === 'processing') {
    throw invalidRequest('This invoice has a payment on its way.', 'invoice', 'payment_intent_unexpected_state')
  }
  const now = ctx.clock.seconds()
  if (intent) cancelPaymentIntent(ctx, intent.id, 'automatic')
  for (const payment of ctx.store.all('invoice_payment').filter((each) => each.invoice === id)) {
    ctx.store.update('invoice_payment', payment.id, {
      status: 'canceled',
      status_transitions: { ...payment.status_transitions, canceled_at: now },
    })
  }
  ctx.store.create('invoice_payment', now, {
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    invoice: id,
    is_default: false,
    payment: { type: 'payment_record', payment_record: `pr_${randomText()}` },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  const paid = markPaid(ctx, invoice)
  ctx.invoicePaid(paid)
  return paid
}

/** Closes an invoice that is no longer owed: its intent is canceled. */
export function closeInvoice(ctx: Context, id: string, status: 'void' | 'uncollectible'): Invoice {
  const invoice = ctx.store.get('invoice', id)
  if (!['open', 'uncollectible'].includes(invoice.status ?? ''))
    throw invalidRequest(`This invoice is ${invoice.status}.`)
  ctx.jobs.cancel('retry_invoice', id)
  const now = ctx.clock.seconds()
  const intent = ctx.store.find('payment_intent', ctx.store.find('sandbox.invoice_intent', id)?.other)
  if (status === 'void' && intent && !['succeeded', 'canceled', 'processing'].includes(intent.status)) {
    cancelPaymentIntent(ctx, intent.id, 'void_invoice')
  }
  const closed = ctx.store.update('invoice', id, {
    next_payment_attempt: null,
    status,
    status_transitions: {
      ...invoice.status_transitions,
      ...(status === 'void' ? { voided_at: now } : { marked_uncollectible_at: now }),
    },
    ...(status === 'void' && { amount_remaining: 0 }),
  })
  ctx.events.emit(status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible', closed)
  return closed
}

/** The id of the subscription an invoice is for. */
/** Whether collection is paused: docs.stripe.com/billing/subscriptions/pause-payment describes the invoices of that time. */
function isHeldBack(ctx: Context, invoice: Invoice): boolean {
  const { id } = invoice
  const subscription = subscriptionOf(invoice)
  const paused = subscription ? ctx.store.find('subscription', subscription)?.pause_collection : null
  if (!paused || (paused.resumes_at ?? Number.POSITIVE_INFINITY) <= ctx.clock.seconds()) return false
  if (paused.behavior === 'keep_as_draft') ctx.store.update('invoice', id, { auto_advance: false })
  else closeInvoice(ctx, finalizeInvoice(ctx, id).id, paused.behavior === 'void' ? 'void' : 'uncollectible')
  return true
}

export function subscriptionOf(invoice: Invoice): string | undefined {
  return invoice.parent?.subscription_details?.subscription
}

/** Returns the open invoice that an intent pays. */
export function openInvoiceOf(ctx: Context, intent: PaymentIntent): Invoice | undefined {
  const invoice = ctx.store.find('invoice', ctx.store.find('sandbox.invoice_intent', intent.id)?.other)
  return invoice?.status === 'open' || invoice?.status === 'uncollectible' ? invoice : undefined
}

function defaultMethodOf(ctx: Context, invoice: Invoice): string | null | undefined {
  const subscription = ctx.store.find('subscription', subscriptionOf(invoice))
  const customer = ctx.store.find('customer', invoice.customer)
  return (
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    customer?.invoice_settings.default_payment_method
  )
}

function createIntentFor(ctx: Context, invoice: Invoice): void {
  const intent = createPaymentIntent(ctx, {
    ...(invoice.payment_settings.payment_method_types && {
      allowed_payment_method_types: invoice.payment_settings.payment_method_types,
    }),
    payment_method_options: (invoice.payment_settings.payment_method_options ?? undefined) as object | undefined,
    amount: invoice.amount_due,
    currency: invoice.currency,
    ...(invoice.customer && { customer: invoice.customer }),
    description: invoice.description ?? DESCRIPTIONS[invoice.billing_reason ?? ''] ?? 'Subscription renewal',
    ...(invoice.parent && { setup_future_usage: 'off_session' }),
  })
  ctx.store.put('sandbox.invoice_intent', { id: invoice.id, other: intent.id })
  ctx.store.put('sandbox.invoice_intent', { id: intent.id, other: invoice.id })
  ctx.store.create('invoice_payment', ctx.clock.seconds(), {
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
}

/** Returns `invoice.payments`. */
export function paymentsOf(ctx: Context, invoice: string) {
  return whole(
    ctx.store.all('invoice_payment').filter((payment) => payment.invoice === invoice),
    '/v1/invoice_payments',
  )
}

/** Returns `invoice.confirmation_secret`, with which Stripe.js confirms the payment of an open invoice. */
export function confirmationSecretOf(ctx: Context, invoice: string) {
  const intent = ctx.store.find('payment_intent', ctx.store.find('sandbox.invoice_intent', invoice)?.other)
  return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
}
