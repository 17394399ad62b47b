import type { ObjectName } from '../types'
import { invalidRequest } from './errors'
import type { Store } from './store'
import { objectNameOf } from './tables'

type Fields = Record<string, unknown>

/** Fields that an object has only on request: `invoice.payments` and the like. */
export type Includable = Record<`${ObjectName}.${string}`, (id: string) => unknown>

/**
 * A copy of `value` with the ids at `paths` replaced by their objects (docs.stripe.com/api/expanding_objects).
 *
 * @throws ApiError 400 for a path that leads nowhere.
 */
export function expand(store: Store, includable: Includable, value: unknown, paths: string[] = []): unknown {
  return paths.reduce((result, path) => follow(result, path.split('.'), path), value)

  function follow(node: unknown, steps: string[], path: string): unknown {
    const [step, ...rest] = steps
    if (step === undefined || node === null || node === undefined) return node
    if (Array.isArray(node)) return node.map((item) => follow(item, steps, path))
    if (typeof node !== 'object') throw notExpandable(path)
    const fields = node as Fields
    return { ...fields, [step]: follow(reach(fields, step, path), rest, path) }
  }

  function reach(fields: Fields, step: string, path: string): unknown {
    const include = includable[`${fields.object as ObjectName}.${step}`]
    if (include) return include(fields.id as string)
    if (!(step in fields)) throw notExpandable(path)
    const value = fields[step]
    if (typeof value !== 'string') return value
    const name = objectNameOf(value)
    return (name && store.find(name, value)) ?? value
  }
}

function notExpandable(path: string) {
  return invalidRequest(`This property cannot be expanded (${path}).`, 'expand')
}
