import type Stripe from 'stripe'
import { prisma } from '~/platform/db.server'
import { logError } from '~/platform/log.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { type FeeTerms, scopeOf } from '~/services/stripe/subscription/fee-terms'
import { itemProblems } from '~/services/stripe/subscription/item-problems'
import { fetchSubscription, hasEnded, isEnding } from '~/services/stripe/subscription/read-subscription.server'
import { dueTerms, repairFee } from './repair-fee.server'
import { storeSubscription } from './store-subscription.server'

const MOST_READS = 5

/**
 * Brings our row to what the provider says of a subscription, and its fee to the method that pays. An answer that was asked
 * for before another was stored is asked for again, so that nothing older overwrites. Returns our row's id; null if the
 * subscription is not ours. @throws Refused 503 if others are always faster.
 */
export async function syncSubscription(stripeSubscriptionId: string): Promise<number | null> {
  let repaired = false
  for (let reads = 0; reads < MOST_READS; reads++) {
    const known = await knownRow(stripeSubscriptionId)
    const subscription = await fetchSubscription(stripeSubscriptionId)
    if (known && !repaired) {
      repaired = await repairFee(known, subscription)
      if (repaired) continue
    }
    const stored = await withTx((tx) => storeSubscription(tx, subscription, known?.version ?? null))
    if (stored === 'outdated') continue
    if (known && stored) await noteProblems(known.terms, subscription)
    return stored
  }
  throw new Refused('Your subscription is being changed. Please look again in a moment.', undefined, 503)
}

async function knownRow(stripeSubscriptionId: string) {
  const row = await prisma.subscription.findUnique({
    where: { stripeSubscriptionId },
    select: { id: true, version: true, feeScope: true, feeRate: true },
  })
  return row && { ...row, terms: { scope: scopeOf(row.feeScope), rate: row.feeRate } }
}

/** What no form of ours asked for stays as it is, until a person has looked. */
async function noteProblems(terms: FeeTerms, subscription: Stripe.Subscription): Promise<void> {
  if (hasEnded(subscription) || isEnding(subscription)) return
  const { rate } = await dueTerms(subscription, terms)
  for (const { kind, detail } of itemProblems(subscription, rate)) {
    logError(new Error(`${kind}: ${detail}`), { subscription: subscription.id })
  }
}
