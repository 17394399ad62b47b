import type { ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']
type Module = Routes[string]['module']
type Handler = NonNullable<Module['loader']>

/** Returns the answer to an error that is a refusal; undefined for any other. */
export type AnswerTo = (error: unknown) => Response | undefined

/**
 * Wraps a build so that loaders and actions answer refusals that reach them. Forms and calls have shown theirs by then;
 * what remains are screens of something that no longer exists, which would otherwise be an internal error.
 */
export function answeringRefusals(build: ServerBuild, answerTo: AnswerTo): ServerBuild {
  const routes: Routes = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (route) routes[id] = { ...route, module: answering(route.module, answerTo) }
  }
  return { ...build, routes }
}

function answering(module: Module, answerTo: AnswerTo): Module {
  const guarded = (handler: Handler): Handler =>
    Object.assign(async (args: Parameters<Handler>[0]) => {
      try {
        return await handler(args)
      } catch (error) {
        throw answerTo(error) ?? error
      }
    }, handler)
  const { loader, action } = module
  return { ...module, ...(loader && { loader: guarded(loader) }), ...(action && { action: guarded(action) }) }
}
