import { leaveAttempts, unpaidOrders } from '~/models/money/payments/orders/unpaid-orders.server'
import { closeUnproved } from '~/models/people/accounts/links/address.server'
import { NO_TOKENS } from '~/models/people/accounts/profile.server'
import { signOutEverywhere } from '~/models/people/accounts/viewer.server'
import { lockWeek } from '~/models/schedule/snapshot/lock-weekdays.server'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { notFound, RefusedList } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { translateViolations } from '~/platform/violation.server'
import { findPair, takesEmail, whatStops } from './merge-check.server'
import { MOVED, type MovedColumn, YEARLY } from './merge-columns'
import { swapEmails } from './merge-emails.server'
import { missingFacts } from './merge-facts'
import { moveLines } from './merge-lines.server'
import { type Detail, LONG, type Moved, REFUSALS } from './merge-log'

export type EmailOf = 'kept' | 'merged'

/**
 * Moves everything of one account to another of the same person, in one transaction. The merged account is off the
 * lists, signed out, and nobody can sign in to it. Payments stay with the provider's customer that made them; unpaid
 * orders, which have to be closed there, start again. Returns the ID of the log entry that undoes it.
 * @throws Refused 404; 409 with what blocks it, or if a payment was opened in the meantime.
 */
export const mergeAccounts = (
  actorId: string,
  keptId: string,
  mergedId: string,
  email: EmailOf,
): Promise<{ change: number; kept: string; merged: string }> =>
  translateViolations(REFUSALS, () =>
    withTx(async (tx) => {
      await lockAccounts(tx, [keptId, mergedId])
      const pair = await findPair(tx, keptId, mergedId)
      if (!pair) throw notFound('Student not found')
      const { kept, merged } = pair
      const reasons = await whatStops(tx, pair)
      if (reasons.length) throw new RefusedList('in_the_way', reasons, 'Nothing was merged.')
      await leaveAttempts(tx, await unpaidOrders(tx, { userId: mergedId }))
      const moved = [...(await moveYears(tx, mergedId, keptId)), ...(await moveRows(tx, mergedId, keptId))]
      const lines = await moveLines(tx, mergedId, keptId)
      await closeUnproved(tx, keptId)
      const swapped = (email === 'merged' && merged.email !== kept.email && merged.email !== null) || takesEmail(pair)
      const emails = swapped ? await swapEmails(tx, kept, merged) : undefined
      await signOutEverywhere(tx, mergedId)
      const filled = missingFacts(kept, merged)
      await tx.user.update({
        where: { id: keptId },
        data: Object.fromEntries(filled.map((name) => [name, merged[name]])),
      })
      await tx.user.update({
        where: { id: mergedId },
        data: { mergedIntoId: keptId, active: false, hiddenAt: merged.hiddenAt ?? now(), ...NO_TOKENS },
      })
      const before = { hiddenAt: merged.hiddenAt?.toISOString() ?? null, active: merged.active }
      const detail: Detail = { into: keptId, moved, lines, before, filled, swapped, ...(emails && { emails }) }
      const change = await audit(tx, { actorId, action: 'family.merge', entity: 'student', entityId: mergedId, detail })
      return { change, kept: kept.name, merged: merged.name }
    }, LONG),
  )

/** Locks the week first, then orders and subscriptions, then the people, as everyone does. */
export async function lockAccounts(tx: Tx, ids: string[]): Promise<void> {
  await lockWeek(tx)
  await tx.$queryRaw`SELECT id FROM orders WHERE user_id = ANY(${ids}) ORDER BY id FOR UPDATE`
  await tx.$queryRaw`SELECT id FROM subscriptions WHERE user_id = ANY(${ids}) ORDER BY id FOR UPDATE`
  await tx.$queryRaw`SELECT id FROM users WHERE id = ANY(${ids}) ORDER BY id FOR UPDATE`
}

async function moveRows(tx: Tx, from: string, to: string): Promise<Moved[]> {
  const moved: Moved[] = []
  const yearly = YEARLY.map(({ table }) => ({ table, column: 'user_id', key: 'id', once: 'year' }))
  const columns: readonly MovedColumn[] = [...MOVED, ...yearly]
  for (const { table, column, key, once } of columns) {
    const same = [once ?? []].flat().map((name) => `o.${name} = t.${name}`)
    const stays = once
      ? ` AND NOT EXISTS (SELECT FROM ${table} o WHERE o.${column} = $2 AND ${same.join(' AND ')})`
      : ''
    const rows = await tx.$queryRawUnsafe<{ key: string }[]>(
      `UPDATE ${table} t SET ${column} = $2 WHERE ${column} = $1${stays} RETURNING ${key}::text AS key`,
      from,
      to,
    )
    if (rows.length) moved.push({ table, column, key, keys: rows.map((row) => row.key), from, to })
  }
  return moved
}

/** Moves the months of years that both have. */
async function moveYears(tx: Tx, from: string, to: string): Promise<Moved[]> {
  const moved: Moved[] = []
  for (const { table, months } of YEARLY) {
    const pairs = await tx.$queryRawUnsafe<{ from: number; to: number }[]>(
      `SELECT a.id AS from, b.id AS to FROM ${table} a JOIN ${table} b ON b.year = a.year AND b.user_id = $2 WHERE a.user_id = $1`,
      from,
      to,
    )
    for (const pair of pairs) {
      // An amount that the office cleared has no meaning, and would be in the way.
      await tx.$executeRawUnsafe(`DELETE FROM ${months} WHERE record_id IN ($1, $2) AND amount = 0`, pair.from, pair.to)
      const rows = await tx.$queryRawUnsafe<{ key: string }[]>(
        `UPDATE ${months} SET record_id = $2 WHERE record_id = $1 RETURNING month::text AS key`,
        pair.from,
        pair.to,
      )
      const keys = rows.map((row) => row.key)
      if (keys.length) {
        moved.push({
          table: months,
          column: 'record_id',
          key: 'month',
          keys,
          from: String(pair.from),
          to: String(pair.to),
        })
      }
    }
  }
  return moved
}
