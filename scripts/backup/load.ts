import pg from 'pg'
import { applyInTransaction, type Migration, withoutMigrations } from '../../app/platform/migrate.server'
import { fieldsOf } from './copy-text'
import { type Header, type Piece, sumDatabase } from './snapshot'
import { differences, type Sum, TableSum } from './sums'
import { listTables, type Sequence, setFormats, type Table } from './tables'
import { clearDatabase, refuseIfInUse, refuseIfItHolds } from './target'

export interface LoadOptions {
  /** Whether to delete what the database contains. */
  replace: boolean
  /** Whether no other process can have the database open. */
  alone?: boolean
  /** Every migration of this version, oldest first. */
  migrations: Migration[]
  /** Called in the same transaction: before the old data is deleted, and after the new data is loaded. */
  before?(): Promise<void>
  after?(): Promise<void>
}

/**
 * Fills a database in one transaction: creates the tables with the backup's migrations, inserts its rows, reads them
 * back and compares them, then applies the missing migrations. Returns what was loaded.
 * @throws Error if the database is not empty and may not be replaced, or a newer version made the backup.
 */
export async function load(client: pg.Client, header: Header, pieces: AsyncIterable<Piece>, options: LoadOptions) {
  const had = new Set(header.migrations)
  const unknown = header.migrations.filter((name) => !options.migrations.some((migration) => migration.name === name))
  if (unknown.length) {
    throw new Error(`This was made by a newer version of Stirrup, which has ${unknown.join(', ')}. Upgrade first.`)
  }
  return withoutMigrations(client, async () => {
    await setFormats(client)
    const holds = await refuseIfItHolds(client, options.replace)
    if (holds && !options.alone) await refuseIfInUse(client)
    await options.before?.()
    await clearDatabase(client)
    await applyInTransaction(
      client,
      options.migrations.filter(({ name }) => had.has(name)),
    )
    const sums = await fill(client, pieces)
    const altered = differences(sums, await sumDatabase(client))
    if (altered.length) throw new Error(`The database did not take the rows of ${altered.join(', ')} as they are`)
    await applyInTransaction(
      client,
      options.migrations.filter(({ name }) => !had.has(name)),
    )
    await options.after?.()
    return sums
  })
}

/** Inserts rows without triggers, which count and refuse, and before foreign keys: a rider may come before the guardian. */
async function fill(client: pg.Client, pieces: AsyncIterable<Piece>): Promise<Sum[]> {
  const tables = await listTables(client)
  const names = tables.map(({ name }) => pg.escapeIdentifier(name))
  const keys = await foreignKeys(client)
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  for (const { table, key } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${key}`)
  // A migration may have filled a table.
  await client.query(`TRUNCATE ${names.join(', ')}`)
  const sums = await insertAll(client, tables, pieces)
  for (const { table, key, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${key} ${definition}`)
  }
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  return sums
}

async function insertAll(client: pg.Client, tables: Table[], pieces: AsyncIterable<Piece>): Promise<Sum[]> {
  const sums: Sum[] = []
  let sum: TableSum | undefined
  let insert = ''
  for await (const piece of pieces) {
    if (piece.kind === 'rows') {
      sum?.add(piece)
      await client.query(insert, columnsOf(piece.lines))
      continue
    }
    if (sum) sums.push(sum.end())
    sum = undefined
    if (piece.kind === 'sequences') await setSequences(client, piece.sequences)
    else {
      sum = new TableSum(piece.table)
      insert = insertOf(tables, piece)
    }
  }
  return sums
}

/** Builds an INSERT, not a COPY, which the embedded database does not support. */
function insertOf(tables: Table[], { table, columns }: { table: string; columns: string[] }): string {
  const types = new Map(
    tables.find(({ name }) => name === table)?.columns.map(({ name, type }) => [name, type] as const),
  )
  const lacking = columns.find((name) => !types.has(name))
  if (lacking) throw new Error(`The database has no column ${table}.${lacking}`)
  const list = columns.map(pg.escapeIdentifier).join(', ')
  const values = columns.map((name, index) => `c${index}::${types.get(name)}`).join(', ')
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const given = columns.map((_, index) => `c${index}`).join(', ')
  return `INSERT INTO ${pg.escapeIdentifier(table)} (${list}) SELECT ${values} FROM unnest(${arrays}) AS given (${given})`
}

/** Returns the values of each column, from lines of COPY. */
function columnsOf(lines: Buffer): (string | null)[][] {
  const rows = lines.toString().split('\n').slice(0, -1).map(fieldsOf)
  return (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? null))
}

async function setSequences(client: pg.Client, sequences: Sequence[]) {
  for (const { name, last, called } of sequences) {
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [pg.escapeIdentifier(name), last, called])
  }
}

async function foreignKeys(client: pg.Client) {
  const { rows } = await client.query<{ table: string; key: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS key, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  )
  return rows
}
