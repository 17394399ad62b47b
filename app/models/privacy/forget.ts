/** A person who is erased, and the replacement for the name. */
export interface Person {
  id: string
  former: string
  /** Full names, as they may occur in a sentence. */
  names: readonly string[]
  /** Email addresses and phone numbers. */
  contacts: readonly string[]
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const apart = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu')

export const wordsOf = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns a pattern for a name in any spacing, or with its last word first. */
function namePattern(name: string): string {
  const parts = name.trim().split(/\s+/).map(escaped)
  const last = parts.at(-1)
  const inOrder = parts.join('\\s+')
  return parts.length > 1 ? `${inOrder}|${last},\\s*${parts.slice(0, -1).join('\\s+')}` : inOrder
}

/** Returns a pattern for an address as it is, or a number in any notation. */
function contactPattern(contact: string): string {
  const digits = contact.replace(/\D/g, '')
  return contact.includes('@') || digits.length < 7 ? escaped(contact) : `\\(?${[...digits].join('[ ().+\\-]{0,3}')}`
}

/** Joins patterns, longer ones first: a name may be the beginning of another. */
const anyOf = (patterns: readonly string[]) => [...patterns].sort((a, b) => b.length - a.length).join('|')

/** Removes full names and contact data, which identify a person anywhere. */
export function withoutNames(text: string, people: readonly Person[]): string {
  let left = text
  for (const { names, contacts, former } of people) {
    const patterns = [
      ...names.filter((name) => wordsOf(name).length > 1).map(namePattern),
      ...contacts.map(contactPattern),
    ]
    if (patterns.length) left = left.replace(apart(anyOf(patterns)), former)
  }
  return left
}

/** Removes each word of the names too, from texts that are known to be about these people. */
export function withoutWords(text: string, people: readonly Person[]): string {
  let left = withoutNames(text, people)
  for (const { names, former } of people) {
    const words = [...new Set(names.flatMap(wordsOf))].filter((word) => word.length > 1)
    if (words.length) left = left.replace(apart(anyOf(words)), former)
  }
  return left
}

/** Maps the texts of a JSON value, and keeps its keys. */
export function mapTexts(value: Json, map: (text: string, key: string) => string, key = ''): Json {
  if (typeof value === 'string') return map(value, key)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map, name)]))
}

/** Words of the school's vocabulary that may also be names. */
const NO_NAMES = [
  'type',
  'lesson_type',
  'action',
  'scope',
  'horse_name',
  'horse',
  'horseName',
  'movedFrom',
  'moved_from',
]

type Detail = { [key: string]: Json }

/**
 * Returns a log entry about a lesson or a ride, without these people: their rows are removed, so that no undo restores
 * them, and so are notes about their rides. A change without other people's rows can no longer be undone.
 */
export function forgetInLine(
  line: { action: string; entityId: string; detail: Detail },
  people: readonly Person[],
): Detail {
  const { action, entityId, detail } = line
  const rider = people.find(({ id }) => entityId.endsWith(` ${id}`))
  if (rider) {
    const { type = null, from = null, to = null } = detail
    const marked = action === 'ride.attendance' || action === 'ride.horse'
    return { name: rider.former, type, ...(marked && { from, to }) }
  }
  const { rows, ...rest } = detail
  const kept = isObject(rows) ? othersRows(rows, new Set(people.map(({ id }) => id))) : null
  return mapTexts({ ...rest, ...(kept && { rows: kept }) }, (text, key) =>
    NO_NAMES.includes(key) ? text : withoutWords(text, people),
  ) as Detail
}

const isObject = (value: Json | undefined): value is Detail =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns other people's rows; null if there are none. */
function othersRows(rows: Detail, ids: ReadonlySet<string>): Detail | null {
  let left = 0
  const others = (list: Json) => {
    if (!Array.isArray(list)) return list
    const kept = list.filter((row) => !isObject(row) || !ids.has(String(row.student_id)))
    left += kept.length
    return kept
  }
  const tables = Object.entries(rows).map(([table, sides]) => [
    table,
    isObject(sides) ? Object.fromEntries(Object.entries(sides).map(([side, list]) => [side, others(list)])) : sides,
  ])
  return left ? Object.fromEntries(tables) : null
}
