import { cacheBy } from '~/utils/cache-by'
import { prisma } from './db.server'
import type { Db } from './tx.server'

/**
 * A list of rows as one text, so that one statement can return several lists. The database concatenates the texts
 * itself, in a fifth of the time that its JSON functions take.
 */
interface RowList<Row> {
  /** A subquery whose value is a JSON array of arrays. */
  sql: string
  read: (text: string) => Row[]
}

/** Selects a column that may contain any text. */
export const text = (sql: string): string => `coalesce(to_json(${sql})::text, 'null')`
/** Selects a column that never contains a quote or a backslash: a day, a time, a status. */
export const plain = (sql: string): string => `coalesce('"' || ${sql} || '"', 'null')`
/** Selects a number, a boolean or JSON. */
export const bare = (sql: string): string => `coalesce((${sql})::text, 'null')`
/** Selects an instant as a text that `new Date()` reads. */
export const instant = (sql: string): string =>
  plain(`to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

/** Reads what `instant` selected. */
export const instantOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Describes a list. `columns` select each field of a row with `text`, `plain` or `bare`; `from` is what follows FROM. */
export function rowList<Row extends object>(
  columns: { [Field in keyof Row]-?: string },
  from: string,
  orderBy?: string,
): RowList<Row> {
  const fields = Object.keys(columns)
  const row = Object.values(columns).join(` || ',' || `)
  const order = orderBy ? ` ORDER BY ${orderBy}` : ''
  return {
    sql: `(SELECT coalesce('[' || string_agg('[' || ${row} || ']', ','${order}) || ']', '[]') FROM ${from})`,
    read(answer) {
      const rows: unknown[][] = JSON.parse(answer)
      return rows.map((cells) => {
        const read: Record<string, unknown> = {}
        for (let i = 0; i < fields.length; i++) read[fields[i] ?? ''] = cells[i]
        // The columns are named after the fields of a row.
        return read as Row
      })
    },
  }
}

// biome-ignore lint/suspicious/noExplicitAny: lists of any rows
type Lists = Record<string, RowList<any>>
export type Answer<Of extends Lists> = Record<keyof Of, string>
export type RowsOf<Of extends Lists> = { [Name in keyof Of]: ReturnType<Of[Name]['read']> }

/** A statement that returns all of its lists. */
interface ListStatement<Of extends Lists> {
  lists: Of
  sql: string
}

/**
 * Builds a statement. `tables` is the WITH clause that the lists read from. Build it once, when the module is loaded:
 * the driver recognizes a prepared statement by its text, and a long text that is assembled again has to be read each
 * time.
 */
export const listStatement = <Of extends Lists>(lists: Of, tables = ''): ListStatement<Of> => ({
  lists,
  sql: `${tables} SELECT ${Object.entries(lists)
    .map(([name, { sql }]) => `${sql} AS "${name}"`)
    .join(', ')}`,
})

export const readLists = <Of extends Lists>(lists: Of, answer: Answer<Of>): RowsOf<Of> =>
  // Each list parses its own rows.
  Object.fromEntries(Object.entries(lists).map(([name, { read }]) => [name, read(answer[name] ?? '[]')])) as RowsOf<Of>

/** Returns the texts of the lists. `$1` is the first of the values. */
export async function queryTexts<Of extends Lists>(
  { sql }: ListStatement<Of>,
  values: unknown[] = [],
  db: Db = prisma,
): Promise<Answer<Of>> {
  const [answer] = await db.$queryRawUnsafe<Answer<Of>[]>(sql, ...values)
  if (!answer) throw new Error('A statement of lists returned no row')
  return answer
}

/** Returns the rows of the lists. `$1` is the first of the values. */
export const queryLists = async <Of extends Lists>(
  statement: ListStatement<Of>,
  values?: unknown[],
  db?: Db,
): Promise<RowsOf<Of>> => readLists(statement.lists, await queryTexts(statement, values, db))

/** Returns lists that give the same row objects again for any of the last `size` texts of each. */
export const cacheLists = <Of extends Lists>(lists: Of, size: number): Of =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => {
      const kept = cacheBy<unknown[]>(size)
      return [name, { ...list, read: (text: string) => kept(text, () => list.read(text)) }]
    }),
  ) as Of
