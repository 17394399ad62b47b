import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'

type Routes = ServerBuild['routes']

interface Lead {
  /** The route's ID after those of its parent routes, outermost first. */
  ids: string[]
  segments: string[]
}

/**
 * Creates Remix's handler with only the routes that an address can match. Remix 2 ranks and compiles every route again
 * each time it matches an address, several times a request, and passes all of them to the renderer
 * (https://github.com/remix-run/react-router/pull/14967 fixes it in version 7).
 */
export function handlerByAddress(build: ServerBuild): RequestHandler {
  const narrow = narrowBuild(build)
  const handlers = new Map<ServerBuild, RequestHandler>()
  return (request, context) => {
    const part = narrow(new URL(request.url).pathname)
    const handler = handlers.get(part) ?? createRequestHandler(part, process.env.NODE_ENV)
    handlers.set(part, handler)
    return handler(request, context)
  }
}

/**
 * Reduces a build to the routes that can match a path, and their parents. It may keep too many, never too few, so Remix
 * decides as it would among all. Equal sets of routes are the same object.
 */
export function narrowBuild(build: ServerBuild): (pathname: string) => ServerBuild {
  const leads = leadsOf(build.routes)
  const builds = new Map<string, ServerBuild>()
  return (pathname) => {
    const asked = segmentsOf(decoded(pathname))
    const found = leads.filter(({ segments }) => canMatch(segments, asked))
    if (found.length === 0) return build
    const key = found.map(({ ids }) => ids.at(-1)).join()
    const made = builds.get(key) ?? withRoutes(build, new Set(found.flatMap(({ ids }) => ids)))
    builds.set(key, made)
    return made
  }
}

const OTHER = 'other'

/** Returns the pattern of the route that a path leads to, such as `/students/:id`. A build that changes has no patterns. */
export function routePatterns(build: ServerBuild | (() => Promise<ServerBuild>)): (pathname: string) => string {
  if (typeof build === 'function') return () => OTHER
  const leads = leadsOf(build.routes).sort((a, b) => rankOf(b) - rankOf(a))
  return (pathname) => {
    const asked = segmentsOf(decoded(pathname))
    const found = leads.find(({ segments }) => canMatch(segments, asked))
    return found ? `/${found.segments.join('/')}` : OTHER
  }
}

/** Ranks static segments before parameters, and a splat last, as Remix does. */
const rankOf = ({ segments }: Lead) =>
  segments.reduce((rank, segment) => {
    if (segment.endsWith('*')) return rank - 1
    return rank + (segment.startsWith(':') ? 1 : 2)
  }, 0)

/** Lists every route that a path can end at. A layout has no path of its own. */
function leadsOf(routes: Routes): Lead[] {
  const lineOf = (id: string): string[] => {
    const parent = routes[id]?.parentId
    return parent ? [...lineOf(parent), id] : [id]
  }
  return Object.values(routes)
    .filter(({ path, index }) => path !== undefined || index)
    .map(({ id }) => {
      const ids = lineOf(id)
      return { ids, segments: segmentsOf(ids.map((one) => routes[one]?.path ?? '').join('/')) }
    })
}

const segmentsOf = (path: string) => path.toLowerCase().split('/').filter(Boolean)

/** Decodes a path as Remix does: a slash written as %2F does not separate segments. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}

function canMatch(segments: string[], asked: string[]): boolean {
  for (const [i, segment] of segments.entries()) {
    // Optional segments and splats have no fixed length: Remix decides.
    if (segment.endsWith('*') || segment.endsWith('?')) return true
    const part = asked[i]
    if (part === undefined || !(segment.startsWith(':') || segment === part)) return false
  }
  return segments.length === asked.length
}

function withRoutes(build: ServerBuild, ids: Set<string>): ServerBuild {
  const pick = <T>(routes: Record<string, T>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id))) as Record<string, T>
  return {
    ...build,
    routes: pick(build.routes),
    assets: { ...build.assets, routes: pick(build.assets.routes) },
  }
}
