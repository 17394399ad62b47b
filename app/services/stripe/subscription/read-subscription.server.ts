import type Stripe from 'stripe'
import { isMethodType, type MethodType, type PayingMethod } from '~/models/payments/pricing'
import { BANK_SIGN_IN, requireProvider } from '~/services/stripe/stripe.server'

/** With the method that pays and every item: the provider sends only the first ones with a subscription. */
export async function fetchSubscription(id: string): Promise<Stripe.Subscription> {
  const { stripe } = requireProvider()
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['default_payment_method'] })
  if (!subscription.items.has_more) return subscription
  const data = await stripe.subscriptionItems.list({ subscription: id, limit: 100 }).autoPagingToArray({ limit: 1000 })
  return { ...subscription, items: { ...subscription.items, data, has_more: false } }
}

/** Null if it is not known which method pays, as after it was removed at the provider. */
export function knownMethod({ default_payment_method: method }: Stripe.Subscription): Stripe.PaymentMethod | null {
  return typeof method === 'object' ? method : null
}

/** What a method is by itself. */
export const payingMethod = ({ type, card }: Stripe.PaymentMethod): PayingMethod => ({
  type: isMethodType(type) ? type : 'card',
  funding: card?.funding ?? null,
})

/** If the method is not known, the sort that the subscription takes says enough for its fee. */
export function methodOf(subscription: Stripe.Subscription): PayingMethod {
  const known = knownMethod(subscription)
  if (known) return payingMethod(known)
  const types: string[] = subscription.payment_settings?.payment_method_types ?? []
  const bankAlone = types.length > 0 && types.every((type) => type === 'us_bank_account')
  return { type: bankAlone ? 'us_bank_account' : 'card', funding: null }
}

const ENDED = ['canceled', 'incomplete_expired']

export const hasEnded = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean => ENDED.includes(status)

/** Ends with its period, or on a day that the provider's portal or dashboard set. */
export const isEnding = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean =>
  cancel_at_period_end || cancel_at !== null

/** The payment settings of a subscription that a method of this sort pays. */
export const payableBy = (type: MethodType): Stripe.SubscriptionUpdateParams.PaymentSettings => ({
  payment_method_types: [type],
  ...(type === 'us_bank_account' && { payment_method_options: BANK_SIGN_IN }),
})
