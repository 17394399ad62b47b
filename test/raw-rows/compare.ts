import type { Kind, Shape } from './shape'

/** A column of an answer. Without a kind it holds JSON. */
export interface Column {
  name: string
  kind?: Kind
}

/** Of many rows, so many are looked at. */
const MAX_ROWS = 50

/** What of an answer is not as its row's type has it, a sentence each. */
export function compare(row: Shape, columns: Column[], rows: unknown[][]): string[] {
  const { fields } = row ?? {}
  if (!fields) return []
  const found = missing([...fields], (name) => columns.some((column) => column.name === name)).map(
    (name) => `has no column "${name}"`,
  )
  columns.forEach(({ name, kind }, i) => {
    const field = fields.get(name)
    if (!field) {
      found.push(`has a column "${name}" that its type does not`)
      return
    }
    const { shape } = field
    if (!shape) return
    if (kind && !shape.kinds.has(kind)) found.push(`"${name}" is of kind ${kind}, not ${sayKinds(shape)}`)
    for (const cells of rows.slice(0, MAX_ROWS)) {
      const cell = cells[i]
      if (cell === null || cell === undefined) {
        if (!shape.kinds.has('null')) found.push(`"${name}" is null`)
      } else if (!kind) {
        found.push(...inJson(shape, typeof cell === 'string' ? JSON.parse(cell) : cell, name))
      }
    }
  })
  return found
}

/** As `compare`, of the driver's rows, which are objects. */
export const compareObjects = (row: Shape, rows: unknown[]): string[] =>
  rows.slice(0, MAX_ROWS).flatMap((one) => inJson(row, one, 'row'))

function inJson(shape: Shape, value: unknown, at: string): string[] {
  if (!shape) return []
  const kind = kindOf(value)
  if (!shape.kinds.has(kind)) return [`"${at}" is of kind ${kind}, not ${sayKinds(shape)}`]
  if (Array.isArray(value)) {
    return value.slice(0, MAX_ROWS).flatMap((item) => inJson(shape.items ?? null, item, `${at}[]`))
  }
  const { fields } = shape
  if (typeof value !== 'object' || value === null || !fields) return []
  const entries = Object.entries(value)
  return [
    ...missing([...fields], (name) => name in value).map((name) => `"${at}" has no "${name}"`),
    ...entries.flatMap(([name, inner]) => {
      const field = fields.get(name)
      return field ? inJson(field.shape, inner, `${at}.${name}`) : [`"${at}" has "${name}" that its type does not`]
    }),
  ]
}

const missing = (fields: [string, { optional: boolean }][], has: (name: string) => boolean) =>
  fields.flatMap(([name, { optional }]) => (optional || has(name) ? [] : [name]))

function kindOf(value: unknown): Kind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (value instanceof Date) return 'Date'
  if (value instanceof Uint8Array) return 'bytes'
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object'
}

const sayKinds = (shape: Exclude<Shape, null>) => [...shape.kinds].join(' or ')
