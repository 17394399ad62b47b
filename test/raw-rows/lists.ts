import type pg from 'pg'
import { onServer } from '../harness/databases'
import { type Call, callAbove } from './calls'
import { type Column, compare, compareObjects } from './compare'
import { type Kind, kinds } from './shape'

type Functions = typeof import('~/platform/row-lists.server')

interface Answer {
  columnNames: string[]
  rows: unknown[][]
}

/** A list that was made, with its columns by the fields of its rows. */
interface List {
  call: Call | undefined
  columns: Record<string, string>
  from: string
}

interface Statement {
  tables: string
  lists: Record<string, List>
}

/** By a column's SQL, what was given to which function. */
const selected = new Map<string, { sql: string; by: 'text' | 'plain' | 'bare' }>()
const made = new WeakMap<object, List>()
const statements = new Map<string, Statement>()
/** The statements that ran, by their SQL: those that are described, and those that are not yet. */
const described = new Set<string>()
const undescribed = new Map<string, Statement>()

/** Remembers lists and their statements as modules make them that are loaded from now on. Nothing is replaced. */
export async function observeLists(): Promise<void> {
  const functions: Functions = await import('~/platform/row-lists.server')
  const { rowList, listStatement } = functions
  const put = <Name extends keyof Functions>(name: Name, value: Functions[Name]) =>
    Object.defineProperty(functions, name, { value })
  for (const by of ['text', 'plain', 'bare'] as const) {
    const select = functions[by]
    put(by, (sql) => {
      const column = select(sql)
      selected.set(column, { sql, by })
      return column
    })
  }
  put('rowList', function observed(columns, from, orderBy) {
    const list = rowList(columns, from, orderBy)
    made.set(list, { call: callAbove(observed), columns, from })
    return list
  })
  put('listStatement', (lists, tables = '') => {
    const statement = listStatement(lists, tables)
    const known = Object.entries(lists).map(([name, list]) => [name, made.get(list)])
    statements.set(statement.sql, { tables, lists: Object.fromEntries(known) })
    return statement
  })
}

/** What differs between the lists of an answer and the types of their rows. */
export function compareLists(sql: string, { columnNames, rows: [answer] }: Answer): string[] {
  const statement = statements.get(sql)
  if (!statement || !answer) return []
  if (!described.has(sql)) undescribed.set(sql, statement)
  return columnNames.flatMap((name, i) => {
    const { call, columns } = statement.lists[name] ?? {}
    if (!call || !columns) return []
    const fields = Object.keys(columns)
    const rows = (JSON.parse(String(answer[i])) as unknown[][]).map((cells) =>
      Object.fromEntries(fields.map((field, at) => [field, cells[at]])),
    )
    return compareObjects(call.row, rows).map((difference) => `${call.place} ${difference}`)
  })
}

/** What differs between the columns of the statements that ran and the types of their rows, with rows or without. Each statement is asked about once. */
export async function describeLists(): Promise<string[]> {
  const asked = [...undescribed]
  undescribed.clear()
  if (!asked.length) return []
  return onServer(process.env.DATABASE_URL ?? '', async (client) => {
    // The best order to join them in, which takes a second to find, is of no use.
    await client.query('SET join_collapse_limit = 1; SET from_collapse_limit = 1')
    const stored = await storedColumns(client)
    const found: string[] = []
    for (const [sql, statement] of asked) {
      described.add(sql)
      found.push(...(await describe(client, statement, stored)))
    }
    return found
  })
}

/** Describes all lists at once, since PostgreSQL wants to see the use of each parameter. */
async function describe(client: pg.Client, { tables, lists }: Statement, stored: Stored): Promise<string[]> {
  const asked = Object.values(lists).map(({ call, columns, from }) => ({
    call,
    from,
    columns: Object.entries(columns).map(([name, sql]) => ({ name, ...(selected.get(sql) ?? { sql, by: null }) })),
  }))
  const from = asked.map(
    ({ columns, from }, i) =>
      `(SELECT ${columns.map(({ sql }, j) => `${sql} AS c${j}`).join(', ')} FROM ${from}) l${i}`,
  )
  const text = `${tables} SELECT * FROM ${from.join(' CROSS JOIN ')} LIMIT 0`
  const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))
  const { fields } = await client.query({ text, values: Array<null>(parameters).fill(null) })
  return asked.flatMap(({ call, columns, from }) => {
    const types = fields.splice(0, columns.length)
    const row = call?.row?.fields
    if (!row) return []
    const found = columns.flatMap(({ name, by, sql }, i) => {
      const { dataTypeID = 0, tableID, columnID } = types[i] ?? {}
      const column = stored.get(`${tableID}.${columnID}`)
      const mayBeNull = column?.isNullable && !from.includes(`${column.name} IS NOT NULL`)
      const isPlain = !TEXTS.has(dataTypeID) || column?.isPlain || sql.startsWith('to_char(')
      return [
        ...(by === 'plain' && !isPlain ? [`"${name}" may hold a quote, so plain() cannot select it`] : []),
        ...(by === 'bare' && TEXTS.has(dataTypeID) ? [`"${name}" is a text, so bare() cannot select it`] : []),
        ...(mayBeNull && !row.get(name)?.shape?.kinds.has('null') ? [`"${name}" may be null`] : []),
      ]
    })
    const kinds = columns.map(({ name, by }, i): Column => {
      const kind = by === 'plain' ? 'string' : KINDS[types[i]?.dataTypeID ?? 0]
      return { name, kind: by ? kind : undefined }
    })
    return [...compare(call.row, kinds, []), ...found].map((difference) => `${call.place} ${difference}`)
  })
}

/** A check that allows a list of values or a format, neither with a quote. */
const PLAIN = /^CHECK \(+\w+\)?(::text)? (= ANY \(+ARRAY\[[^"\\\]]*\]|~ '\^([^."\\[]|\[[^^"\\\]]+\])*\$')[^A-Z]*$/

type Stored = Map<string, { name: string; isNullable: boolean; isPlain: boolean }>

/** The columns of tables, by the numbers that PostgreSQL has for them. */
async function storedColumns(client: pg.Client): Promise<Stored> {
  const { rows } = await client.query<{ at: string; name: string; isNullable: boolean; checks: (string | null)[] }>(`
    SELECT a.attrelid || '.' || a.attnum AS at, a.attname AS name, NOT a.attnotnull AS "isNullable",
           array_agg(pg_get_constraintdef(k.oid)) AS checks
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    LEFT JOIN pg_constraint k ON k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum]
    WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace GROUP BY a.attrelid, a.attnum`)
  return new Map(
    rows.map(({ at, checks, ...column }) => [
      at,
      { ...column, isPlain: checks.some((check) => PLAIN.test(check ?? '')) },
    ]),
  )
}

/** The types whose values may hold a quote, by PostgreSQL's numbers. */
const TEXTS = new Set([18, 19, 25, 1042, 1043])
/** What types become in JSON. Of JSON and lists the values say it. */
const KINDS: Record<number, Kind> = {
  16: 'boolean',
  ...kinds('number', 20, 21, 23, 700, 701, 1700),
  ...kinds('string', ...TEXTS, 1082, 1083, 1114, 1184, 1266, 2950),
}
