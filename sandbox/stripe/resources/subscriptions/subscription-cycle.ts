import type { Context } from '../../engine/context'
import type { Invoice, Subscription, SubscriptionItem } from '../../types'
import { type Period, periodAround, sharedInterval } from '../invoices/billing-periods'
import { draftInvoice, scheduleFinalization } from '../invoices/invoice-lifecycle'
import { invoiceItemLine, itemLine, pendingItems } from '../invoices/invoice-lines'
import { itemList, priceOf } from './subscription-items'
import { changeSubscription, ENDED, endSubscription } from './subscription-status'

/** Returns the subscription's present period. */
export function currentPeriod(subscription: Subscription): Period {
  const [item] = subscription.items.data
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

/** Returns the period after the present one. */
function nextPeriod(subscription: Subscription, anchor: number): Period {
  const { end } = currentPeriod(subscription)
  const interval = sharedInterval(subscription.items.data.map(priceOf))
  return { start: end, end: periodAround(anchor, interval, end).end }
}

/** Returns the next anchor: the end of a trial, unless the subscription was created with another that it keeps. */
function anchorAfter(subscription: Subscription): number {
  const { billing_cycle_anchor, status, trial_end, trial_settings } = subscription
  const keeps = trial_settings?.end_behavior.billing_cycle_anchor === 'unchanged'
  return status === 'trialing' && trial_end !== null && !keeps ? trial_end : billing_cycle_anchor
}

/** Returns the items with another period. */
export function withPeriod(ctx: Context, items: SubscriptionItem[], period: Period): SubscriptionItem[] {
  return items.map((item) =>
    ctx.store.update('subscription_item', item.id, {
      current_period_end: period.end,
      current_period_start: period.start,
    }),
  )
}

/** Schedules the end of the period, or an earlier cancellation. */
export function scheduleEndOfPeriod(ctx: Context, subscription: Subscription): void {
  const { end } = currentPeriod(subscription)
  ctx.jobs.schedule('end_period', subscription.id, Math.min(end, subscription.cancel_at ?? end) * 1000)
}

/** Handles the end of the period or the trial: the subscription ends, or renews with a draft that is finalized an hour later. */
export function endPeriod(ctx: Context, id: string): void {
  const subscription = ctx.store.find('subscription', id)
  if (!subscription || ENDED.includes(subscription.status)) return
  const { cancel_at, cancel_at_period_end, status, trial_settings } = subscription
  if (cancel_at_period_end || (cancel_at !== null && cancel_at <= ctx.clock.seconds())) {
    endSubscription(ctx, id, 'cancellation_requested')
    return
  }
  const withoutMethod = status === 'trialing' && !hasMethod(ctx, subscription)
  if (withoutMethod && trial_settings?.end_behavior.missing_payment_method === 'cancel') {
    endSubscription(ctx, id, 'cancellation_requested')
    return
  }
  const { subscription: renewed, invoice } = renew(ctx, subscription)
  scheduleFinalization(ctx, invoice.id)
  scheduleEndOfPeriod(ctx, renewed)
}

/** Moves the subscription to its next period and drafts the invoice for it. */
export function renew(ctx: Context, before: Subscription): { subscription: Subscription; invoice: Invoice } {
  const billing_cycle_anchor = anchorAfter(before)
  const period = nextPeriod(before, billing_cycle_anchor)
  const items = withPeriod(ctx, before.items.data, period)
  const lines = [
    ...items.map((item) => itemLine(ctx, item, period)),
    ...pendingItems(ctx, before.customer, before.id).map(invoiceItemLine),
  ]
  const invoice = draftInvoice(
    ctx,
    {
      customer: before.customer,
      currency: before.currency,
      reason: 'subscription_cycle',
      subscription: before,
      period: currentPeriod(before),
    },
    lines,
  )
  const subscription = changeSubscription(ctx, before.id, {
    billing_cycle_anchor,
    items: itemList(before.id, items),
    latest_invoice: invoice.id,
    ...(before.status === 'trialing' && { status: 'active' }),
  })
  return { subscription, invoice }
}

/** Whether there is something to charge the subscription's invoices to. */
export function hasMethod(ctx: Context, subscription: Subscription): boolean {
  const customer = ctx.store.find('customer', subscription.customer)
  return Boolean(subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method)
}
