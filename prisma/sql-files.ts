import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Migration } from '../app/platform/migrate.server'

// prisma/sql/<name>.sql contains each function and view of the database as it is now, with its triggers. Migrations
// contain their earlier versions.

const folder = 'prisma/sql'

interface SqlFile {
  name: string
  sql: string
}

export const readSqlFiles = (): SqlFile[] =>
  readdirSync(folder).map((file) => ({
    name: path.basename(file, '.sql'),
    sql: readFileSync(path.join(folder, file), 'utf8'),
  }))

/** Returns the function or view alone, without the rest of its file, so that it equals a later migration's statement. */
const definitionOf = (name: string, sql: string): string | undefined =>
  new RegExp(String.raw`CREATE (?:OR REPLACE )?((?:FUNCTION|VIEW) ${name}\b(?:[^$;]|\$\$[\s\S]*?\$\$)*;)`).exec(
    sql,
  )?.[1]

/** Returns what a new migration has to contain: the whole of a new file, and only the function or view of one that differs. */
export function changedSql(files: readonly SqlFile[], migrations: readonly Migration[]): string[] {
  return files.flatMap(({ name, sql }) => {
    const now = definitionOf(name, sql)
    const was = migrations.flatMap((migration) => definitionOf(name, migration.sql) ?? []).at(-1)
    if (was === undefined) return sql
    return now === was ? [] : `CREATE OR REPLACE ${now}\n`
  })
}
