import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Env } from '~/platform/env.server'
import { log } from '~/platform/log.server'
import type { Metric } from '~/platform/metrics/metric'
import type { RefusalCode } from '~/platform/refused'
import type { Unavailable } from '~/platform/unavailable.server'
import { bodyLimit } from './body-limit'
import { openMetrics } from './metrics/metrics'
import { refuseWith } from './refusal'
import { remix } from './remix'
import { requestGuard } from './request-guard'
import { accessLog, assignRequestId } from './request-log'
import { routePatterns } from './routes-of-address'
import { securityHeaders } from './security-headers'
import { shedLoad } from './shed-load'
import { staticFiles } from './static-files'
import { skipUnreadBody } from './unread-body'

/** What a request says about the language of its reader; `accepted` is best first. */
interface Asked {
  path: string
  cookie: string | undefined
  accepted: string[]
}

/** The exports of app/entry.server.tsx that this server uses. */
export interface App {
  /** Runs before the first request. */
  start(): Promise<void>
  /** Throws if the database does not answer. */
  ready(): Promise<unknown>
  close(): Promise<void>
  /** Returns the answer to a refusal that a screen threw; undefined for any other error. */
  refusal(error: unknown): Response | undefined
  /** Runs the handling of one request, in the language of its reader. */
  inRequest<T>(requestId: string | undefined, asked: Asked, work: () => T): T
  /** Returns the metrics of this process, for `/metrics`. */
  ownMetrics(): Metric[]
  /** Returns the metrics that would be the same in every process. */
  sharedMetrics(): Promise<Metric[]>
  /** Whether pages use the real payment provider's scripts. It may change while the server runs. */
  usesProvider(): boolean
  /** Returns why the current request failed, if the database was away or full. */
  unavailable(): Unavailable | undefined
}

interface Options {
  env: Pick<Env, 'appUrl' | 'trustProxy' | 'metricsToken'>
  build: ServerBuild | (() => Promise<ServerBuild>)
  app: Omit<App, 'start' | 'close'>
  /** True during a shutdown: load balancers should send requests elsewhere. */
  isStopping(): boolean
  /** The folder of the browser build, or its server in development. */
  client: string | RequestHandler
  /** Returns the share of the heap that is used. */
  measure?: () => number
}

/** Several handlers listen for the end of a response. Node reports more than ten listeners as a leak. */
const MAX_LISTENERS = 20

/** Creates the HTTP side of the application: everything around Remix's own handler. */
export function createHttpApp({ env, build, app, isStopping, client, measure }: Options): Express {
  const http = express()
  http.disable('x-powered-by')
  http.disable('etag')
  http.set('trust proxy', env.trustProxy)
  const isBuilt = typeof client === 'string'
  if (isBuilt) http.use(staticFiles(client))
  http.use(assignRequestId)
  http.get('/healthz', async (_, res) => {
    const ok = !isStopping() && (await answers(app.ready))
    res
      .status(ok ? 200 : 503)
      .set({ 'Cache-Control': 'no-store', ...(!ok && { 'Retry-After': '5' }) })
      .json({ ok })
  })
  const { observe, endpoint } = openMetrics({ token: env.metricsToken, app, patternOf: routePatterns(build) })
  if (endpoint) http.get('/metrics', endpoint)
  http.use(accessLog(observe))
  if (env.trustProxy === false) http.use(warnOfProxy())
  http.use((_, res, next) => {
    res.setMaxListeners(MAX_LISTENERS)
    if (isStopping()) res.set('Connection', 'close')
    next()
  })
  if (isBuilt) http.use(securityHeaders({ appUrl: env.appUrl, usesProvider: app.usesProvider }))
  http.use(shedLoad(measure))
  http.use(requestGuard(env.appUrl))
  http.use(skipUnreadBody)
  http.use(bodyLimit)
  http.use(compression())
  if (isBuilt) http.use('/assets', (_, res) => void res.sendStatus(404))
  else http.use(client)
  const answer = remix(build, env.appUrl, app)
  http.all('*', (req, res, next) => {
    const asked = { path: req.path, cookie: req.headers.cookie, accepted: req.acceptsLanguages() }
    return app.inRequest(res.locals.requestId, asked, () => answer(req, res, next))
  })
  http.use(lastResort)
  return http
}

/** Warns if a proxy's headers are ignored: without `TRUST_PROXY` every family has the proxy's address, and they share its rate limits. */
function warnOfProxy(): RequestHandler {
  let told = false
  return (req, _, next) => {
    if (!told && req.headers['x-forwarded-for']) {
      told = true
      log('warn', 'proxy not trusted', { reason: 'A request has X-Forwarded-For, and TRUST_PROXY is not set.' })
    }
    next()
  }
}

/** Whether the database answers. One that hangs for two seconds counts as gone. */
function answers(ready: App['ready']): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), 2_000)
    ready()
      .then(
        () => resolve(true),
        () => resolve(false),
      )
      .finally(() => clearTimeout(timer))
  })
}

/** The codes of Express's own refusals that have one. */
const CODES: Record<number, RefusalCode> = { 403: 'forbidden', 404: 'not_found', 413: 'too_large' }

/** Handles errors outside Remix, such as a file address that cannot be parsed. */
const lastResort: ErrorRequestHandler = (error: unknown, req, res, _next) => {
  const given = error instanceof Error && 'status' in error ? Number(error.status) : Number.NaN
  const status = given >= 400 && given < 500 ? given : 500
  if (status === 500 && !res.writableEnded) {
    const reason = error instanceof Error ? error.stack : String(error)
    log('error', 'request failed', { requestId: res.locals.requestId, reason })
  }
  if (res.headersSent) req.socket.destroy()
  else
    refuseWith(
      req,
      res,
      status === 500
        ? { code: 'fault', message: 'Something went wrong.' }
        : { code: CODES[status] ?? 'invalid', message: 'Bad request.', status },
    )
}
