import type { Context } from '../../engine/context'
import { ApiError, invalidRequest, isDecline, noSuch } from '../../engine/errors'
import { refuse } from '../../engine/not-implemented'
import type { ParamTypes, Subscription, SubscriptionItem } from '../../types'
import { periodAround, sharedInterval } from '../invoices/billing-periods'
import { draftInvoice, finalizeInvoice, payInvoice } from '../invoices/invoice-lifecycle'
import { invoiceItemLine, itemLine, type LineDraft, pendingItems } from '../invoices/invoice-lines'
import { prorate } from '../invoices/prorations'
import { mergeMetadata } from '../metadata'
import { bankOptions } from '../payments/bank-accounts'
import { currentPeriod, scheduleEndOfPeriod, withPeriod } from './subscription-cycle'
import { changeItem, createItem, itemList, priceOf, refuseTooMany } from './subscription-items'
import { afterFailedPayment, changeSubscription, ENDED, endSubscription } from './subscription-status'

type UpdateParams = ParamTypes['SubscriptionUpdate']

const CHANGEABLE_WHILE_INCOMPLETE = ['metadata', 'default_source', 'expand']

/**
 * Changes a subscription. Items changed within a period are prorated unless `proration_behavior` is `none`; what is owed is invoiced
 * with the next renewal, or at once with `always_invoice`.
 *
 * @throws ApiError 400 for a subscription that has ended, a foreign payment method or item; 402 with `error_if_incomplete`.
 */
export function updateSubscription(ctx: Context, id: string, params: UpdateParams): Subscription {
  refuse(params, ['discounts', 'billing_schedules', 'add_invoice_items', 'proration_date'])
  if (params.cancel_at && typeof params.cancel_at !== 'number') refuse(params, ['cancel_at'])
  if (params.payment_behavior === 'pending_if_incomplete') refuse(params, ['payment_behavior'])
  const before = ctx.store.get('subscription', id)
  if (ENDED.includes(before.status)) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.', 'status')
  }
  if (before.status === 'incomplete') {
    const refused = Object.keys(params).find((name) => !CHANGEABLE_WHILE_INCOMPLETE.includes(name))
    if (refused) {
      throw invalidRequest(
        'A subscription with the status `incomplete` can only have metadata and default_source updated.',
        refused,
      )
    }
  }
  const items = changedItems(ctx, before, params.items ?? [])
  refuseTooMany(items.length, 'items')
  if (params.proration_behavior !== 'none' && before.status !== 'trialing') {
    prorate(ctx, before, before.items.data, items)
  }
  const changed = changeSubscription(ctx, id, {
    items: itemList(id, items),
    ...plainChanges(ctx, before, params),
    ...cancellationChanges(ctx, before, params),
  })
  const restarted = restartIfAsked(ctx, changed, params)
  scheduleEndOfPeriod(ctx, restarted.subscription)
  if (restarted.lines.length > 0 || params.proration_behavior === 'always_invoice') {
    invoiceNow(ctx, restarted.subscription, restarted.lines, params)
  }
  return ctx.store.get('subscription', id)
}

/** Ends a subscription at once; with `prorate` the unused time is credited, with `invoice_now` settled. */
export function cancelSubscription(
  ctx: Context,
  id: string,
  params: ParamTypes['SubscriptionCancel'] = {},
): Subscription {
  const subscription = ctx.store.get('subscription', id)
  if (ENDED.includes(subscription.status)) throw noSuch('subscription', id)
  if (params.prorate) prorate(ctx, subscription, subscription.items.data, [])
  if (params.invoice_now) invoiceNow(ctx, subscription, [], {})
  const { comment, feedback } = params.cancellation_details ?? {}
  return endSubscription(ctx, id, 'cancellation_requested', {
    ...(comment && { comment }),
    ...(feedback && { feedback }),
  })
}

