import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { fetchSubscription, hasEnded } from './read-subscription.server'
import { requireProvider } from './stripe.server'

type Change = Stripe.SubscriptionUpdateParams

/** The right of one caller to change a subscription, as long as nobody else does. */
export interface Claim {
  /** Our row's version when it was claimed. */
  version: number
  /** Extends the claim by two minutes. @throws Refused 409 if another process has taken it over. */
  renew: () => Promise<void>
  /** Gives the next requests new keys: the provider repeats an internal error under the old ones. */
  forget: () => Promise<void>
}

const MAX_TRIES = 5
const PAUSE_MS = 150

/**
 * Reads a subscription and sends what has to change; null changes nothing. If the provider is busy with it, it is read
 * again, because it may have changed.
 */
export function updateSubscription(
  claim: Claim,
  id: string,
  change: (read: Stripe.Subscription) => Promise<Change | null> | Change | null,
): Promise<void> {
  return untilFree(async () => {
    const read = await fetchSubscription(id)
    const wanted = await change(read)
    if (!wanted) return
    await claim.renew()
    try {
      await requireProvider().stripe.subscriptions.update(id, wanted, { idempotencyKey: keyOf(claim, read, wanted) })
    } catch (error) {
      if (error instanceof Stripe.errors.StripeAPIError) await claim.forget()
      throw error
    }
  })
}

/** Ends a subscription at once. */
export function endSubscription(claim: Claim, id: string): Promise<void> {
  return untilFree(async () => {
    if (hasEnded(await fetchSubscription(id))) return
    await claim.renew()
    await requireProvider().stripe.subscriptions.cancel(id)
  })
}

/** Tries again while the provider is busy with the same subscription. */
async function untilFree(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isLocked =
        error instanceof Stripe.errors.StripeError && error.statusCode === 429 && error.code === 'lock_timeout'
      if (!isLocked || tries === MAX_TRIES) throw error
      await sleep(PAUSE_MS * tries)
    }
  }
}

/**
 * Returns one key per change of one state, so that a second request for it, whoever sends it, changes nothing. Our
 * version is part of it: changing there and back within a day makes three changes.
 */
function keyOf({ version }: Claim, read: Stripe.Subscription, wanted: Change): string {
  const items = read.items.data.map(({ id, price, quantity }) => [id, price.id, price.unit_amount, quantity])
  const method = read.default_payment_method
  const state = [
    version,
    items,
    method && (typeof method === 'string' ? method : method.id),
    read.cancel_at,
    read.cancel_at_period_end,
  ]
  const digest = createHash('sha256').update(JSON.stringify([state, wanted]))
  return `sub:${read.id}:${digest.digest('hex')}`
}
