import type { Prisma } from '~/generated/prisma/client'
import { leaveAttempts, unpaidOrders } from '~/models/money/payments/orders/unpaid-orders.server'
import { audit } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { notFound, Refused } from '~/platform/refused'
import { type Db, type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { lockAccounts } from './merge.server'
import { findPair } from './merge-check.server'
import { MOVED, YEARLY } from './merge-columns'
import { giveEmailsBack } from './merge-emails.server'
import { unchangedFacts } from './merge-facts'
import { moveLines } from './merge-lines.server'
import { type Detail, LONG, type Moved, REFUSALS } from './merge-log'
import { cameSince, leaveBooked, settleRecorded, takeBackEarnings } from './merge-since.server'

const tooOld = () => notFound('This merge is too old to undo')

/** Returns the log entry of an account's last merge. @throws Refused 404 if there is none */
async function lastMerge(db: Db, mergedId: string) {
  const line = await db.auditEntry.findFirst({
    where: { entity: 'student', entityId: mergedId, action: 'family.merge' },
    orderBy: { id: 'desc' },
    select: { id: true, detail: true },
  })
  const { into, moved, before, ...rest } = (line?.detail ?? {}) as Partial<Detail>
  if (!line || !into || !moved || !before) throw tooOld()
  return { id: line.id, into, moved, before, ...rest }
}

const ordersOf = (moved: readonly Moved[]) =>
  moved.filter(({ table }) => table === 'orders').flatMap(({ keys }) => keys.map(Number))

/** Returns orders that an undo moves back and that can still be paid: they have to be closed at the provider first. @throws Refused 404 */
export async function unpaidToGiveBack(mergedId: string): Promise<number[]> {
  const { into, moved } = await lastMerge(prisma, mergedId)
  return unpaidOrders(prisma, { userId: into, id: { in: ordersOf(moved) } })
}

export interface UndoneMerge {
  name: string
  /** The account that it had been merged into. */
  into: string
  /** How many of the moved rows were deleted since. */
  gone: number
  /** What came since and stays with the other account, in words. */
  stays: string[]
}

/**
 * Moves exactly those rows back that the merge had moved, with what orders and subscriptions among them have earned
 * since. Everything else that came since stays with the surviving account, such as a ride with the makeup that it is
 * booked with, and what was deleted since stays deleted.
 * @throws Refused 404 if the account is not merged; 409 if something conflicts, or a payment was opened in the
 * meantime.
 */
export async function undoMerge(actorId: string, mergedId: string): Promise<UndoneMerge> {
  const done = await translateViolations(REFUSALS, () => withTx((tx) => undo(tx, actorId, mergedId), LONG))
  const { line, ...undone } = done
  return { ...undone, stays: await cameSince(done.into, line) }
}

async function undo(tx: Tx, actorId: string, mergedId: string) {
  const { id: line, into, moved, lines, before, filled = [], swapped, emails } = await lastMerge(tx, mergedId)
  await lockAccounts(tx, [into, mergedId])
  const pair = await findPair(tx, into, mergedId)
  const { mergedIntoId } = pair?.merged ?? {}
  if (!pair || mergedIntoId !== into) {
    throw mergedIntoId
      ? new Refused('in_the_way', 'Both were merged into another account later. Undo that first.')
      : new Refused('already_done', 'This was undone already.')
  }
  await leaveAttempts(tx, await unpaidOrders(tx, { userId: into, id: { in: ordersOf(moved) } }))
  await tx.user.update({
    where: { id: mergedId },
    data: { mergedIntoId: null, active: before.active, hiddenAt: before.hiddenAt && new Date(before.hiddenAt) },
  })
  const taken = unchangedFacts(filled, pair.kept, pair.merged)
  await tx.user.update({ where: { id: into }, data: Object.fromEntries(taken.map((name) => [name, null])) })
  let gone = 0
  for (const one of [...moved].reverse()) gone += one.keys.length - (await moveBack(tx, one))
  if (lines) await moveLines(tx, lines.to, lines.from, lines.ids)
  await leaveBooked(tx, { into, mergedId })
  await takeBackEarnings(tx, { into, mergedId, moved })
  await settleRecorded(tx, actorId, { into, mergedId, line })
  if (swapped) await giveEmailsBack(tx, pair.kept, pair.merged, emails)
  const detail: Prisma.InputJsonObject = { of: line, gone }
  await audit(tx, { actorId, action: 'family.merge-undo', entity: 'student', entityId: mergedId, detail })
  return { name: pair.merged.name, gone, into, line }
}

/** Moves rows back. Names of tables and columns are compared with the list, so that the log alone cannot put anything into a statement. */
async function moveBack(tx: Tx, { table, column, key, keys, from, to }: Moved): Promise<number> {
  const isYear = YEARLY.some((one) => one.months === table) && column === 'record_id' && key === 'month'
  const isWhole = YEARLY.some((one) => one.table === table) && column === 'user_id' && key === 'id'
  const isKnown = MOVED.some((one) => one.table === table && one.column === column && one.key === key)
  if (!isYear && !isWhole && !isKnown) throw tooOld()
  return tx.$executeRawUnsafe(
    `UPDATE ${table} SET ${column} = $1${isYear ? '::integer' : ''} WHERE ${column} = $2${isYear ? '::integer' : ''} AND ${key}::text = ANY($3::text[])`,
    from,
    to,
    keys,
  )
}
