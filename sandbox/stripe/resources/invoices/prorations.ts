import type { Context } from '../../engine/context'
import type { Subscription, SubscriptionItem } from '../../types'
import { amountOf, productName } from '../prices'
import { currentPeriod } from '../subscriptions/subscription-cycle'
import { priceOf } from '../subscriptions/subscription-items'
import type { Period } from './billing-periods'
import { createPendingItem } from './invoice-items'

/** Books the difference between what was paid for the rest of the period and what the items cost now. */
export function prorate(
  ctx: Context,
  subscription: Subscription,
  before: SubscriptionItem[],
  after: SubscriptionItem[],
): void {
  const { start, end } = currentPeriod(subscription)
  const now = ctx.clock.seconds()
  const share = Math.max(0, Math.min(1, (end - now) / (end - start)))
  const rest = { start: now, end }
  for (const item of before) {
    const same = after.find((each) => each.id === item.id)
    if (same && costs(same) === costs(item)) continue
    book(ctx, subscription, item, { amount: -Math.round(costs(item) * share), label: 'Unused time on', period: rest })
    if (same)
      book(ctx, subscription, same, {
        amount: Math.round(costs(same) * share),
        label: 'Remaining time on',
        period: rest,
      })
  }
  for (const item of after) {
    if (before.some((each) => each.id === item.id)) continue
    book(ctx, subscription, item, { amount: Math.round(costs(item) * share), label: 'Remaining time on', period: rest })
  }
}

function costs(item: SubscriptionItem): number {
  return amountOf(priceOf(item), item.quantity ?? 1)
}

function book(
  ctx: Context,
  subscription: Subscription,
  item: SubscriptionItem,
  { amount, label, period }: { amount: number; label: string; period: Period },
): void {
  if (amount === 0) return
  const day = new Date(period.start * 1000).toISOString().slice(0, 10)
  createPendingItem(ctx, {
    amount,
    currency: subscription.currency,
    customer: subscription.customer,
    description: `${label} ${item.quantity ?? 1} × ${productName(ctx, priceOf(item))} after ${day}`,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, subscription_item: item.id },
    },
    period,
    proration: true,
  })
}
