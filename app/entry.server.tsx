import { readFileSync } from 'node:fs'
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { inLanguage, language } from '#text'
import { type MadeByReact, ServerContext } from './components/server-context'
import type { RootData } from './components/use-root'
import { isFamily } from './models/vocabulary/user'
import { prisma } from './platform/db.server'
import { getEnv } from './platform/env.server'
import { logError, loggedPath } from './platform/log.server'
import { poolMetrics } from './platform/metrics/pool-metrics.server'
import { piecesOf, standIn, textOf } from './platform/page/pieces.server'
import { answeringRefusals } from './platform/page/refused-routes'
import { inRequest, notedUnavailable, notedUnsaved, recordUnavailable } from './platform/request-memo.server'
import { awayForReaders, unavailable } from './platform/unavailable.server'
import { operationMetrics } from './services/operations/operation-metrics.server'
import { startApp, stopApp } from './start.server'
import { ACCESS_DENIED } from './utils/confirmation'
import { paths } from './utils/paths'
import type { Language } from './utils/text/language'
import { dialogOverPage } from './web/page/dialog-over-page.server'
import { type Asked, languageOf } from './web/page/language.server'
import { passOnWait } from './web/page/pass-on-wait'
import { stylesheetFor } from './web/page/stylesheet.server'
import { screenRefusal } from './web/refusal.server'

/** What an HTTP server needs from the application. Going through here, it uses the bundled modules, one copy of each. */
export const app = {
  /** Does everything that is needed before the first request. */
  start: () => startApp(),
  /** Resolves if the database answers; throws if it does not. */
  ready: async () => {
    await prisma.$queryRaw`SELECT 1`
  },
  close: async () => {
    await stopApp()
    await prisma.$disconnect()
  },
  /** Returns why the current request failed, if the database was away or full. */
  unavailable: notedUnavailable,
  refusal: screenRefusal,
  /** For a server that loads the build as it is, such as `remix-serve`. */
  answeringRefusals: (build: ServerBuild) => answeringRefusals(build, screenRefusal),
  /** Whether pages use the real payment provider's scripts and pages. */
  usesProvider: () => getEnv().stripe !== undefined,
  /** Returns the metrics of this process's part of the application, and of the database. */
  ownMetrics: poolMetrics,
  sharedMetrics: operationMetrics,
  /** Runs the handling of one request, so that its loaders share what they have loaded, in the reader's language. */
  inRequest: <T,>(id: string | undefined, asked: Asked, work: () => T): T =>
    inRequest(id, () => inLanguage(languageOf(asked), work)),
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** Logs an unexpected error once, with the ID that the error page shows. A visitor who left is not an error. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted) return
  // Such as a form sent to a screen without an action: the sender's mistake, already answered.
  if (isRouteErrorResponse(error) && error.status < 500) return
  const away = unavailable(error)
  if (away) recordUnavailable(away)
  logError(error, {
    method: request.method,
    path: loggedPath(new URL(request.url).pathname),
  })
}

/** Returns the page shown when the database was away or full. */
function unavailablePage(request: Request): ServerContext['unavailable'] {
  const noted = notedUnavailable()
  if (!noted) return undefined
  const { pathname, search } = new URL(request.url)
  const fields = formToRepeat()
  const message = request.method === 'POST' ? noted.message : awayForReaders()
  return { message, form: fields && { action: pathname + search, fields } }
}

const LONGEST_FORM = 50_000

/** Returns the fields of an unsaved form. No page contains a password or another secret, and a file cannot be sent back. */
function formToRepeat(): [string, string][] | undefined {
  const fields: [string, string][] = []
  let length = 0
  for (const [name, value] of notedUnsaved() ?? []) {
    if (typeof value !== 'string' || /password|secret|auth_?token/i.test(name)) return undefined
    length += name.length + value.length
    fields.push([name, value])
  }
  return fields.length > 0 && length <= LONGEST_FORM ? fields : undefined
}

let scriptAddress: string | undefined

/** Returns the address of `app/browser/main.ts`. Its name changes with its content and is written down by the browser build. */
function mainScript(): string {
  if (process.env.NODE_ENV === 'development') return '/app/browser/main.ts'
  scriptAddress ??= String(JSON.parse(readFileSync('build/browser.json', 'utf8')).main)
  return scriptAddress
}

/** A family that is refused an address of the office or of instructors reads why in its own language; a page is in the request's. */
function languageOfPage(
  { headers }: Request,
  { staticHandlerContext: { loaderData, errors } }: EntryContext,
): Language {
  const { viewer } = (loaderData.root ?? {}) as Partial<RootData>
  const isRefused = Object.values(errors ?? {}).some(
    (error) => isRouteErrorResponse(error) && error.statusText === ACCESS_DENIED,
  )
  if (!isRefused || !viewer || !isFamily(viewer)) return language()
  const accepted = headers.get('Accept-Language')?.split(/,\s*/) ?? []
  return languageOf({ path: paths.portal(), cookie: headers.get('Cookie') ?? undefined, accepted })
}

/** Renders in one go: nothing here needs streaming, which costs twice as much. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const nonce = text(loadContext?.nonce)
  const requestId = text(loadContext?.requestId)
  const { stylesheet, setCookie } = await stylesheetFor(request)
  if (setCookie) headers.append('Set-Cookie', setCookie)
  passOnWait(context.staticHandlerContext.actionHeaders, headers)
  // No script of a page reads the loaders' data.
  await context.serverHandoffStream?.cancel()
  context.serverHandoffStream = undefined
  const screen = loadContext.html ?? []
  const kept = stylesheet.css === undefined ? screen : [...screen, stylesheet.css]
  const standIns = kept.map((_, number) => standIn(number))
  const html = inLanguage(languageOfPage(request, context), () =>
    renderToString(
      <ServerContext.Provider
        value={{
          nonce,
          requestId,
          stylesheet: { ...stylesheet, css: stylesheet.css && standIns.at(-1) },
          script: mainScript(),
          // Each placeholder is rendered and replaced later.
          html: standIns.slice(0, screen.length) as MadeByReact[],
          unavailable: unavailablePage(request),
        }}
      >
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </ServerContext.Provider>,
    ),
  )
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const page = piecesOf(`<!DOCTYPE html>${dialogOverPage(html)}`, kept)
  if (loadContext.takesPieces) {
    // Passed outside the Response body: streaming it costs more than rendering.
    loadContext.page = page
    return new Response(null, { status, headers })
  }
  headers.set('Cache-Control', headers.get('Cache-Control') ?? 'private, no-store')
  return new Response(textOf(page), { status, headers })
}
