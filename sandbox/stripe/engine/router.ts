import type { ParamName, ParamTypes } from '../types'
import type { Context } from './context'

interface Call<Name extends ParamName> {
  params: ParamTypes[Name]
  /** The ids in the path, in order. */
  id: string
  otherId: string
  /** Called with a publishable key: only what the holder of a client secret may see. */
  publishable: boolean
  /** The path below the API's root, for list objects. */
  url: string
}

export interface Route {
  method: string
  path: RegExp
  params: ParamName
  publishable: boolean
  handle(ctx: Context, call: Call<ParamName>): unknown
}

/**
 * A route of the API. `path` is written below `/v1/`, with `:id` for ids.
 *
 * @param options.publishable whether a publishable key may call it.
 */
export function route<Name extends ParamName>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  params: Name,
  handle: (ctx: Context, call: Call<Name>) => unknown,
  options: { publishable?: boolean } = {},
): Route {
  return {
    method,
    path: new RegExp(`^/v1/${path.replaceAll(':id', '([^/]+)')}$`),
    params,
    publishable: options.publishable ?? false,
    handle: handle as Route['handle'],
  }
}

/** The route for a request, with the ids of its path. */
export function match(routes: Route[], method: string, path: string): { route: Route; ids: string[] } | undefined {
  for (const each of routes) {
    if (each.method !== method) continue
    const found = each.path.exec(path)
    if (found) return { route: each, ids: found.slice(1).map(decodeURIComponent) }
  }
  return undefined
}
