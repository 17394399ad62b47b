import type Stripe from 'stripe'
import { haveSameFeeRule } from '~/models/money/payments/pricing'
import { claimSubscription } from '~/models/money/subscriptions/change-claim.server'
import { feeChanges, presentFeeRate } from '~/models/money/subscriptions/items/billing-items.server'
import { metadataOf, newTerms, scopeOf, termsFor, termsOf } from '~/models/money/subscriptions/items/fee-terms'
import { syncSubscription } from '~/models/money/sync/sync-subscription.server'
import { getSchool } from '~/models/school/current-school.server'
import { prisma } from '~/platform/db.server'
import { hasEnded, methodOf, payableBy, payingMethod } from '~/services/stripe/read-subscription.server'
import { idOf } from '~/services/stripe/stripe.server'
import { updateSubscription } from '~/services/stripe/update-subscription.server'

/** Makes another method pay a running subscription. Its fee changes only if another rule applies to that method. */
export async function followDefaultMethod(stripeSubscriptionId: string, to: Stripe.PaymentMethod): Promise<void> {
  const row = await prisma.subscription.findUniqueOrThrow({
    where: { stripeSubscriptionId },
    select: { id: true, feeScope: true, feeRate: true },
  })
  // The button shows no price, so the family gets an email about an added fee.
  await claimSubscription(row.id, 'other', async (claim) => {
    await updateSubscription(claim, stripeSubscriptionId, async (read) => {
      if (hasEnded(read)) return null
      const school = await getSchool()
      const method = payingMethod(to)
      const kept = termsOf(read.metadata) ?? { scope: scopeOf(row.feeScope), rate: row.feeRate }
      const same = haveSameFeeRule(school.feeScope, methodOf(read), method)
      const terms = same
        ? termsFor({ ...kept, rate: presentFeeRate(read) ?? kept.rate }, method, school)
        : newTerms(school, method)
      const items = await feeChanges(read, terms.rate)
      const isThere = read.default_payment_method !== null && idOf(read.default_payment_method) === to.id
      if (isThere && !items.length) return null
      return {
        default_payment_method: to.id,
        payment_settings: payableBy(method.type),
        proration_behavior: 'none',
        metadata: metadataOf(terms),
        ...(items.length && { items }),
      }
    })
    await syncSubscription(stripeSubscriptionId)
  })
}
