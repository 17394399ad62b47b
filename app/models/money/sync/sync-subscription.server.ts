import type Stripe from 'stripe'
import { inLanguage, t } from '#text'
import type { ItemProblem } from '~/models/money/issues/payment-issue'
import { presentFeeRate } from '~/models/money/subscriptions/items/billing-items.server'
import { type FeeTerms, scopeOf } from '~/models/money/subscriptions/items/fee-terms'
import { itemProblems } from '~/models/money/subscriptions/items/item-problems'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { withTx } from '~/platform/tx.server'
import { fetchSubscription, hasEnded, isEnding, knownMethod } from '~/services/stripe/read-subscription.server'
import { formatInstant } from '~/utils/dates'
import { dueTerms, repairFee } from './repair-fee.server'
import { type ItemIssue, storeSubscription } from './store-subscription.server'

const MAX_READS = 5

/**
 * Brings our row of a subscription in line with the provider, and its fee with the method that pays. An answer that was
 * requested before another was stored is fetched again, so that nothing older overwrites it. Returns our row's ID; null
 * if the subscription is not ours.
 * @throws Refused 503 if others are always faster.
 */
export async function syncSubscription(stripeSubscriptionId: string): Promise<number | null> {
  let repaired = false
  for (let reads = 0; reads < MAX_READS; reads++) {
    const known = await knownRow(stripeSubscriptionId)
    const subscription = await fetchSubscription(stripeSubscriptionId)
    if (known && !repaired) {
      repaired = await repairFee(known, subscription)
      if (repaired) continue
    }
    const issues = known ? await issuesOf(known.terms, subscription) : []
    const stored = await withTx((tx) => storeSubscription(tx, subscription, known?.version ?? null, issues))
    if (stored !== 'outdated') return stored
  }
  throw new Refused('busy', t('Your subscription is being changed. Please check again in a moment.'))
}

async function knownRow(stripeSubscriptionId: string) {
  const row = await prisma.subscription.findUnique({
    where: { stripeSubscriptionId },
    select: { id: true, version: true, feeScope: true, feeRate: true },
  })
  return row && { ...row, terms: { scope: scopeOf(row.feeScope), rate: row.feeRate } }
}

/** Returns the pause, which no form of ours makes: the portal shows when it resumes, and nothing is charged or granted. */
function pauseOf({ id, pause_collection: paused }: Stripe.Subscription) {
  if (!paused) return []
  const resumes = new Date((paused.resumes_at ?? 0) * 1000)
  const until = paused.resumes_at
    ? ` until ${inLanguage('en', () => formatInstant(resumes, getEnv().schoolTimezone))}`
    : ''
  return [{ kind: 'paused-collection' as const, detail: `Subscription ${id} is paused${until}: ${paused.behavior}.` }]
}

/** Returns the issues of what no form of ours made, which stays until someone has reviewed it. One issue per kind. */
async function issuesOf(terms: FeeTerms, subscription: Stripe.Subscription): Promise<ItemIssue[]> {
  if (hasEnded(subscription) || isEnding(subscription)) return []
  const knowsFee = knownMethod(subscription) !== null || presentFeeRate(subscription) !== null
  const rate = knowsFee ? (await dueTerms(subscription, terms)).rate : null
  const problems: { kind: ItemProblem; detail: string }[] = [
    ...itemProblems(subscription, rate),
    ...pauseOf(subscription),
  ]
  return [...new Set(problems.map(({ kind }) => kind))].map((kind) => ({
    kind,
    detail: problems.flatMap((problem) => (problem.kind === kind ? [problem.detail] : [])).join('; '),
  }))
}
