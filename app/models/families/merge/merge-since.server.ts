import { prisma } from '~/platform/db.server'
import type { Tx } from '~/platform/tx.server'
import { MOVED } from './merge-columns'
import { moveLines } from './merge-lines.server'
import type { Moved } from './merge-log'

interface Undone {
  into: string
  mergedId: string
  moved: readonly Moved[]
}

/**
 * What orders and subscriptions that go back with an undo have brought since the merge goes back with them: their payments, if that
 * account pays, and what they granted, if it rides.
 */
export async function takeBackEarnings(tx: Tx, { into, mergedId, moved }: Undone): Promise<void> {
  const keysOf = (table: string, column: string) =>
    moved.filter((one) => one.table === table && one.column === column).flatMap(({ keys }) => keys.map(Number))
  const orders = keysOf('orders', 'user_id')
  const paid = keysOf('subscriptions', 'user_id')
  const lines = keysOf('order_items', 'rider_id')
  const ridden = keysOf('subscriptions', 'rider_id')
  for (const table of ['payment_transactions', 'payment_issues']) {
    await tx.$executeRawUnsafe(
      `UPDATE ${table} SET user_id = $1 WHERE user_id = $2 AND (order_id = ANY($3) OR subscription_id = ANY($4))`,
      mergedId,
      into,
      orders,
      paid,
    )
  }
  const payments = await tx.$queryRaw<{ id: number; intent: string | null }[]>`
    SELECT id, stripe_payment_intent_id AS intent FROM payment_transactions
    WHERE subscription_id = ANY(${ridden}) OR order_id IN (SELECT order_id FROM order_items WHERE id = ANY(${lines}))`
  await moveLines(
    tx,
    into,
    mergedId,
    payments.map(({ id }) => id),
  )
  const intents = payments.flatMap(({ intent }) => intent ?? [])
  const grants = await tx.$queryRaw<{ id: number }[]>`
    UPDATE package_purchases SET user_id = ${mergedId}
    WHERE user_id = ${into} AND (subscription_id = ANY(${ridden}) OR stripe_payment_intent_id = ANY(${intents}))
    RETURNING id`
  await tx.userAddOn.updateMany({
    where: { userId: into, grantId: { in: grants.map(({ id }) => id) } },
    data: { userId: mergedId },
  })
}

/** Tables whose rows say when they were written. */
const DATED = [
  'lessons',
  'weekly_schedule',
  'one_time_participants',
  'makeups',
  'orders',
  'package_purchases',
  'payment_transactions',
]

/** What the account that others were merged into has got since a line of the log, in the words of the office. */
export async function cameSince(into: string, line: number): Promise<string[]> {
  const counted = MOVED.flatMap(({ table, column, noun }) =>
    noun && DATED.includes(table) ? [{ table, column, noun }] : [],
  )
  const columns = counted.map(
    ({ table, column }) => `(SELECT count(*)::integer FROM ${table} WHERE ${column} = $1 AND created_at > a.at)`,
  )
  const [row] = await prisma.$queryRawUnsafe<[{ counts: number[] }?]>(
    `SELECT ARRAY[${columns.join(', ')}] AS counts FROM audit_log a WHERE a.id = $2`,
    into,
    line,
  )
  return counted.flatMap(({ noun: [one, several] }, i) => {
    const count = row?.counts[i] ?? 0
    return count ? [`${count} ${count === 1 ? one : several}`] : []
  })
}
