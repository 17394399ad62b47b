/**
 * The SQL of `displayName` without its fallback: the names of these columns with a space between them, in their order. A
 * name that is missing, blank or the text "null" is left out.
 */
export const namesSql = (...columns: string[]): string =>
  `concat_ws(' ', ${columns.map((column) => `nullif(nullif(trim(${column}), ''), 'null')`).join(', ')})`
