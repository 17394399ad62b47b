import { Prisma } from '~/generated/prisma/client'

/** A report column that the database writes: its title, and the SQL of its text. */
interface Column {
  title: string
  sql: Prisma.Sql
  /** Whether the text may contain anything. Other cells never need quotes and never begin like a formula. */
  free?: boolean
}

/** Rows of a table in the order of a key, as lines of a CSV file. The table's alias is `t`; the key is unique. */
export interface CsvQuery {
  columns: readonly Column[]
  table: Prisma.Sql
  joins: Prisma.Sql
  where: Prisma.Sql
  key: readonly { column: Prisma.Sql; type: Prisma.Sql }[]
}

/** A position between two rows: the key of the row before it, as text. */
export type After = readonly string[]

const { join, raw, sql } = Prisma

/** Matches what a spreadsheet would run as a formula, as in csv.server.ts: a formula's first character, except in a phone number. */
const FORMULA = String.raw`^(?!\+([ ()-]*[0-9]){6}[0-9 ()-]*$)[-=+@\t\r]`
const QUOTED = String.raw`[",\r\n\uFEFF]|^ | $|${FORMULA}`
/** Matches where one of the cells, separated by U+001F, may need quotes. It has false positives but no false negatives. */
const ANY_QUOTED = String.raw`[",\r\n\t\uFEFF]|\x1f[ =+@-]| \x1f`

const matching = (pattern: string) => raw(`~ '${pattern}'`)
const cell = (index: number) => raw(`c${index}`)

function quoted(index: number): Prisma.Sql {
  const text = cell(index)
  return sql`CASE WHEN ${text} ${matching(QUOTED)}
    THEN concat('"', CASE WHEN ${text} ${matching(FORMULA)} THEN '''' END, replace(${text}, '"', '""'), '"')
    ELSE ${text} END`
}

/**
 * Builds the SQL for the CSV line of a row with the cells c0, c1, …, none of which is null. Most rows need no quotes,
 * which one test of the whole line shows.
 */
function line(columns: readonly Column[]): Prisma.Sql {
  const free = columns.flatMap((column, index) => (column.free ? [cell(index)] : []))
  const together = (parts: Prisma.Sql[]) => sql`concat_ws(',', ${join(parts)}) || E'\\r\\n'`
  const plain = together(columns.map((_, index) => cell(index)))
  if (!free.length) return plain
  const careful = together(columns.map((column, index) => (column.free ? quoted(index) : cell(index))))
  const all = sql`concat_ws(E'\\x1f', '', ${join(free)}, '')`
  return sql`CASE WHEN ${all} ${matching(ANY_QUOTED)} THEN ${careful} ELSE ${plain} END`
}

const cells = (columns: readonly Column[]) =>
  join(columns.map((column, index) => sql`coalesce(${column.sql}, '') AS ${cell(index)}`))

const keyOf = ({ key }: CsvQuery) => join(key.map(({ column }) => column))

/** Selects every row as one column, `line`. */
export function allLines(query: CsvQuery): Prisma.Sql {
  const { columns, table, joins, where } = query
  return sql`
    SELECT ${line(columns)} AS line FROM (
      SELECT ${cells(columns)} FROM ${table} ${joins} WHERE ${where} ORDER BY ${keyOf(query)}) AS cells`
}

/**
 * Selects the `line` and the key, `after`, of each of the next rows. The limit is applied before other tables are
 * joined, so that a page reads only its own rows.
 */
export function someLines(query: CsvQuery, after: After | undefined, limit: number): Prisma.Sql {
  const { columns, table, joins, where, key } = query
  const beyond = after
    ? sql`(${keyOf(query)}) > (${join(key.map(({ type }, index) => sql`${after[index]}::${type}`))})`
    : sql`TRUE`
  return sql`
    WITH page AS MATERIALIZED (
      SELECT * FROM ${table} WHERE ${where} AND ${beyond} ORDER BY ${keyOf(query)} LIMIT ${limit})
    SELECT ${line(columns)} AS line, after FROM (
      SELECT ${cells(columns)}, ARRAY[${join(key.map(({ column }) => sql`${column}::text`))}] AS after
      FROM page AS t ${joins} ORDER BY ${keyOf(query)}) AS cells`
}
