/** Somebody who is erased, and the name that stands there from now on. */
export interface Person {
  id: string
  former: string
  /** Whole names, as they may stand in a sentence. */
  names: readonly string[]
  /** Email addresses and phone numbers. */
  contacts: readonly string[]
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const apart = (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu')

export const wordsOf = (name: string): string[] => name.match(/[\p{L}\p{N}]+/gu) ?? []

/** A name however it is spaced, or with its last word first. */
function namePattern(name: string): string {
  const parts = name.trim().split(/\s+/).map(escaped)
  const last = parts.at(-1)
  const inOrder = parts.join('\\s+')
  return parts.length > 1 ? `${inOrder}|${last},\\s*${parts.slice(0, -1).join('\\s+')}` : inOrder
}

/** An address as it is; a number however it is written. */
function contactPattern(contact: string): string {
  const digits = contact.replace(/\D/g, '')
  return contact.includes('@') || digits.length < 7 ? escaped(contact) : `\\(?${[...digits].join('[ ().+\\-]{0,3}')}`
}

/** Longer ones first: a name may be the beginning of another. */
const anyOf = (patterns: readonly string[]) => [...patterns].sort((a, b) => b.length - a.length).join('|')

/** Whole names and contact data, which say who is meant wherever they stand. */
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

/** Each word of the names too: for texts that are known to be about these people. */
export function withoutWords(text: string, people: readonly Person[]): string {
  let left = withoutNames(text, people)
  for (const { names, former } of people) {
    const words = [...new Set(names.flatMap(wordsOf))].filter((word) => word.length > 1)
    if (words.length) left = left.replace(apart(anyOf(words)), former)
  }
  return left
}

/** The texts of a JSON value, its keys left as they are. */
export function mapTexts(value: Json, map: (text: string, key: string) => string, key = ''): Json {
  if (typeof value === 'string') return map(value, key)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, map, key))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, map, name)]))
}

/** What names a thing of the school, and may be a person's name as well. */
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
 * A line of the audit log about a lesson or a ride, without these people: their rows go, so that no undo brings them back, and so
 * does what was noted about their rides. A change of nobody else's rows can be undone no longer.
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

/** Null if there are none. */
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
