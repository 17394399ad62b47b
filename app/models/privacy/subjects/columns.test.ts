import { expect, test } from 'vitest'
import { FACT_COLUMNS } from '~/models/merge/merge-facts'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin } from '../../../../test/factories'
import { FAMILY, fullFamily } from '../../../../test/family'
import { eraseFamily } from '../erase.server'
import { columnsOf, FATES } from './columns'
import { PEOPLE } from './people'

setClock('2026-11-22T15:00:00Z')
test('Every column of every table states what happens to it when a family is erased', async () => {
  const columns = await prisma.$queryRaw<{ name: string }[]>`
    SELECT c.table_name || '.' || c.column_name AS name
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> '_prisma_migrations'`
  expect([...FATES.keys()].sort()).toEqual(columns.map(({ name }) => name).sort())
})

const inCode = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

test('Facts about a person are merged, and are in the file of the account and of each rider', () => {
  const facts = columnsOf('users', 'facts')
  expect(Object.keys(FACT_COLUMNS).sort()).toEqual(facts.map(inCode).sort())
  for (const file of ['profile', 'riders']) {
    const told = Object.values(PEOPLE.find((subject) => subject.file === file)?.columns ?? {}).join(' ')
    expect(facts.filter((column) => !told.includes(`t.${column}`))).toEqual([])
  }
})

/** A person whom the school knows from one field alone: no name or number of the family leads to her. */
const STRANGER = 'rosalindo 555-0199'

/** The texts of every table are searched for these words, which is tested separately. */
const SEARCHED = ['first_name', 'last_name', 'parent_name', 'phone', 'email'].map((column) => `users.${column}`)
/** Columns of rows that stay: a CHECK has a list of values. */
const REFUSED = ['users.language', 'users.level']

/** A donation belongs to its donor, who is known by an address, whomever it is for: `erase.test.ts`. */
const BY_ADDRESS = 'donations'

const TEXTS = `
  SELECT c.table_name AS "table", c.column_name AS "column", a.attname AS owner
  FROM information_schema.columns c
  JOIN pg_constraint f ON f.conrelid = c.table_name::regclass AND f.contype = 'f' AND f.confrelid = 'users'::regclass
  JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1] AND a.attname IN ('user_id', 'student_id', 'rider_id')
  WHERE c.table_schema = 'public' AND c.data_type IN ('text', 'character varying') AND c.column_name <> a.attname
  UNION ALL
  SELECT table_name, column_name, 'id' FROM information_schema.columns
  WHERE table_schema = 'public' AND table_name = 'users' AND column_name NOT IN ('id', 'guardian_id', 'merged_into_id')
    AND data_type = 'text'
  ORDER BY 1, 2, 3`

test('After erasing no field of a family contains anyone whom it mentioned to the school', async () => {
  const office = await admin()
  const { ids, user, whole } = await fullFamily(FAMILY, office)
  await prisma.$executeRaw`
    UPDATE makeups SET why = 'office', revoked_at = now(), revoked_by = ${office.id}, revoke_reason = 'Not theirs'
    WHERE student_id = ANY(${ids})`
  const texts = await prisma.$queryRawUnsafe<{ table: string; column: string; owner: string }[]>(TEXTS)
  const refused = new Set<string>()
  let filled = 0
  for (const { table, column, owner } of texts) {
    const name = `${table}.${column}`
    const fate = FATES.get(name)
    if (table === BY_ADDRESS || SEARCHED.includes(name) || (fate !== 'facts' && fate !== 'erased')) continue
    // Two rows of a unique column must differ.
    const fill = `UPDATE ${table} t SET ${column} = $1 || left(md5(t.ctid::text), 6) WHERE ${owner} = ANY($2)`
    const rows = await prisma.$executeRawUnsafe(fill, STRANGER, ids).catch(() => {
      if (columnsOf(table, 'kept').length) refused.add(name)
    })
    if (rows) filled++
  }
  expect([...refused].sort()).toEqual(REFUSED)
  expect(filled).toBeGreaterThan(30)
  await eraseFamily(office.id, user.id, whole)

  const left: string[] = []
  for (const table of new Set(texts.map(({ table }) => table))) {
    const rows = await prisma.$queryRawUnsafe<{ row: Record<string, unknown> }[]>(
      `SELECT to_jsonb(t) AS row FROM ${table} t WHERE to_jsonb(t)::text LIKE '%rosalindo%'`,
    )
    for (const [column, value] of rows.flatMap(({ row }) => Object.entries(row)))
      if (String(value).includes('rosalindo')) left.push(`${table}.${column}`)
  }
  expect(left).toEqual([])
})
