import { page } from '../../engine/lists'
import { type Route, route } from '../../engine/router'
import { updateSubscription } from './subscription-updates'

export const subscriptionItemRoutes: Route[] = [
  route('POST', 'subscription_items', 'SubscriptionItemCreate', (ctx, { params }) => {
    const { subscription, price, price_data, quantity, metadata, proration_behavior } = params
    const items = [{ price, price_data, quantity, metadata }]
    return updateSubscription(ctx, subscription, { items, proration_behavior }).items.data.at(-1)
  }),
  route('GET', 'subscription_items', 'SubscriptionItemList', (ctx, { params, url }) =>
    page([...ctx.store.get('subscription', params.subscription).items.data], params, url),
  ),
  route('GET', 'subscription_items/:id', 'Retrieve', (ctx, { id }) => ctx.store.get('subscription_item', id)),
  route('POST', 'subscription_items/:id', 'SubscriptionItemUpdate', (ctx, { id, params }) => {
    const { subscription } = ctx.store.get('subscription_item', id)
    const { price, price_data, quantity, metadata, proration_behavior } = params
    updateSubscription(ctx, subscription, {
      items: [{ id, price, price_data, quantity, metadata }],
      proration_behavior,
    })
    return ctx.store.get('subscription_item', id)
  }),
  route('DELETE', 'subscription_items/:id', 'SubscriptionItemDelete', (ctx, { id, params }) => {
    const { subscription } = ctx.store.get('subscription_item', id)
    updateSubscription(ctx, subscription, {
      items: [{ id, deleted: true }],
      proration_behavior: params.proration_behavior,
    })
    return { id, object: 'subscription_item', deleted: true }
  }),
]
