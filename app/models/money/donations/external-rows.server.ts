import { isDeepStrictEqual } from 'node:util'
import { Prisma } from '~/generated/prisma/client'
import type { Db, Tx } from '~/platform/tx.server'

/** A row from another source. Missing fields are undefined and stay as they are. */
export interface ExternalRow {
  externalId: string
  data: Record<string, Prisma.Decimal | string | number | boolean | Date | null | undefined>
  extra: Record<string, unknown>
}

export interface Comparison {
  externalId: string
  outcome: 'new' | 'changed' | 'unchanged'
  changes: { field: string; from: string | null; to: string | null }[]
}

type StoredRow = { id: number; externalId: string; extra: unknown } & Record<string, unknown>

export interface ExternalTable {
  name: 'donations' | 'events' | 'event_tickets'
  externalColumn: 'zeffy_id' | 'zeffy_event_id'
  find(db: Db, externalIds: string[]): Promise<StoredRow[]>
  /** Returns values for columns that must not be empty. */
  defaults(): ExternalRow['data']
  update(tx: Tx, id: number, data: Record<string, unknown>): Promise<unknown>
}

const plain = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  return Prisma.Decimal.isDecimal(value) ? value.toFixed(2) : String(value)
}

const PERSONAL = ['donorEmail', 'donorFirstName', 'donorLastName', 'attendeeId', 'purpose']

/** Returns what is new in a row. Pending never replaces a final status, because notices arrive late. An erased person is not restored. */
function news(stored: StoredRow, { data, extra }: ExternalRow): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  const erased = stored.donorErased === true || stored.attendeeErased === true
  for (const [field, value] of Object.entries(data)) {
    if (value === undefined || plain(value) === plain(stored[field])) continue
    if (erased && PERSONAL.includes(field)) continue
    if (field === 'status' && value === 'pending') continue
    changed[field] = value
  }
  if (erased) return changed
  const before = stored.extra ?? {}
  const merged = { ...before, ...extra }
  return isDeepStrictEqual(before, merged) ? changed : { ...changed, extra: merged }
}

function compare(stored: StoredRow | undefined, row: ExternalRow): Comparison {
  const { externalId } = row
  if (!stored) return { externalId, outcome: 'new', changes: [] }
  const changes = Object.entries(news(stored, row)).map(([field, value]) =>
    field === 'extra'
      ? { field: 'other data', from: null, to: null }
      : { field, from: plain(stored[field]), to: plain(value) },
  )
  return { externalId, outcome: changes.length ? 'changed' : 'unchanged', changes }
}

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Inserts rows as JSON in one statement: a parameter for each value takes ten times as long. Returns the added IDs. */
async function insertRows(tx: Tx, { name, externalColumn, defaults }: ExternalTable, rows: ExternalRow[]) {
  if (!rows.length) return []
  const records = rows.map(({ externalId, data, extra }) => {
    const said = Object.entries({ ...defaults(), ...withoutUndefined(data) })
    const record = Object.fromEntries(said.map(([field, value]) => [columnOf(field), value]))
    return { ...record, [externalColumn]: externalId, ...(Object.keys(extra).length > 0 && { extra }) }
  })
  const columns = Prisma.raw([...new Set(records.flatMap(Object.keys))].join(', '))
  const [into, id] = [Prisma.raw(name), Prisma.raw(externalColumn)]
  const added = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO ${into} (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::${into}, ${JSON.stringify(records)}::json)
    ON CONFLICT (${id}) DO NOTHING RETURNING ${id} AS id`
  return added.map(({ id }) => id)
}

const withoutUndefined = (data: ExternalRow['data']) =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))

const byExternalId = (rows: StoredRow[]) => new Map(rows.map((row) => [row.externalId, row]))
const idsOf = (rows: ExternalRow[]) => rows.map(({ externalId }) => externalId)

export async function compareRows(db: Db, table: ExternalTable, rows: ExternalRow[]): Promise<Comparison[]> {
  const stored = byExternalId(await table.find(db, idsOf(rows)))
  return rows.map((row) => compare(stored.get(row.externalId), row))
}

/** Saves rows. The same rows again change nothing. External IDs must differ; rows stay locked until the transaction ends. */
export async function saveRows(tx: Tx, table: ExternalTable, rows: ExternalRow[]): Promise<Comparison[]> {
  // In a fixed order, so that two imports never wait for each other.
  const sorted = [...rows].sort((a, b) => (a.externalId < b.externalId ? -1 : 1))
  const added = new Set(await insertRows(tx, table, sorted))
  const rest = sorted.filter(({ externalId }) => !added.has(externalId))
  if (rest.length) {
    await tx.$queryRaw`SELECT id FROM ${Prisma.raw(table.name)} WHERE ${Prisma.raw(table.externalColumn)}
      IN (${Prisma.join(idsOf(rest))}) ORDER BY ${Prisma.raw(table.externalColumn)} FOR UPDATE`
  }
  const stored = byExternalId(rest.length ? await table.find(tx, idsOf(rest)) : [])
  const outcomes = new Map<string, Comparison>()
  for (const row of rest) {
    const before = stored.get(row.externalId)
    const comparison = compare(before, row)
    outcomes.set(row.externalId, comparison)
    if (before && comparison.outcome === 'changed') await table.update(tx, before.id, news(before, row))
  }
  return rows.map(({ externalId }) => outcomes.get(externalId) ?? { externalId, outcome: 'new' as const, changes: [] })
}
