import defaults from '../../defaults.json'
import type { ParamName, ParamTypes } from '../../types'
import { invalidRequest, missingParam } from '../errors'

/** See `schemaOf` in scripts/stripe-defaults.mjs. */
type Schema = string | [Schema] | { [field: string]: Schema } | { '|': Schema[] }
type Fields = { [field: string]: Schema }
type Tree = Map<string, Tree | string>

const schemas = defaults.params as unknown as Record<ParamName, Fields>

/**
 * Reads a form-encoded body or query (`a[b][0]=c`) into the operation's parameters.
 *
 * @throws ApiError 400 for what the SDK's type does not have (`parameter_unknown`), what it needs (`parameter_missing`) and values
 * of the wrong kind.
 */
export function decodeParams<Name extends ParamName>(name: Name, form: URLSearchParams): ParamTypes[Name] {
  return decodeFields(treeOf(form), schemas[name], '') as ParamTypes[Name]
}

function treeOf(form: URLSearchParams): Tree {
  const root: Tree = new Map()
  for (const [key, value] of form) {
    const steps = key.replaceAll(']', '').split('[')
    const last = steps.pop() ?? ''
    let node = root
    for (const step of steps) {
      const child = node.get(step)
      if (child instanceof Map) {
        node = child
        continue
      }
      const fresh: Tree = new Map()
      node.set(step, fresh)
      node = fresh
    }
    node.set(last === '' ? String(node.size) : last, value)
  }
  return root
}

function decodeFields(tree: Tree, fields: Fields, path: string): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, value] of tree) {
    const schema = fields[name] ?? fields[`${name}!`]
    const param = path ? `${path}[${name}]` : name
    if (schema === undefined) throw unknownParam(param)
    result[name] = decode(value, schema, param)
  }
  for (const name of Object.keys(fields)) {
    if (!name.endsWith('!')) continue
    const required = name.slice(0, -1)
    if (!(required in result)) throw missingParam(path ? `${path}[${required}]` : required)
  }
  return result
}

function decode(value: Tree | string, schema: Schema, param: string): unknown {
  if (typeof schema === 'object' && '|' in schema) return decodeAlternative(value, schema['|'] as Schema[], param)
  if (typeof value === 'string') return decodeText(value, schema, param)
  if (Array.isArray(schema)) return [...value].map(([index, item]) => decode(item, schema[0], `${param}[${index}]`))
  if (schema === 'm') return Object.fromEntries(value)
  if (typeof schema === 'object') return decodeFields(value, schema as Fields, param)
  throw invalidRequest(`Invalid string: ${param} must not be a hash.`, param)
}

function decodeText(value: string, schema: Schema, param: string): unknown {
  // An empty value is how the SDK clears a field of any kind.
  if (value === '') return ''
  if (schema === 's') return value
  if (schema === 'b') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalidRequest(`Invalid boolean: ${value}`, param)
  }
  if (schema === 'n') {
    if (/^-?\d{1,15}$/.test(value)) return Number(value)
    throw invalidRequest(`Invalid integer: ${value}`, param, 'parameter_invalid_integer')
  }
  if (typeof schema === 'string') {
    const choices = schema.slice(1).split('|')
    if (choices.includes(value)) return value
    throw invalidRequest(`Invalid ${param}: must be one of ${choices.join(', ')}`, param)
  }
  throw invalidRequest(Array.isArray(schema) ? `Invalid array` : `Invalid object`, param)
}

function decodeAlternative(value: Tree | string, alternatives: Schema[], param: string): unknown {
  let failure: unknown
  for (const schema of alternatives) {
    try {
      return decode(value, schema, param)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function unknownParam(param: string) {
  return param === 'payment_method_types'
    ? invalidRequest(
        'payment_method_types is no longer supported; use allowed_payment_method_types.',
        param,
        'payment_method_types_no_longer_supported',
      )
    : invalidRequest(`Received unknown parameter: ${param}`, param, 'parameter_unknown')
}
