import pg from 'pg'
import { copyOut, fieldsOf } from './copy-text'
import { countLines, type Sum, TableSum } from './sums'
import { listTables, MIGRATIONS, readSequences, type Sequence, setFormats, type Table } from './tables'

export interface Header {
  /** The version of the file format: see docs/decisions/25-backups-and-what-a-start-refuses.md. */
  format: 1
  createdAt: string
  school: string | null
  /** The database's migrations, oldest first. */
  migrations: string[]
}

/** A piece of a database's contents: each table, then its rows in lines of COPY; the sequences at the end. */
export type Piece =
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'rows'; lines: Buffer; rows: number }
  | { kind: 'sequences'; sequences: Sequence[] }

/** Bytes that are collected before they are passed on; on the embedded database also in its worker. */
const PAGE_BYTES = 4 * 1024 * 1024
const MAX_ROWS = 20_000
const FIRST_ROWS = 200

/** Runs `work` in one transaction that reads the database as it is now and writes nothing. */
export async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    await setFormats(client)
    return await work()
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
  }
}

/** @throws Error if the database has no finished migration, or one that failed. */
export async function readHeader(client: pg.Client, createdAt: Date): Promise<Header> {
  const { rows: known } = await client.query(`SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace
    AND relname = '${MIGRATIONS}'`)
  if (!known.length) throw new Error('This is no database of Stirrup: it has no record of migrations')
  const { rows } = await client.query<{ name: string; finished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS finished FROM ${MIGRATIONS}
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  const failed = rows.find(({ finished }) => !finished)
  if (failed) throw new Error(`The migration ${failed.name} failed. Repair it first: npm run migrate`)
  const { rows: schools } = await client.query<{ name: string | null }>('SELECT name FROM school')
  return {
    format: 1,
    createdAt: createdAt.toISOString(),
    school: schools[0]?.name ?? null,
    migrations: rows.map(({ name }) => name),
  }
}

/** Yields the whole contents of the database. Requires an open snapshot. */
export async function* readDatabase(client: pg.Client): AsyncGenerator<Piece> {
  for (const table of await listTables(client)) {
    yield { kind: 'table', table: table.name, columns: table.columns.map(({ name }) => name) }
    for await (const page of readRows(client, table)) yield { kind: 'rows', ...page }
  }
  yield { kind: 'sequences', sequences: await readSequences(client) }
}

/** Returns counts and checksums of all tables. Requires an open transaction with our formats. */
export async function sumDatabase(client: pg.Client): Promise<Sum[]> {
  const sums: Sum[] = []
  for (const table of await listTables(client)) {
    const sum = new TableSum(table.name)
    for await (const page of readRows(client, table)) sum.add(page)
    sums.push(sum.end())
  }
  return sums
}

const NEWLINE = '\n'

/** Orders texts by their bytes, which is the same order on every server. */
const ordered = ({ name, type }: Table['key'][number]) =>
  `${pg.escapeIdentifier(name)}${/^(text|character)/.test(type) ? ' COLLATE "C"' : ''}`

async function* readRows(client: pg.Client, { name, columns, key }: Table) {
  const list = columns.map((column) => pg.escapeIdentifier(column.name)).join(', ')
  const order = key.map(ordered).join(', ')
  const places = key.map((part) => columns.findIndex((column) => column.name === part.name))
  let limit = FIRST_ROWS
  let after = ''
  for (;;) {
    const page = `SELECT ${list} FROM ${pg.escapeIdentifier(name)} ${after} ORDER BY ${order} LIMIT ${limit}`
    const lines = await copyOut(client, `COPY (${page}) TO STDOUT`)
    const rows = countLines(lines)
    if (rows) yield { lines, rows }
    if (rows < limit) return
    const last = fieldsOf(lines.subarray(lines.lastIndexOf(NEWLINE, -2) + 1, -1).toString())
    const values = key.map(({ type }, index) => `${pg.escapeLiteral(last[places[index] ?? 0] ?? '')}::${type}`)
    after = `WHERE (${order}) > (${values.join(', ')})`
    limit = Math.max(FIRST_ROWS, Math.min(MAX_ROWS, Math.floor((PAGE_BYTES * rows) / lines.length)))
  }
}
