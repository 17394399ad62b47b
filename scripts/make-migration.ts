// Writes prisma/migrations/<time>_<name>/migration.sql with the differences between schema.prisma, prisma/sql and the migrations.
// Add rules that Prisma cannot express by hand before you commit it. With --empty it is there although nothing differs: all of it is yours.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readMigrations } from '../app/platform/migrate.server'
import { dangersOf } from '../prisma/beside-the-old'
import { nextMigrationName } from '../prisma/migration-names'
import { changedSql, readSqlFiles } from '../prisma/sql-files'
import { openDatabase } from '../server/embedded-postgres/database'
import { WireServer } from '../server/embedded-postgres/wire-server'
import { noFilters, toMigrationList, withSchemaEngine } from './schema-engine'

const [name, ...options] = process.argv.slice(2)
if (!name || !/^[a-z0-9_]+$/.test(name) || options.some((option) => option !== '--empty')) {
  console.error('Usage: npm run migration -- <name> [--empty]   (lower case letters, digits, underscores)')
  process.exit(1)
}

const schema = await readFile('prisma/schema.prisma', 'utf8')
const migrations = await readMigrations()
const db = await openDatabase({})
const server = new WireServer(db, (error) => {
  throw error
})
const address = await server.listen({ host: '127.0.0.1', port: 0 })
const port = typeof address === 'object' ? address?.port : undefined
const url = `postgresql://postgres@127.0.0.1:${port}/postgres`

const { stdout } = await withSchemaEngine({ url, shadowUrl: url, schema }, (engine) =>
  engine.diff({
    from: migrations.length ? { tag: 'migrations', ...toMigrationList(migrations) } : { tag: 'empty' },
    to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
    script: true,
    exitCode: null,
    filters: noFilters,
  }),
)

const ofSchema = stdout && !/^-- This is an empty migration/m.test(stdout) ? [stdout] : []
const sql = [...ofSchema, ...changedSql(readSqlFiles(), migrations)].join('\n')

if (!sql && options.length === 0) {
  console.log(
    'The migrations already give the schema: nothing to write. With --empty you get a file for SQL of your own.',
  )
} else {
  const existing = migrations.map((migration) => migration.name)
  const dir = path.join('prisma/migrations', nextMigrationName(name, existing, new Date()))
  await mkdir(dir, { recursive: true })
  await writeFile(path.join(dir, 'migration.sql'), sql)
  await writeFile('prisma/migrations/migration_lock.toml', 'provider = "postgresql"\n')
  console.log(path.join(dir, 'migration.sql'))
  for (const danger of dangersOf(sql)) console.log(`  Not beside the old version: ${danger}`)
}
await server.close()
await db.close()
