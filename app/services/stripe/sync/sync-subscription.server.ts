import type Stripe from 'stripe'
import { contentsAsSold, soldContents } from '~/models/catalog/catalog'
import { getEnv } from '~/platform/env.server'
import { type Tx, withTx } from '~/platform/tx.server'
import { idOf, requireProvider } from '~/services/stripe/stripe.server'
import { choiceOf } from '~/services/stripe/subscription/billing-items.server'
import { dayInZone, toDbDate } from '~/utils/dates'
import { decimalOf } from '~/utils/money'

/** Returns our row's id; null if the subscription is not ours. */
export async function syncSubscription(stripeSubscriptionId: string): Promise<number | null> {
  const subscription = await requireProvider().stripe.subscriptions.retrieve(stripeSubscriptionId, {
    expand: ['default_payment_method'],
  })
  return withTx((tx) => syncRow(tx, subscription))
}

async function syncRow(tx: Tx, subscription: Stripe.Subscription): Promise<number | null> {
  const orderId = Number(subscription.metadata.orderId) || null
  const customer = idOf(subscription.customer)
  const [row] = await tx.$queryRaw<{ id: number; packageId: number | null; isNew: boolean }[]>`
    SELECT s.id, s.package_id AS "packageId", s.stripe_subscription_id IS NULL AS "isNew" FROM subscriptions s JOIN users u ON u.id = s.user_id
    WHERE u.stripe_customer_id = ${customer}
      AND (s.stripe_subscription_id = ${subscription.id} OR (s.stripe_subscription_id IS NULL AND s.order_id = ${orderId}))
    FOR UPDATE OF s`
  if (!row) return null
  const { packageId, packagePrice, addOns, fee } = choiceOf(subscription)
  const zone = getEnv().schoolTimezone
  const day = (seconds: number) => toDbDate(dayInZone(zone, new Date(seconds * 1000)))
  const [item] = subscription.items.data
  const method = typeof subscription.default_payment_method === 'object' ? subscription.default_payment_method : null
  await tx.subscription.update({
    where: { id: row.id },
    data: {
      stripeSubscriptionId: subscription.id,
      status: subscription.status,
      ...(packageId !== row.packageId && (await packageOf(tx, packageId, row.isNew ? orderId : null))),
      packagePrice: decimalOf(packagePrice),
      fee: decimalOf(fee),
      cancelAtPeriodEnd: subscription.cancel_at_period_end,
      ...(item && {
        currentPeriodStart: day(item.current_period_start),
        currentPeriodEnd: day(item.current_period_end),
      }),
      ...(method && {
        defaultPaymentMethodId: method.id,
        methodType: method.type === 'us_bank_account' ? 'us_bank_account' : 'card',
        cardFunding: method.card?.funding ?? null,
      }),
    },
  })
  await tx.subscriptionAddOn.deleteMany({ where: { subscriptionId: row.id } })
  const ours = await tx.addOn.findMany({
    where: { id: { in: addOns.map(({ addOnId }) => addOnId) } },
    select: { id: true },
  })
  await tx.subscriptionAddOn.createMany({
    data: addOns
      .filter(({ addOnId }) => ours.some(({ id }) => id === addOnId))
      .map(({ unitPrice, ...addOn }) => ({ ...addOn, unitPrice: decimalOf(unitPrice), subscriptionId: row.id })),
  })
  return row.id
}

/** As ordered or, if the family changes to it, as the catalog has it now; later changes do not reach it. */
async function packageOf(tx: Tx, id: number | null, orderId: number | null) {
  const sold = id && (await tx.package.findUnique({ where: { id } }))
  if (!sold) return { packageId: null, lessons: 0, privateLessons: 0, makeupLessons: 0, hacks: 0 }
  const ordered =
    orderId &&
    (await tx.orderItem.findFirst({
      where: { orderId, packageId: id },
      select: soldContents,
    }))
  return { packageId: id, ...(ordered || contentsAsSold(sold)) }
}
