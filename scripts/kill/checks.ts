import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { SANDBOX_WEBHOOK_SECRET } from '../../sandbox/stripe'
import type { Provider } from '../../test/harness/provider'
import type { Record } from './record'

/** Compares every value that was sent with the books. */
export async function compareCells(db: pg.Client, record: Record): Promise<{ compared: number; lost: string[] }> {
  const lost: string[] = []
  for (const entry of record.entries) {
    const { rows } = await db.query<{ value: string }>(entry.sql, entry.params)
    const actual = rows[0]?.value === '0' ? undefined : rows[0]?.value
    const problem = record.compare(entry, actual)
    if (problem) lost.push(problem)
  }
  return { compared: record.entries.length, lost }
}

const MAX_WAIT_MS = 120_000
/** How long the school gets to finish by itself, in milliseconds. */
const OWN_WAIT_MS = 3_000

/** Waits until the provider has sent everything and the school has processed it. Returns what is left. */
export async function settle(db: pg.Client, provider: Provider): Promise<string[]> {
  const last = performance.now() + MAX_WAIT_MS
  let next = performance.now() + OWN_WAIT_MS
  for (;;) {
    await provider.sandbox.flush()
    const { rows } = await db.query<{ id: string; type: string }>(
      'SELECT id, type FROM stripe_events WHERE processed_at IS NULL',
    )
    const [open] = rows
    if (!open) return []
    if (performance.now() > last) return [`${rows.length} events are not processed (${provider.hooks.length} servers)`]
    if (performance.now() > next) {
      await sendAgain(db, provider, open)
      next = performance.now() + OWN_WAIT_MS
    }
    await wait(500)
  }
}

/**
 * Ends pauses as if the time had passed: a server that was killed while it processed an event leaves a claim of a
 * minute, and one that failed a pause. The provider's next delivery then starts the work. That they end by themselves
 * is tested in event-queue.test.ts.
 */
async function sendAgain(db: pg.Client, { stripe, hooks }: Provider, { id, type }: { id: string; type: string }) {
  await db.query('UPDATE stripe_events SET next_attempt_at = now() WHERE processed_at IS NULL')
  const payload = JSON.stringify({ id, object: 'event', type, data: { object: {} } })
  const signature = await stripe.webhooks.generateTestHeaderStringAsync({ payload, secret: SANDBOX_WEBHOOK_SECRET })
  const headers = { 'Stripe-Signature': signature }
  await fetch(`${hooks[0]}/webhooks/stripe`, { method: 'POST', headers, body: payload })
}

interface Books {
  intent: string
  order: number
  status: string
  cents: number
  grants: number
}

/** Checks that what the provider charged is in the books, granted once, and nothing else is; no order was charged twice. */
export async function compareMoney(db: pg.Client, { stripe }: Provider) {
  const intents = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const charges = await stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 })
  const { rows } = await db.query<Books>(
    `SELECT stripe_payment_intent_id AS intent, t.order_id AS order, raw_status AS status, round(t.amount * 100)::int AS cents,
            (SELECT count(*)::int FROM package_purchases g WHERE g.order_id = t.order_id AND g.status = 'active') AS grants
     FROM payment_transactions t`,
  )
  const books = new Map(rows.map((row) => [row.intent, row]))
  const wrong: string[] = []
  const taken = charges.filter(({ status }) => status === 'succeeded')
  for (const { id, amount, status } of intents) {
    if (status !== 'succeeded') continue
    const row = books.get(id)
    if (row?.status !== 'succeeded') wrong.push(`${id} took ${amount}, in the books it is ${row?.status ?? 'missing'}`)
    else if (row.cents !== amount) wrong.push(`${id} took ${amount}, in the books ${row.cents}`)
    else if (row.grants !== 1) wrong.push(`${id} is granted ${row.grants} times`)
  }
  const paid = new Set(intents.filter(({ status }) => status === 'succeeded').map(({ id }) => id))
  for (const { intent, status } of rows) {
    if (status === 'succeeded' && !paid.has(intent)) wrong.push(`${intent} is paid in the books alone`)
  }
  const orderOf = new Map(intents.map(({ id, metadata }) => [id, metadata.orderId ?? id]))
  const byOrder = new Map<string, number>()
  for (const { payment_intent } of taken) {
    const order = orderOf.get(String(payment_intent)) ?? String(payment_intent)
    byOrder.set(order, (byOrder.get(order) ?? 0) + 1)
  }
  const twice = [...byOrder].filter(([, count]) => count > 1).map(([order]) => `order ${order} was charged twice`)
  return { intents: intents.length, charges: taken.length, wrong, twice }
}
