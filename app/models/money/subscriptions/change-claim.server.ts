import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { t } from '#text'
import { prisma } from '~/platform/db.server'
import { Refused } from '~/platform/refused'
import type { Claim } from '~/services/stripe/update-subscription.server'

const underWay = () => new Refused('under_way', t('Your subscription is being updated. Please check back in a moment.'))
/** How long one change waits for another, in milliseconds. */
export const PATIENCE = { ms: 10_000 }
const POLL_MS = 100

/** `family`: the form that it sent showed the price. `other`: nobody has shown it the price yet. */
export type ChangedBy = 'family' | 'other'

/**
 * Runs `work` while no other process changes this subscription, without a transaction, because it calls the provider.
 * The claim of a process that died is taken over after two minutes.
 * @throws Refused 409 if it is still claimed after ten seconds.
 */
export async function claimSubscription<T>(id: number, by: ChangedBy, work: (claim: Claim) => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE.ms
  for (;;) {
    const claimed = await claimIfFree(id, by, work)
    if (claimed) return claimed.result
    if (Date.now() > until) throw underWay()
    await sleep(POLL_MS)
  }
}

/** Like `claimSubscription`, but returns null at once if it is claimed. */
export async function claimIfFree<T>(
  id: number,
  by: ChangedBy,
  work: (claim: Claim) => Promise<T>,
): Promise<{ result: T } | null> {
  const token = `${by}:${randomUUID()}`
  const [claimed] = await prisma.$queryRaw<{ version: number }[]>`
    UPDATE subscriptions SET change_token = ${token}, changing_since = clock_timestamp()
    WHERE id = ${id} AND (change_token IS NULL OR changing_since NOT BETWEEN clock_timestamp() - interval '2 minutes' AND clock_timestamp() + interval '1 minute')
    RETURNING version`
  if (!claimed) return null
  const claim: Claim = {
    version: claimed.version,
    async renew() {
      const count = await prisma.$executeRaw`
        UPDATE subscriptions SET changing_since = clock_timestamp() WHERE id = ${id} AND change_token = ${token}`
      if (!count) throw underWay()
    },
    async forget() {
      await prisma.$executeRaw`UPDATE subscriptions SET version = version + 1 WHERE id = ${id}`
    },
  }
  try {
    return { result: await work(claim) }
  } finally {
    await prisma.$executeRaw`
      UPDATE subscriptions SET change_token = NULL, changing_since = NULL WHERE id = ${id} AND change_token = ${token}`
  }
}

/** Whether the claim belongs to a form that shows the family its price. */
export const isShownByClaim = (changeToken: string | null): boolean => changeToken?.startsWith('family:') ?? false
