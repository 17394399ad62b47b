import type { Prisma } from '~/generated/prisma/client'
import { NO_TOKENS } from '~/models/accounts/profile.server'
import { signOutEverywhere } from '~/models/accounts/viewer.server'
import { lockWeek } from '~/models/lessons/lock-weekdays.server'
import { audit } from '~/platform/audit.server'
import { now } from '~/platform/clock.server'
import { notFound, Refused, RefusedList } from '~/platform/refused'
import { type Tx, withTx } from '~/platform/tx.server'
import { type Refusals, translateViolations } from '~/platform/violation.server'
import { findPair, whatStops } from './merge-check.server'
import { MOVED, type MovedColumn, YEARLY } from './merge-columns'
import { missingFacts, unchangedFacts } from './merge-facts'
import { type MovedLines, moveLines } from './merge-lines.server'

/** Rows that were moved from one value of a column to another. */
type Moved = {
  table: string
  column: string
  key: string
  keys: string[]
  from: string
  to: string
}

/** What the log holds of a merge, and what an undo needs. */
type Detail = {
  into: string
  moved: Moved[]
  lines?: MovedLines
  /** Of the merged account, before. */
  before: { hiddenAt: string | null; active: boolean }
  /** Facts that the account that stays did not have. */
  filled?: string[]
  /** The addresses were swapped, so that the account that stays signs in with the merged one's. */
  swapped: boolean
}

export type EmailOf = 'kept' | 'merged'

const conflict = (message: string) => new Refused(message, undefined, 409)
const atOnce = () => conflict('Both ride at the same time. Nothing was merged.')
const REFUSALS: Refusals = {
  waitlist_once: () => conflict('Both are on the same waitlist. Nothing was merged.'),
  ...Object.fromEntries(
    [
      'lessons_student_id_scheduled_date_scheduled_time_key',
      'one_time_participants_student_id_lesson_date_scheduled_time_key',
      'weekly_schedule_rider_once',
      'one_time_participants_rider_once',
      'horse_usage_student_id_usage_date_lesson_time_key',
      'makeups_student_id_lesson_date_scheduled_time_key',
      'makeup_bookings_student_id_lesson_date_scheduled_time_key',
    ].map((name) => [name, atOnce]),
  ),
}

/** The rows of a long history. */
const LONG = { timeout: 60_000 }

/**
 * Moves everything of one account to another of the same person, in one transaction. The merged account is off the lists, signed out, and
 * nobody signs in to it. Payments stay with the provider's customer that made them. Returns the line of the log that undoes it.
 * @throws Refused 404; 409 with what stops it.
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
      if (reasons.length) throw new RefusedList(reasons, 'Nothing was merged.')
      const moved = [...(await moveYears(tx, mergedId, keptId)), ...(await moveRows(tx, mergedId, keptId))]
      const lines = await moveLines(tx, mergedId, keptId)
      const swapped = email === 'merged' && merged.email !== null && merged.email !== kept.email
      if (swapped) await swapEmails(tx, kept, merged)
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
      const detail: Detail = { into: keptId, moved, lines, before, filled, swapped }
      const change = await audit(tx, { actorId, action: 'family.merge', entity: 'student', entityId: mergedId, detail })
      return { change, kept: kept.name, merged: merged.name }
    }, LONG),
  )

/** The week first, then orders and subscriptions, then the people, as everyone locks them. */
async function lockAccounts(tx: Tx, ids: string[]): Promise<void> {
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
    const stays = once
      ? ` AND NOT EXISTS (SELECT FROM ${table} o WHERE o.${column} = $2 AND o.${once} = t.${once})`
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

/** The months of years that both have. */
async function moveYears(tx: Tx, from: string, to: string): Promise<Moved[]> {
  const moved: Moved[] = []
  for (const { table, months } of YEARLY) {
    const pairs = await tx.$queryRawUnsafe<{ from: number; to: number }[]>(
      `SELECT a.id AS from, b.id AS to FROM ${table} a JOIN ${table} b ON b.year = a.year AND b.user_id = $2 WHERE a.user_id = $1`,
      from,
      to,
    )
    for (const pair of pairs) {
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

interface Addressed {
  id: string
  email: string | null
}

/** An address is one account's at a time, so one of them has none in between. */
async function swapEmails(tx: Tx, kept: Addressed, merged: Addressed): Promise<void> {
  const set = (id: string, email: string | null) => tx.user.update({ where: { id }, data: { email, ...NO_TOKENS } })
  await set(merged.id, `${merged.id}@merged.invalid`)
  await set(kept.id, merged.email)
  await set(merged.id, kept.email ?? `${merged.id}@merged.invalid`)
  await signOutEverywhere(tx, kept.id)
}

/**
 * Takes exactly the rows back that the merge had moved; what has come since stays with the account that they were merged into, and what
 * was deleted since stays deleted. Returns how many of them are gone.
 * @throws Refused 404 if the account is not merged; 409 if what it gets back is in the way of something.
 */
export const undoMerge = (actorId: string, mergedId: string): Promise<{ name: string; gone: number }> =>
  translateViolations(REFUSALS, () =>
    withTx(async (tx) => {
      const line = await tx.auditEntry.findFirst({
        where: { entity: 'student', entityId: mergedId, action: 'family.merge' },
        orderBy: { id: 'desc' },
        select: { id: true, detail: true },
      })
      const { into, moved, lines, before, filled = [], swapped } = (line?.detail ?? {}) as Partial<Detail>
      if (!line || !into || !moved || !before) throw notFound('This merge is too old to undo')
      await lockAccounts(tx, [into, mergedId])
      const pair = await findPair(tx, into, mergedId)
      if (pair?.merged.mergedIntoId !== into) throw conflict('This was undone already.')
      await tx.user.update({
        where: { id: mergedId },
        data: { mergedIntoId: null, active: before.active, hiddenAt: before.hiddenAt && new Date(before.hiddenAt) },
      })
      const taken = unchangedFacts(filled, pair.kept, pair.merged)
      await tx.user.update({ where: { id: into }, data: Object.fromEntries(taken.map((name) => [name, null])) })
      let gone = 0
      for (const one of [...moved].reverse()) gone += one.keys.length - (await moveBack(tx, one))
      if (lines) await moveLines(tx, lines.to, lines.from, lines.ids)
      if (swapped) await swapEmails(tx, pair.kept, pair.merged)
      const detail: Prisma.InputJsonObject = { of: line.id, gone }
      await audit(tx, { actorId, action: 'family.merge-undo', entity: 'student', entityId: mergedId, detail })
      return { name: pair.merged.name, gone }
    }, LONG),
  )

/** Names of tables and columns are compared with the list, so that the log alone says nothing to the database. */
async function moveBack(tx: Tx, { table, column, key, keys, from, to }: Moved): Promise<number> {
  const isYear = YEARLY.some((one) => one.months === table) && column === 'record_id' && key === 'month'
  const isWhole = YEARLY.some((one) => one.table === table) && column === 'user_id' && key === 'id'
  const isKnown = MOVED.some((one) => one.table === table && one.column === column && one.key === key)
  if (!isYear && !isWhole && !isKnown) throw notFound('This merge is too old to undo')
  return tx.$executeRawUnsafe(
    `UPDATE ${table} SET ${column} = $1${isYear ? '::integer' : ''} WHERE ${column} = $2${isYear ? '::integer' : ''} AND ${key}::text = ANY($3::text[])`,
    from,
    to,
    keys,
  )
}