/** Returns the payment method, if it is the customer's. An empty text is none. */
export function requireOwnMethod(ctx: Context, customer: string, method: string | undefined): string | null {
  if (!method) return null
  if (ctx.store.get('payment_method', method, 'default_payment_method').customer === customer) return method
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${method}.`,
    'default_payment_method',
    'resource_missing',
  )
}

function changedItems(ctx: Context, subscription: Subscription, changes: NonNullable<UpdateParams['items']>) {
  let items: SubscriptionItem[] = subscription.items.data
  for (const change of changes) {
    const present = items.find((item) => item.id === change.id)
    if (change.id && !present) throw noSuch('subscription item', change.id, 'items')
    if (!present) {
      items = [...items, createItem(ctx, subscription.id, change, currentPeriod(subscription))]
    } else if (change.deleted) {
      items = items.filter((item) => item !== present)
      ctx.store.remove('subscription_item', present.id)
    } else {
      items = items.map((item) => (item === present ? changeItem(ctx, item, change) : item))
    }
  }
  const interval = sharedInterval(items.map(priceOf))
  const earlier = sharedInterval(subscription.items.data.map(priceOf))
  if (interval.interval !== earlier.interval || interval.interval_count !== earlier.interval_count) {
    throw invalidRequest('The sandbox does not change the interval of a running subscription.', 'items')
  }
  return items
}

function plainChanges(ctx: Context, before: Subscription, params: UpdateParams): Partial<Subscription> {
  const { default_payment_method, description, metadata, payment_settings } = params
  return {
    ...(default_payment_method !== undefined && {
      default_payment_method: requireOwnMethod(ctx, before.customer, default_payment_method),
    }),
    ...(description !== undefined && { description: description || null }),
    ...(params.pause_collection !== undefined && {
      pause_collection: params.pause_collection ? { resumes_at: null, ...params.pause_collection } : null,
    }),
    metadata: mergeMetadata(before.metadata, metadata),
    ...(payment_settings && {
      payment_settings: {
        payment_method_options:
          bankOptions(payment_settings) ?? before.payment_settings?.payment_method_options ?? null,
        payment_method_types:
          payment_settings.payment_method_types === undefined
            ? (before.payment_settings?.payment_method_types ?? null)
            : payment_settings.payment_method_types || null,
        save_default_payment_method:
          payment_settings.save_default_payment_method ?? before.payment_settings?.save_default_payment_method ?? 'off',
      },
    }),
  }
}

function cancellationChanges(ctx: Context, before: Subscription, params: UpdateParams): Partial<Subscription> {
  const now = ctx.clock.seconds()
  const details = { comment: null, feedback: null, feedback_option: null, reason: 'cancellation_requested' as const }
  if (params.cancel_at_period_end) {
    const cancel_at = currentPeriod(before).end
    return { cancel_at, cancel_at_period_end: true, canceled_at: now, cancellation_details: details }
  }
  if (typeof params.cancel_at === 'number') {
    return { cancel_at: params.cancel_at, cancel_at_period_end: false, canceled_at: now, cancellation_details: details }
  }
  if (params.cancel_at_period_end === false || (params.cancel_at as unknown) === '') {
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: null }
  }
  return {}
}

/** Starts a new period for `trial_end` and `billing_cycle_anchor`; returns the lines that are due for it now. */
function restartIfAsked(
  ctx: Context,
  subscription: Subscription,
  params: UpdateParams,
): { subscription: Subscription; lines: LineDraft[] } {
  const now = ctx.clock.seconds()
  const { id, items, status } = subscription
  const endsTrial = params.trial_end === 'now' && status === 'trialing'
  if (typeof params.trial_end === 'number') {
    if (params.trial_end <= now) throw invalidRequest('`trial_end` must be in the future.', 'trial_end')
    const period = { start: now, end: params.trial_end }
    const changed = changeSubscription(ctx, id, {
      billing_cycle_anchor: params.trial_end,
      items: itemList(id, withPeriod(ctx, items.data, period)),
      status: 'trialing',
      trial_end: params.trial_end,
      trial_start: subscription.trial_start ?? now,
    })
    return { subscription: changed, lines: [] }
  }
  if (!endsTrial && params.billing_cycle_anchor?.type !== 'now') return { subscription, lines: [] }
  if (!endsTrial && params.proration_behavior !== 'none') prorate(ctx, subscription, items.data, [])
  const period = periodAround(now, sharedInterval(items.data.map(priceOf)), now)
  const fresh = withPeriod(ctx, items.data, period)
  const changed = changeSubscription(ctx, id, {
    billing_cycle_anchor: now,
    items: itemList(id, fresh),
    ...(endsTrial && { status: 'active', trial_end: now }),
  })
  return { subscription: changed, lines: fresh.map((item) => itemLine(ctx, item, period)) }
}

function invoiceNow(ctx: Context, subscription: Subscription, lines: LineDraft[], params: UpdateParams): void {
  const pending = pendingItems(ctx, subscription.customer, subscription.id).map(invoiceItemLine)
  if (lines.length + pending.length === 0) return
  const { customer, currency } = subscription
  const draft = draftInvoice(ctx, { customer, currency, reason: 'subscription_update', subscription }, [
    ...lines,
    ...pending,
  ])
  changeSubscription(ctx, subscription.id, { latest_invoice: draft.id })
  const invoice = finalizeInvoice(ctx, draft.id)
  if (invoice.status !== 'open') return
  if (params.payment_behavior === 'default_incomplete') {
    changeSubscription(ctx, subscription.id, { status: 'past_due' })
    return
  }
  try {
    payInvoice(ctx, invoice.id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (params.payment_behavior === 'error_if_incomplete') {
      throw new ApiError(error.status, error.body.error.type, error.message, error.body.error)
    }
    if (!isDecline(error)) afterFailedPayment(ctx, ctx.store.get('invoice', invoice.id))
  }
}
