import type { Context } from '../../engine/context'
import { ApiError, invalidRequest, isDecline, missingParam } from '../../engine/errors'
import { page } from '../../engine/lists'
import { refuse } from '../../engine/not-implemented'
import { type Route, route } from '../../engine/router'
import type { Invoice, ParamTypes, Price, Subscription } from '../../types'
import { addIntervals, nextDayOfMonth, type Period, periodAround, sharedInterval } from '../invoices/billing-periods'
import { draftInvoice, finalizeInvoice, payInvoice } from '../invoices/invoice-lifecycle'
import { invoiceItemLine, itemLine, type LineDraft, pendingItems } from '../invoices/invoice-lines'
import { mergeMetadata } from '../metadata'
import { bankOptions } from '../payments/bank-accounts'
import { createSetupIntent } from '../payments/setup-intents'
import { amountOf, type PriceData, productName, resolvePrice } from '../prices'
import { hasMethod, scheduleEndOfPeriod } from './subscription-cycle'
import { createItem, itemList, priceOf, refuseTooMany } from './subscription-items'
import { changeSubscription, ENDED } from './subscription-status'
import { cancelSubscription, requireOwnMethod, updateSubscription } from './subscription-updates'

type CreateParams = ParamTypes['SubscriptionCreate']

const DAY_SECONDS = 24 * 60 * 60
const INCOMPLETE_SECONDS = 23 * 60 * 60

/**
 * Starts a subscription with its first invoice, which is finalized at once. Without money due it is active or trialing; else it is
 * incomplete until that invoice is paid.
 *
 * @throws ApiError 400 without items, interval or payment method; 402 for a decline with `error_if_incomplete`.
 */
export function createSubscription(ctx: Context, params: CreateParams): Subscription {
  refuse(params, ['backdate_start_date', 'discounts', 'billing_schedules', 'pending_invoice_item_interval'])
  if (params.collection_method === 'send_invoice') refuse(params, ['collection_method'])
  if (params.cancel_at !== undefined && typeof params.cancel_at !== 'number') refuse(params, ['cancel_at'])
  if (params.payment_behavior === 'pending_if_incomplete') refuse(params, ['payment_behavior'])
  if (params.trial_settings?.end_behavior.missing_payment_method === 'pause') refuse(params, ['trial_settings'])
  if (params.automatic_tax?.enabled) refuse(params, ['automatic_tax'])
  if (!params.customer) throw missingParam('customer')
  if (!params.items?.length) throw missingParam('items')
  refuseTooMany(params.items.length, 'items')
  refuseTooMany(params.add_invoice_items?.length ?? 0, 'add_invoice_items')
  const customer = ctx.store.get('customer', params.customer, 'customer')
  const now = ctx.clock.seconds()
  const trialEnd = trialEndOf(params, now)
  const anchor = anchorOf(params, trialEnd ?? now, now)
  const draft = ctx.store.create('subscription', now, {
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    collection_method: 'charge_automatically',
    currency: params.currency ?? 'usd',
    customer: customer.id,
    default_payment_method: requireOwnMethod(ctx, customer.id, params.default_payment_method),
    description: params.description ?? null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    metadata: mergeMetadata({}, params.metadata),
    payment_settings: {
      payment_method_options: bankOptions(params.payment_settings ?? {}),
      payment_method_types: params.payment_settings?.payment_method_types || null,
      save_default_payment_method: params.payment_settings?.save_default_payment_method ?? 'off',
    },
    start_date: now,
    status: 'incomplete',
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: 'create_invoice',
        ...params.trial_settings?.end_behavior,
      },
    },
    trial_start: trialEnd === null ? null : now,
  })
  const prices = params.items.map((item, index) =>
    resolvePrice(ctx, item as { price?: string; price_data?: PriceData }, `items[${index}]`),
  )
  const { period, full } = firstPeriod(prices, { now, anchor, trialEnd })
  const items = params.items.map((item, index) =>
    createItem(ctx, draft.id, { ...item, price_data: undefined, price: prices[index]?.id }, period),
  )
  const started = ctx.store.update('subscription', draft.id, {
    ...cancellation(params, period, now),
    currency: prices[0]?.currency ?? draft.currency,
    items: itemList(draft.id, items),
  })
  const share = trialEnd === null ? (period.end - period.start) / (full.end - full.start) : 0
  const isFree = share < 1 && trialEnd === null && params.proration_behavior === 'none'
  const lines = isFree
    ? []
    : items.map((item) => itemLine(ctx, item, period, share, trialEnd ? 'Trial period for ' : ''))
  return firstPayment(
    ctx,
    started,
    [...lines, ...oneOffLines(ctx, params, period), ...pendingLines(ctx, started)],
    params,
  )
}

function firstPayment(ctx: Context, started: Subscription, lines: LineDraft[], params: CreateParams): Subscription {
  const { id, customer, currency } = started
  const draft = draftInvoice(ctx, { customer, currency, reason: 'subscription_create', subscription: started }, lines)
  const begun = ctx.store.update('subscription', id, { latest_invoice: draft.id })
  ctx.events.emit('customer.subscription.created', begun)
  const invoice = finalizeInvoice(ctx, draft.id)
  scheduleEndOfPeriod(ctx, begun)
  if (invoice.status === 'paid') return beginWithoutPayment(ctx, begun)
  ctx.jobs.schedule('expire_incomplete', id, ctx.clock.milliseconds() + INCOMPLETE_SECONDS * 1000)
  if (params.payment_behavior !== 'default_incomplete') attemptFirst(ctx, invoice, params)
  return ctx.store.get('subscription', id)
}

