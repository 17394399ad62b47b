/** The SQL of `displayName` without its fallback. A name that is missing, blank or the text "null" is left out. */
export const namesSql = (...columns: string[]): string =>
  `concat_ws(' ', ${columns.map((column) => `nullif(nullif(trim(${column}), ''), 'null')`).join(', ')})`
