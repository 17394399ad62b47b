import { prisma } from '~/platform/db.server'
import { emptyTables } from '../factories'

/** Saves every row of the database. Returns a function that restores them, in two statements. */
export async function rememberRows(): Promise<() => Promise<void>> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT quote_ident(tablename) AS name FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`
  const inserts: string[] = []
  for (const { name } of tables) {
    const [insert] = await prisma.$queryRawUnsafe<{ sql: string }[]>(
      `SELECT format('INSERT INTO ${name} SELECT * FROM jsonb_populate_recordset(NULL::${name}, %L);', jsonb_agg(t)) AS sql
       FROM ${name} t HAVING count(*) > 0`,
    )
    if (insert) inserts.push(insert.sql)
  }
  const [{ sql: numbers } = { sql: '' }] = await prisma.$queryRaw<{ sql: string | null }[]>`
    SELECT string_agg(format('PERFORM setval(%L, %s);', quote_ident(sequencename), last_value), '') AS sql
    FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`
  const fill = `DO $fill$ BEGIN
    SET LOCAL session_replication_role = replica;
    ${inserts.join('\n')} ${numbers ?? ''}
  END $fill$`
  return async () => {
    await emptyTables()
    await prisma.$executeRawUnsafe(fill)
  }
}
