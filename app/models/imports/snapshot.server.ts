import { createHash } from 'node:crypto'
import { TABLES as WEEK } from '~/models/schedule/snapshot/book-columns'
import type { Tx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'
import type { Made, MadeAll } from './made'

interface Watched {
  table: string
  key: readonly string[]
  of: string
}

/**
 * What a move writes: each table with its key, in an order in which rows can be put in, and which of its rows a move of these people ($1)
 * from that day on ($2) may change.
 */
const TABLES: readonly Watched[] = [
  { table: 'users', key: ['id'], of: 'id = ANY($1)' },
  { table: 'horses', key: ['id'], of: 'true' },
  { table: 'package_purchases', key: ['id'], of: 'user_id = ANY($1)' },
  { table: 'usage_adjustments', key: ['id'], of: 'student_id = ANY($1)' },
  { table: 'offline_payments', key: ['id'], of: 'user_id = ANY($1)' },
  {
    table: 'offline_payment_months',
    key: ['record_id', 'month'],
    of: 'record_id IN (SELECT id FROM offline_payments WHERE user_id = ANY($1))',
  },
  {
    table: 'recorded_payments',
    key: ['id'],
    of: 'record_id IN (SELECT id FROM offline_payments WHERE user_id = ANY($1))',
  },
  { table: 'student_notes', key: ['id'], of: 'student_id = ANY($1)' },
  // The week is one: all that a change of it may write, whose ever it is. A makeup of a ride before that day may be booked into one after it.
  ...Object.values(WEEK).map(({ table, date }) => ({
    table,
    key: ['id'],
    of: date && table !== 'makeups' ? `${date} >= $2` : 'true',
  })),
  // What the lines of its lessons are offered, and what its families and instructors are told.
  { table: 'waitlist', key: ['id'], of: 'true' },
  { table: 'place_offers', key: ['id'], of: 'lesson_date >= $2' },
  { table: 'told_rides', key: ['student_id', 'date'], of: 'date >= $2' },
]

type Row = Record<string, unknown>
export type Snapshot = Map<string, { table: string; id: string; row: Row }>

/** Every row that a move for these people may change on that day. */
export async function snapshot(tx: Tx, ids: readonly string[], day: LocalDate): Promise<Snapshot> {
  const rows: Snapshot = new Map()
  for (const { table, key, of } of TABLES) {
    const found = await tx.$queryRawUnsafe<{ row: Row }[]>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE ${of} AND ($1::text[], $2::date) IS NOT NULL`,
      [...ids],
      day,
    )
    for (const { row } of found) {
      const id = key.map((column) => String(row[column])).join(' ')
      rows.set(`${table} ${id}`, { table, id, row })
    }
  }
  return rows
}

/** Of each table that has a row. */
export const columnsIn = (rows: Snapshot): Record<string, string[]> =>
  Object.fromEntries([...rows.values()].map(({ table, row }) => [table, Object.keys(row).sort()]))

const hashOf = (row: Row, columns = Object.keys(row).sort()): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.map((column) => [column, row[column]])))
    .digest('base64url')

/** The rows in which two snapshots differ. */
export function madeBetween(before: Snapshot, after: Snapshot): Made[] {
  const made: Made[] = []
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(key), after.get(key)]
    if (old && now && hashOf(old.row) === hashOf(now.row)) continue
    const { table, id } = (old ?? now)!
    made.push({ table, id, before: old?.row ?? null, after: now ? hashOf(now.row) : null })
  }
  return made
}

/** Those of them that are not as the move left them, in the columns that their tables had then. */
export const changedSince = (made: readonly Made[], now: Snapshot, columns: MadeAll['columns']): Made[] =>
  made.filter(({ table, id, after }) => {
    const row = now.get(`${table} ${id}`)?.row
    return (row ? hashOf(row, columns[table]) : null) !== after
  })

/** None for a table that no move writes. */
export const keyOf = (table: string): readonly string[] => TABLES.find((one) => one.table === table)?.key ?? []

/** Puts every row back as it was: what was made goes, from the last table to the first, then what went or changed comes back. */
export async function putBack(tx: Tx, made: readonly Made[]): Promise<void> {
  for (const { table, key } of [...TABLES].reverse()) {
    const ids = made.filter((one) => one.table === table && !one.before).map(({ id }) => id)
    if (ids.length === 0) continue
    // A child goes before its guardian.
    const steps = table === 'users' ? ['guardian_id IS NOT NULL', 'true'] : ['true']
    for (const step of steps) {
      await tx.$executeRawUnsafe(
        `DELETE FROM ${table} WHERE concat_ws(' ', ${key.join(', ')}) = ANY($1) AND ${step}`,
        ids,
      )
    }
  }
  for (const { table } of TABLES) {
    const key = keyOf(table)
    const rows = made.flatMap((one) => (one.table === table && one.before ? [one.before] : []))
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !key.includes(column))
    const set = columns.map((column) => `"${column}" = EXCLUDED."${column}"`)
    await insertRows(tx, table, rows, `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set.join(', ')}`)
  }
}

/** All in one statement, and all with the same columns. Prisma's own takes ten times as long to write hundreds of them. */
export async function insertRows(tx: Tx, table: string, rows: readonly Row[], conflict = ''): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ')
  await tx.$executeRawUnsafe(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb) ${conflict}`,
    JSON.stringify(rows),
  )
}
