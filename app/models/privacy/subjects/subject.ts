/**
 * One file of what the school has about a family. `columns` are titles with the SQL of their text, `from` is what
 * follows FROM: `$1` are the IDs of the family, `$2` is its account, `$3` the school's time zone, `$4` the family's
 * email addresses. `of` are the columns that refer to the family.
 */
export interface Subject {
  file: string
  of: readonly string[]
  columns: Readonly<Record<string, string>>
  from: string
  orderBy: string
  /** Whether it is an internal note: in a file only if the office asks for it. */
  forOffice?: true
}

export const instant = (column: string) => `to_char(${column} AT TIME ZONE $3, 'YYYY-MM-DD HH24:MI')`
export const yes = (condition: string) => `CASE WHEN ${condition} THEN 'yes' ELSE 'no' END`
export const rider = `btrim(concat_ws(' ', u.first_name, u.last_name))`
/** Removes links that sign in, reset a password or open a calendar, because they are keys. */
export const withoutKeys = (column: string) =>
  `regexp_replace(${column}, '(token|reset|key)=[A-Za-z0-9_%-]+', '\\1=…', 'g')`
export const family = (table: string, column: string) =>
  `${table} t JOIN users u ON u.id = t.${column} WHERE t.${column} = ANY($1::text[])`
