import type { Chance } from './chance'
import { NAMES, oddJson, oddText } from './odd'
import type { Values } from './values'

/** The part of JSON Schema that the API's document uses. */
export interface JsonSchema {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** A JSON document that may contain what no JavaScript object can: duplicate keys, numbers beyond any. */
type Draft = { text: string } | { list: Draft[] } | { entries: [key: string, value: Draft][] }

const leaf = (value: unknown): Draft => ({ text: JSON.stringify(value) })

function written(draft: Draft): string {
  if ('text' in draft) return draft.text
  if ('list' in draft) return `[${draft.list.map(written).join()}]`
  return `{${draft.entries.map(([key, value]) => `${JSON.stringify(key)}:${written(value)}`).join()}}`
}

/** Creates a body that matches its schema, usually changed in a few places, and now and then one that is not JSON at all. */
export function jsonBody(chance: Chance, schema: JsonSchema, values: Values): string {
  if (chance.in(0.04)) return oddJson(chance)
  const draft = shaped(chance, schema, '', values)
  for (let changes = chance.pick([0, 0, 1, 1, 1, 2, 4]); changes > 0; changes--) change(chance, draft)
  const text = written(draft)
  return chance.in(0.03) ? text.slice(0, chance.below(text.length)) : text
}

function shaped(chance: Chance, schema: JsonSchema, name: string, values: Values): Draft {
  if (schema.anyOf) return shaped(chance, chance.pick(schema.anyOf), name, values)
  if (schema.enum) return leaf(chance.pick(schema.enum))
  const type = [schema.type ?? 'string'].flat()
  switch (chance.pick(type)) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const sent = Object.entries(properties).filter(([key]) => required.includes(key) || chance.in(0.7))
      return { entries: sent.map(([key, one]) => [key, shaped(chance, one, key, values)]) }
    }
    case 'array': {
      const { items = {} } = schema
      return { list: Array.from({ length: chance.pick([1, 1, 2, 0, 5]) }, () => shaped(chance, items, name, values)) }
    }
    case 'number':
    case 'integer':
      return leaf(numberFor(chance, schema, name, values))
    case 'boolean':
      return leaf(chance.in(0.5))
    case 'null':
      return leaf(null)
    default:
      return leaf(values.textFor(chance, name))
  }
}

function numberFor(chance: Chance, { minimum = 0, maximum = 100 }: JsonSchema, name: string, values: Values): number {
  const known = Number(values.seen(chance, name))
  if (!Number.isNaN(known) && chance.in(0.8)) return known
  return chance.pick([minimum, maximum, minimum + 1, 1, 2, minimum - 1, maximum + 1])
}

/** Changes one place of a document. */
function change(chance: Chance, draft: Draft): void {
  if ('text' in draft) {
    draft.text = oddJson(chance)
    return
  }
  if ('list' in draft) {
    const { list } = draft
    if (list.length > 0 && chance.in(0.7)) change(chance, chance.pick(list))
    else list.push(...Array.from({ length: chance.pick([1, 1, 500]) }, () => leaf(oddText(chance))))
    return
  }
  const { entries } = draft
  const way = entries.length === 0 ? 'more' : chance.weighted({ deeper: 6, lost: 1, more: 2, twice: 1, text: 2 })
  const at = chance.below(entries.length)
  if (way === 'deeper') change(chance, entries[at]![1])
  else if (way === 'lost') entries.splice(at, 1)
  else if (way === 'twice') entries.push([entries[at]![0], { text: oddJson(chance) }])
  else if (way === 'text') entries[at]![1] = leaf(oddText(chance))
  else entries.push([chance.pick(NAMES), { text: oddJson(chance) }])
}
