import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Migration } from '../app/platform/migrate.server'

// Each function and view of the database as it is now, with its triggers: prisma/sql/<name>.sql. Migrations hold what each once was.

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

/** The function or view alone, without what makes a later migration's statement another text. */
const definitionOf = (name: string, sql: string): string | undefined =>
  new RegExp(String.raw`CREATE (?:OR REPLACE )?((?:FUNCTION|VIEW) ${name}\b(?:[^$;]|\$\$[\s\S]*?\$\$)*;)`).exec(
    sql,
  )?.[1]

/** What a new migration has to say of these files: all of one that no migration made yet, the function or view alone of one that differs. */
export function changedSql(files: readonly SqlFile[], migrations: readonly Migration[]): string[] {
  return files.flatMap(({ name, sql }) => {
    const now = definitionOf(name, sql)
    const was = migrations.flatMap((migration) => definitionOf(name, migration.sql) ?? []).at(-1)
    if (was === undefined) return sql
    return now === was ? [] : `CREATE OR REPLACE ${now}\n`
  })
}
