import { OpenAPIHono } from '@hono/zod-openapi'
import { apiError, methodNotAllowed } from '~/web/api.server'
import type { ApiEnv, Call } from './call'
import { routeOf, SESSION } from './document'

/** The calls, by subject. */
export type Table = Readonly<Record<string, readonly Call[]>>

/**
 * Returns the methods of every path, paths without parameters first, so that a fixed word is not taken for a parameter.
 */
export function methodsByPath(table: Table): [path: string, methods: string[]][] {
  const paths = new Map<string, string[]>()
  for (const { method, path } of Object.values(table).flat()) {
    paths.set(path, [...(paths.get(path) ?? []), method.toUpperCase()])
  }
  const parameters = (path: string) => path.split('{').length
  return [...paths].sort(([a], [b]) => parameters(a) - parameters(b))
}

/** Serves the calls of a table, and documents them. */
export function serve(table: Table): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({ strict: false })
  app.openAPIRegistry.registerComponent('securitySchemes', SESSION, { type: 'apiKey', in: 'cookie', name: '__session' })
  const routed = (path: string) => `/api${path.replaceAll(/{(\w+)}/g, ':$1')}`
  for (const [subject, calls] of Object.entries(table)) {
    for (const call of calls) app.openAPIRegistry.registerPath(routeOf(call, subject))
  }
  const calls = Object.values(table).flat()
  for (const [path, methods] of methodsByPath(table)) {
    for (const call of calls.filter((one) => one.path === path)) {
      app.on(call.method, routed(path), (context) => call.respond(context))
    }
    app.all(routed(path), () => methodNotAllowed(methods.join(', ')))
  }
  app.notFound(() => apiError('not_found', 'Not Found'))
  return app
}
