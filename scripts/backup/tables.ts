import pg from 'pg'

interface Column {
  name: string
  type: string
}

export interface Table {
  name: string
  columns: Column[]
  /** The primary key, by which the rows are ordered. */
  key: Column[]
}

/** Prisma's own record of migrations is not part of the contents: restoring applies them again. */
export const MIGRATIONS = '_prisma_migrations'

const TABLES = `
  SELECT c.relname AS name,
         (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
          FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
         (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY array_position(i.indkey::int[], a.attnum::int))
          FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY(i.indkey)
          WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
         coalesce((SELECT json_agg(DISTINCT r.relname) FROM pg_constraint f JOIN pg_class r ON r.oid = f.confrelid
          WHERE f.conrelid = c.oid AND f.contype = 'f' AND r.oid <> c.oid), '[]') AS parents
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> '${MIGRATIONS}'
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`

/** Lists every table of the application, each after those that its foreign keys refer to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { parents: string[] }>(TABLES)
  const sorted: Table[] = []
  const waiting = new Map(rows.map((row) => [row.name, row]))
  while (waiting.size) {
    const ready = [...waiting.values()].filter(({ parents }) => !parents.some((parent) => waiting.has(parent)))
    if (!ready.length) throw new Error(`The foreign keys of ${[...waiting.keys()].join(', ')} go in a circle`)
    for (const { name, columns, key } of ready) {
      if (!key) throw new Error(`The table ${name} has no primary key`)
      waiting.delete(name)
      sorted.push({ name, columns, key })
    }
  }
  return sorted
}

export interface Sequence {
  name: string
  /** A text, because it may not fit a number. */
  last: string
  called: boolean
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'S' ORDER BY c.relname`,
  )
  const found: Sequence[] = []
  for (const { name } of rows) {
    const { rows: values } = await client.query<Omit<Sequence, 'name'>>(
      `SELECT last_value::text AS last, is_called AS called FROM ${pg.escapeIdentifier(name)}`,
    )
    for (const value of values) found.push({ name, ...value })
  }
  return found
}

/** Sets the output formats, so that equal values give equal text in every database, whatever its settings. */
export async function setFormats(client: pg.Client): Promise<void> {
  await client.query(
    `SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, MDY'; SET LOCAL IntervalStyle = 'postgres';
     SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`,
  )
}