function attemptFirst(ctx: Context, invoice: Invoice, params: CreateParams): void {
  try {
    const tried = payInvoice(ctx, invoice.id)
    if (params.payment_behavior === 'error_if_incomplete' && tried.status === 'open') refuseIfActionRequired(ctx, tried)
  } catch (error) {
    if (!isDecline(error)) throw error
    if (params.payment_behavior === 'error_if_incomplete') {
      throw new ApiError(error.status, 'card_error', error.message, error.body.error)
    }
  }
}

function refuseIfActionRequired(ctx: Context, invoice: Invoice): void {
  const intent = ctx.store.find('payment_intent', ctx.store.find('sandbox.invoice_intent', invoice.id)?.other)
  if (intent?.status !== 'requires_action') return
  throw new ApiError(
    402,
    'card_error',
    'Payment for this subscription requires additional user action before it can be completed successfully.',
    { code: 'subscription_payment_intent_requires_action' },
  )
}

/** Creates a setup intent for the later payment method, because nothing is due yet. */
function beginWithoutPayment(ctx: Context, subscription: Subscription): Subscription {
  const setup = hasMethod(ctx, subscription)
    ? undefined
    : createSetupIntent(ctx, {
        customer: subscription.customer,
        usage: 'off_session',
        payment_method_options: subscription.payment_settings?.payment_method_options as object | undefined,
        ...(subscription.payment_settings?.payment_method_types && {
          allowed_payment_method_types: subscription.payment_settings.payment_method_types,
        }),
      })
  return changeSubscription(ctx, subscription.id, {
    pending_setup_intent: setup?.id ?? null,
    status: subscription.trial_end === null ? 'active' : 'trialing',
  })
}

function trialEndOf(params: CreateParams, now: number): number | null {
  if (params.trial_period_days) return now + params.trial_period_days * DAY_SECONDS
  if (params.trial_end === undefined || params.trial_end === 'now') return null
  if (params.trial_end <= now) throw invalidRequest('`trial_end` must be in the future.', 'trial_end')
  return params.trial_end
}

function anchorOf(params: CreateParams, standard: number, now: number): number {
  if (params.billing_cycle_anchor_config) return nextDayOfMonth(now, params.billing_cycle_anchor_config)
  const anchor = params.billing_cycle_anchor
  if (anchor === undefined) return standard
  if (anchor < now) throw invalidRequest('`billing_cycle_anchor` cannot be in the past.', 'billing_cycle_anchor')
  return anchor
}

function firstPeriod(
  prices: Price[],
  { now, anchor, trialEnd }: { now: number; anchor: number; trialEnd: number | null },
): { period: Period; full: Period } {
  const interval = sharedInterval(prices)
  if (anchor > addIntervals(trialEnd ?? now, interval, 1)) {
    throw invalidRequest(
      '`billing_cycle_anchor` cannot be later than the next natural billing date.',
      'billing_cycle_anchor',
    )
  }
  const full = periodAround(anchor, interval, now)
  return { full, period: { start: now, end: trialEnd ?? full.end } }
}

function cancellation(params: CreateParams, period: Period, now: number): Partial<Subscription> {
  if (params.cancel_at_period_end) return { cancel_at: period.end, canceled_at: now }
  return typeof params.cancel_at === 'number' ? { cancel_at: params.cancel_at, canceled_at: now } : {}
}

function oneOffLines(ctx: Context, params: CreateParams, period: Period): LineDraft[] {
  return (params.add_invoice_items ?? []).map((item, index) => {
    const price = resolvePrice(ctx, item as { price?: string; price_data?: PriceData }, `add_invoice_items[${index}]`)
    const quantity = item.quantity ?? 1
    return { amount: amountOf(price, quantity), description: productName(ctx, price), quantity, period, price }
  })
}

function pendingLines(ctx: Context, { customer, id }: Subscription): LineDraft[] {
  return pendingItems(ctx, customer, id).map(invoiceItemLine)
}

function hasStatus(subscription: Subscription, wanted: string | undefined): boolean {
  if (wanted === 'all') return true
  if (wanted === 'ended') return ENDED.includes(subscription.status)
  return wanted ? subscription.status === wanted : subscription.status !== 'canceled'
}

export const subscriptionRoutes: Route[] = [
  route('POST', 'subscriptions', 'SubscriptionCreate', (ctx, { params }) => createSubscription(ctx, params)),
  route('GET', 'subscriptions', 'SubscriptionList', (ctx, { params, url }) => {
    const rows = ctx.store
      .all('subscription')
      .filter(
        (subscription) =>
          (!params.customer || subscription.customer === params.customer) &&
          (!params.price || subscription.items.data.some((item) => priceOf(item).id === params.price)) &&
          hasStatus(subscription, params.status),
      )
    return page(rows, params, url)
  }),
  route('GET', 'subscriptions/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('subscription', id)),
  route('POST', 'subscriptions/:id', 'SubscriptionUpdate', (ctx, { id, params }) =>
    updateSubscription(ctx, id, params),
  ),
  route('DELETE', 'subscriptions/:id', 'SubscriptionCancel', (ctx, { id, params }) =>
    cancelSubscription(ctx, id, params),
  ),
]
