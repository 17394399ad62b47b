import { lockYear, writeMonth } from '~/models/money/payments/offline/offline-payment.server'
import { prisma } from '~/platform/db.server'
import type { Tx } from '~/platform/tx.server'
import type { Cents } from '~/utils/money'
import { MOVED } from './merge-columns'
import { moveLines } from './merge-lines.server'
import type { Moved } from './merge-log'

interface Undone {
  into: string
  mergedId: string
  moved: readonly Moved[]
}

/**
 * Moves back what orders and subscriptions that an undo returns have earned since the merge: their payments, if that
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
    WHERE user_id = ${into} AND (subscription_id = ANY(${ridden}) OR stripe_payment_intent_id = ANY(${intents})
      OR order_id IN (SELECT order_id FROM order_items WHERE id = ANY(${lines})))
    RETURNING id`
  await tx.userAddOn.updateMany({
    where: { userId: into, grantId: { in: grants.map(({ id }) => id) } },
    data: { userId: mergedId },
  })
}

/** Leaves makeups with the surviving account that it has booked rides with since: those rides stay too. */
export async function leaveBooked(tx: Tx, { into, mergedId }: { into: string; mergedId: string }): Promise<void> {
  const booked = await tx.$queryRaw<{ id: number }[]>`
    UPDATE makeups m SET student_id = ${into} FROM makeup_bookings b
    WHERE b.makeup_id = m.id AND m.student_id = ${mergedId} AND b.student_id = ${into} RETURNING m.id`
  await tx.makeupRequest.updateMany({
    where: { makeupId: { in: booked.map(({ id }) => id) } },
    data: { studentId: into },
  })
}

/**
 * Settles payments that the office recorded since the merge, in a year that may have moved: one of an order moves with
 * the order and its grant; every other stays with the account that it was recorded for.
 * @throws Refused if a month would exceed its maximum.
 */
export async function settleRecorded(
  tx: Tx,
  actorId: string,
  { into, mergedId, line }: { into: string; mergedId: string; line: number },
): Promise<void> {
  const ids = [into, mergedId]
  const astray = await tx.$queryRaw<
    { id: number; from: string; to: string; year: number; month: number; cents: Cents }[]
  >`
    SELECT p.id, y.user_id AS from, w.id AS to, y.year, p.month, (p.amount * 100)::integer AS cents
    FROM recorded_payments p JOIN offline_payments y ON y.id = p.record_id JOIN audit_log a ON a.id = ${line}
    CROSS JOIN LATERAL (SELECT coalesce(
      (SELECT rider_id FROM order_items WHERE order_id = p.order_id AND rider_id = ANY(${ids}) LIMIT 1), ${into}) AS id) w
    WHERE y.user_id = ANY(${ids}) AND w.id <> y.user_id AND p.created_at > a.at ORDER BY p.id`
  for (const { id, from, to, year, month, cents } of astray) {
    const theirs = await lockYear(tx, to, year)
    await writeMonth(tx, actorId, theirs, { month, cents: (theirs.months[month - 1] ?? 0) + cents })
    await tx.recordedPayment.update({ where: { id }, data: { recordId: theirs.recordId } })
    const left = await lockYear(tx, from, year)
    await writeMonth(tx, actorId, left, { month, cents: (left.months[month - 1] ?? 0) - cents })
  }
}

/** Tables whose rows contain when they were written. */
const DATED = [
  'lessons',
  'weekly_schedule',
  'one_time_participants',
  'makeups',
  'orders',
  'package_purchases',
  'payment_transactions',
  'subscriptions',
]

/** Returns what the surviving account has received since a log entry, in the office's words. */
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
