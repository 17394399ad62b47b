import type Stripe from 'stripe'
import { claimIfFree } from '~/models/money/subscriptions/change-claim.server'
import { feeChanges, presentFeeRate } from '~/models/money/subscriptions/items/billing-items.server'
import { type FeeTerms, metadataOf, termsFor, termsOf } from '~/models/money/subscriptions/items/fee-terms'
import { getSchool } from '~/models/school/current-school.server'
import { RUNNING_STATUSES } from '~/models/vocabulary/subscription'
import { logError } from '~/platform/log.server'
import { knownMethod, methodOf, payableBy } from '~/services/stripe/read-subscription.server'
import { updateSubscription } from '~/services/stripe/update-subscription.server'

/** Returns the terms for the method that pays now. The fee item has its own rate. */
export async function dueTerms(subscription: Stripe.Subscription, stored: FeeTerms): Promise<FeeTerms> {
  const kept = termsOf(subscription.metadata) ?? stored
  const before = { ...kept, rate: presentFeeRate(subscription) ?? kept.rate }
  return termsFor(before, methodOf(subscription), await getSchool())
}

/** Returns the repair; null if the fee, its terms and the method type agree with the method that pays. */
async function repairOf(
  subscription: Stripe.Subscription,
  stored: FeeTerms,
): Promise<Stripe.SubscriptionUpdateParams | null> {
  const isRunning = RUNNING_STATUSES.some((status) => status === subscription.status)
  if (!isRunning) return null
  const terms = await dueTerms(subscription, stored)
  const items = await feeChanges(subscription, terms.rate)
  const known = knownMethod(subscription)
  // An unknown card might have no fee.
  const adds = items.some(({ id }) => !id)
  if (adds && !known) return null
  const types = subscription.payment_settings?.payment_method_types
  const { type } = methodOf(subscription)
  const otherType = known !== null && types?.length === 1 && types[0] !== type
  const kept = termsOf(subscription.metadata) ?? stored
  const otherTerms = kept.scope !== terms.scope || kept.rate !== terms.rate
  if (!items.length && !otherType && !otherTerms) return null
  return {
    proration_behavior: 'none',
    metadata: metadataOf(terms),
    ...(items.length && { items }),
    ...(otherType && { payment_settings: payableBy(type) }),
  }
}

/**
 * Brings the fee of a running subscription in line with the method that pays it, whoever changed that. Returns whether
 * it did; a subscription that is being changed, and a failure, wait for the next sync.
 */
export async function repairFee(
  row: { id: number; terms: FeeTerms },
  subscription: Stripe.Subscription,
): Promise<boolean> {
  try {
    if (!(await repairOf(subscription, row.terms))) return false
    const claimed = await claimIfFree(row.id, 'other', (claim) =>
      updateSubscription(claim, subscription.id, (read) => repairOf(read, row.terms)),
    )
    return claimed !== null
  } catch (error) {
    logError(error, { subscription: subscription.id })
    return false
  }
}
