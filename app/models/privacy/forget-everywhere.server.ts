import { Prisma } from '~/generated/prisma/client'
import type { Tx } from '~/platform/tx.server'
import type { Erasure } from './erasure.server'
import { type Json, mapTexts, type Person, withoutNames, wordsOf } from './forget'

/** Tables whose texts are not about families, or are handled elsewhere. */
const OTHERWISE = [
  '_prisma_migrations',
  ...['users', 'sessions', 'rate_limits'],
  ...['school', 'packages', 'add_ons', 'ride_types', 'horses', 'retention', 'server_settings'],
  ...[
    'audit_seals',
    'job_runs',
    'stripe_events',
    'zeffy_imports',
    'student_imports',
    'data_views',
    'payment_transaction_count',
  ],
  // Evidence, which loses its names after its retention time; and texts that are the same for everyone.
  ...['waiver_signatures', 'waiver_versions'],
]

/**
 * Removes full names and contact data from every other text of the database, in whatever row: notes about others,
 * emails to the office, log entries. Every table is read, so tables that are added later are included.
 */
export async function forgetEverywhere(tx: Tx, people: readonly Person[], { emails }: Erasure): Promise<void> {
  const meant = await withoutNamesakes(tx, people)
  const columns = await textColumns(tx)
  for (const [table, names] of columns) {
    for (const { ctid, row } of await rowsNaming(tx, { table, names }, { people: meant, emails })) {
      const texts = Object.fromEntries(names.map((name) => [name, row[name] ?? null]))
      const after = mapTexts(texts, (text) => withoutNames(text, meant)) as Found['row']
      if (JSON.stringify(after) !== JSON.stringify(texts))
        await write(tx, { table, names }, { ctid, row: { ...row, ...after } })
    }
  }
}

/** Leaves out names that someone else also has, because they don't identify anyone. */
async function withoutNamesakes(tx: Tx, people: readonly Person[]): Promise<Person[]> {
  const ids = people.map(({ id }) => id)
  const meant: Person[] = []
  for (const person of people) {
    const names: string[] = []
    for (const name of person.names) {
      const [found] = await tx.$queryRaw<{ count: number }[]>`
        SELECT count(*)::integer FROM users
        WHERE id <> ALL(${ids}) AND lower(${name}) IN (lower(btrim(concat_ws(' ', first_name, last_name))), lower(btrim(parent_name)))`
      if (!found?.count) names.push(name)
    }
    meant.push({ ...person, names })
  }
  return meant
}

async function textColumns(tx: Tx): Promise<Map<string, string[]>> {
  const rows = await tx.$queryRaw<{ table: string; column: string }[]>`
    SELECT c.table_name AS "table", c.column_name AS "column"
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> ALL(${OTHERWISE})
      AND c.data_type IN ('text', 'character varying', 'json', 'jsonb') ORDER BY 1, 2`
  const columns = new Map<string, string[]>()
  for (const { table, column } of rows) columns.set(table, [...(columns.get(table) ?? []), column])
  return columns
}

/** The text columns of a table. */
interface Columns {
  table: string
  names: readonly string[]
}

interface Found {
  ctid: string
  row: { [column: string]: Json }
}

const like = (text: string) => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/** Whether a column is searched: an email's markup is long, and its text says the same. */
const isRead = (column: string) => column !== 'html'

/** Finds rows that contain every word of a name, or an address or number; more than have to be changed. */
function rowsNaming(
  tx: Tx,
  { table, names: columns }: Columns,
  { people, emails }: { people: readonly Person[]; emails: readonly string[] },
): Promise<Found[]> {
  const names = people.flatMap(({ names }) => names.map(wordsOf)).filter((words) => words.length > 1)
  const numbers = people.flatMap(({ contacts }) => contacts.filter((contact) => !contact.includes('@')))
  const exact = [...emails, ...numbers, ...numbers.map((number) => number.replace(/\D/g, ''))].filter(Boolean).map(like)
  const named = names.map((words) => Prisma.sql`text LIKE ALL(${words.map(like)})`)
  const read = columns.filter(isRead).map((column) => `"${column}"`)
  const name = Prisma.raw(`"${table}"`)
  // Each text is lower-cased once, whatever it is compared with.
  return tx.$queryRaw<Found[]>(Prisma.sql`
    WITH small AS MATERIALIZED (
      SELECT ctid AS place, lower(concat_ws(E'\\n', ${Prisma.raw(read.join(', '))})) AS text FROM ${name}),
    found AS MATERIALIZED (
      SELECT place FROM small WHERE ${Prisma.join([Prisma.sql`text LIKE ANY(${exact})`, ...named], ' OR ')})
    SELECT t.ctid::text AS ctid, to_jsonb(t) AS row FROM ${name} t
    WHERE t.ctid = ANY(ARRAY(SELECT place FROM found)) FOR UPDATE`)
}

async function write(tx: Tx, { table, names }: Columns, { ctid, row }: Found): Promise<void> {
  const set = names.map((name) => Prisma.sql`${Prisma.raw(`"${name}"`)} = new.${Prisma.raw(`"${name}"`)}`)
  // An email's markup escapes names; its text says the same.
  const values = table === 'email_outbox' ? { ...row, html: '' } : row
  await tx.$executeRaw(Prisma.sql`
    UPDATE ${Prisma.raw(`"${table}"`)} t SET ${Prisma.join(set)}
    FROM jsonb_populate_record(NULL::${Prisma.raw(`"${table}"`)}, ${JSON.stringify(values)}::jsonb) new
    WHERE t.ctid = ${ctid}::tid`)
}
