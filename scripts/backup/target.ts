import pg from 'pg'
import { listTables } from './tables'

/** Tables filled by triggers and migrations: their rows alone do not count as contents. */
const DERIVED = new Set(['payment_transaction_count'])

/** @throws Error if the database has contents that may not be replaced. Returns whether it has any. */
export async function refuseIfItHolds(client: pg.Client, replace: boolean): Promise<boolean> {
  const held = await rowsHeld(client)
  if (!held.length || replace) return held.length > 0
  const most = held.sort((a, b) => b.rows - a.rows).slice(0, 5)
  const said = most.map(({ table, rows }) => `${table} ${rows}`).join(', ')
  throw new Error(
    `The database is not empty (rows: ${said}). Nothing was changed. To throw all of it away, add --replace.`,
  )
}

/** An idle application holds no connection, but sends its emails twice a minute. */
const QUIET_SECONDS = 40

/** @throws Error if others are connected, or the application was active a moment ago. */
export async function refuseIfInUse(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ others: number; seconds: number | null }>(
    `SELECT (SELECT count(*)::int FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend') AS others,
            (SELECT extract(epoch FROM clock_timestamp() - max(started_at))::int FROM job_runs WHERE name <> 'backup') AS seconds`,
  )
  const { others = 0, seconds = null } = rows[0] ?? {}
  if (others) {
    throw new Error(`${others} other connections use this database. Stop the application first. Nothing was changed.`)
  }
  if (seconds !== null && seconds >= 0 && seconds < QUIET_SECONDS) {
    const wait = QUIET_SECONDS - seconds
    throw new Error(
      `The application worked with this database ${seconds} seconds ago. If it is stopped, try again in ${wait} seconds. Nothing was changed.`,
    )
  }
}

async function rowsHeld(client: pg.Client) {
  const held: { table: string; rows: number }[] = []
  for (const { name } of await listTables(client)) {
    if (DERIVED.has(name)) continue
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${pg.escapeIdentifier(name)}`,
    )
    if (rows[0]?.count) held.push({ table: name, rows: rows[0].count })
  }
  return held
}

/** Drops what migrations create, and nothing that belongs to an extension. */
const DROPS = `
  WITH ours AS (
    SELECT 1 AS step, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END AS kind, c.oid, c.oid::regclass::text AS name
    FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm')
    UNION ALL
    SELECT 2, 'ROUTINE', p.oid, p.oid::regprocedure::text FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace
    UNION ALL
    SELECT 3, 'TYPE', t.oid, t.oid::regtype::text FROM pg_type t
    WHERE t.typnamespace = current_schema()::regnamespace AND t.typtype IN ('e', 'd')
    UNION ALL
    SELECT 4, 'SEQUENCE', c.oid, c.oid::regclass::text FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S')
  SELECT format('DROP %s IF EXISTS %s CASCADE', kind, name) AS statement FROM ours o
  WHERE NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e') ORDER BY step, name`

export async function clearDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(DROPS)
  await client.query('SET LOCAL client_min_messages = warning')
  for (const { statement } of rows) await client.query(statement)
}
