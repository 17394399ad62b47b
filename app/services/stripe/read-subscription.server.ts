import type Stripe from 'stripe'
import { isMethodType, type MethodType, type PayingMethod } from '~/models/vocabulary/fee'
import { ENDED_STATUSES } from '~/models/vocabulary/subscription'
import { BANK_SIGN_IN, requireProvider } from './stripe.server'

/** Fetches a subscription with the method that pays and every item: the provider includes only the first ones. */
export async function fetchSubscription(id: string): Promise<Stripe.Subscription> {
  const { stripe } = requireProvider()
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] })
  if (!subscription.items.has_more) return subscription
  const data = await stripe.subscriptionItems.list({ subscription: id, limit: 100 }).autoPagingToArray({ limit: 1000 })
  return { ...subscription, items: { ...subscription.items, data, has_more: false } }
}

/** Returns the method that pays; null if it is unknown, as after it was removed at the provider. */
export function knownMethod({ default_payment_method: method }: Stripe.Subscription): Stripe.PaymentMethod | null {
  return typeof method === 'object' ? method : null
}

/** Returns the properties of a method that determine the fee. */
export const payingMethod = ({ type, card }: Stripe.PaymentMethod): PayingMethod => ({
  type: isMethodType(type) ? type : 'card',
  funding: card?.funding ?? null,
})

/** Returns the method that pays. If it is unknown, the type that the subscription accepts is enough to determine its fee. */
export function methodOf(subscription: Stripe.Subscription): PayingMethod {
  const known = knownMethod(subscription)
  if (known) return payingMethod(known)
  const types: string[] = subscription.payment_settings?.payment_method_types ?? []
  const bankAlone = types.length > 0 && types.every((type) => type === 'us_bank_account')
  return { type: bankAlone ? 'us_bank_account' : 'card', funding: null }
}

export const hasEnded = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean =>
  ENDED_STATUSES.some((ended) => ended === status)

/** Whether it ends with its period, or on a day set in the provider's portal or dashboard. */
export const isEnding = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean =>
  cancel_at_period_end || cancel_at !== null

/** Returns the payment settings of a subscription that is paid by this type of method. */
export const payableBy = (type: MethodType): Stripe.SubscriptionUpdateParams.PaymentSettings => ({
  payment_method_types: [type],
  ...(type === 'us_bank_account' && { payment_method_options: BANK_SIGN_IN }),
})
