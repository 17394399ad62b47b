import type { Context } from '../../engine/context'
import { invalidRequest } from '../../engine/errors'
import { whole } from '../../engine/lists'
import type { Objects, Price, Subscription, SubscriptionItem } from '../../types'
import type { Period } from '../invoices/billing-periods'
import { type MetadataChange, mergeMetadata } from '../metadata'
import { type PriceData, resolvePrice } from '../prices'

/** An item as `items[…]` describes it. */
interface ItemParams {
  price?: string
  price_data?: unknown
  quantity?: number
  metadata?: MetadataChange
}

const MAX_ITEMS = 20

/** The limits are in the descriptions of `items` and `add_invoice_items` of `SubscriptionCreateParams`. */
export function refuseTooMany(count: number, param: 'items' | 'add_invoice_items'): void {
  if (count > MAX_ITEMS) throw invalidRequest(`A subscription can have up to ${MAX_ITEMS} ${param}.`, param)
}

/** Creates an item of a subscription. The caller adds it to the subscription's list. */
export function createItem(ctx: Context, subscription: string, params: ItemParams, period: Period): SubscriptionItem {
  const price = resolvePrice(ctx, { price: params.price, price_data: params.price_data as PriceData }, 'items')
  const item = ctx.store.create('subscription_item', ctx.clock.seconds(), {
    current_period_end: period.end,
    current_period_start: period.start,
    metadata: mergeMetadata({}, params.metadata),
    plan: planOf(price),
    price: price as unknown as SubscriptionItem['price'],
    quantity: checkedQuantity(params.quantity ?? 1),
    subscription,
  })
  return item
}

/** Returns the item with another price, quantity or metadata. */
export function changeItem(ctx: Context, item: SubscriptionItem, params: ItemParams): SubscriptionItem {
  const price =
    params.price || params.price_data
      ? resolvePrice(ctx, { price: params.price, price_data: params.price_data as PriceData }, 'items')
      : undefined
  return ctx.store.update('subscription_item', item.id, {
    ...(price && { plan: planOf(price), price: price as unknown as SubscriptionItem['price'] }),
    metadata: mergeMetadata(item.metadata, params.metadata),
    quantity: params.quantity === undefined ? item.quantity : checkedQuantity(params.quantity),
  })
}

/** Returns a subscription's `items` field. */
export function itemList(subscription: string, items: SubscriptionItem[]): Subscription['items'] {
  return whole(items, `/v1/subscription_items?subscription=${subscription}`) as Subscription['items']
}

export function priceOf(item: SubscriptionItem): Price {
  return item.price as unknown as Price
}

function checkedQuantity(quantity: number): number {
  if (quantity < 0) throw invalidRequest('This value must be greater than or equal to 0.', 'items[quantity]')
  return quantity
}

function planOf(price: Price): SubscriptionItem['plan'] {
  const plan: Objects['plan'] = {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
  return plan as unknown as SubscriptionItem['plan']
}
