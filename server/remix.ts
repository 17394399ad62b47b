import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import {
  type AppLoadContext,
  createReadableStreamFromReadable,
  createRequestHandler,
  type ServerBuild,
} from '@remix-run/node'
import type { Request as HttpRequest, Response as HttpResponse, RequestHandler } from 'express'
import { type AnswerTo, answeringRefusals } from '~/platform/page/refused-routes'
import type { Unavailable } from '~/platform/unavailable.server'
import { sendPage } from './page'
import { handlerByAddress } from './routes-of-address'

type Build = ServerBuild | (() => Promise<ServerBuild>)

interface Faults {
  refusal: AnswerTo
  unavailable(): Unavailable | undefined
}

/** Passes a request to Remix and its answer to the client: 503 if it failed because the database was away or full. */
export function remix(build: Build, appUrl: string, faults: Faults): RequestHandler {
  const own = new URL(appUrl).origin
  const handle =
    typeof build === 'function'
      ? createRequestHandler(async () => answeringRefusals(await build(), faults.refusal))
      : handlerByAddress(answeringRefusals(build, faults.refusal))
  return async (req, res, next) => {
    try {
      const { nonce, requestId } = res.locals
      const context: AppLoadContext = { nonce, ip: req.ip, requestId, takesPieces: true }
      const answer = await handle(requestOf(req, res, own), context)
      // The body grew beyond the limit.
      if (res.headersSent) return
      const unavailable = answer.status === 500 ? faults.unavailable() : undefined
      if (unavailable) {
        res.status(503).set({ 'Retry-After': String(unavailable.retryAfter), 'Cache-Control': 'no-store' })
        if (context.page) sendPage(req, res.type('html'), context.page)
        else res.type('text').send(unavailable.message)
        return
      }
      res.statusMessage = answer.statusText
      res.status(answer.status)
      for (const [name, value] of answer.headers) res.append(name, value)
      // Pages are the viewer's own, and several people share the office's computer.
      if (!answer.headers.has('Cache-Control')) res.set('Cache-Control', 'private, no-store')
      // Remix refuses a form without an action with 405, but does not say which methods are allowed.
      if (answer.status === 405 && !answer.headers.has('Allow')) res.set('Allow', 'GET, HEAD')
      if (answer.body) await pipeline(Readable.fromWeb(answer.body as ReadableStream), res)
      else if (context.page) sendPage(req, res, context.page)
      else res.end()
    } catch (error) {
      if (!isDeparture(error)) next(error)
    }
  }
}

/** Builds a Fetch request. Its signal is aborted if the client leaves before the answer is sent. */
function requestOf(req: HttpRequest, res: HttpResponse, own: string): Request {
  const controller = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  req.once('error', () => controller.abort())
  const { method } = req
  const body =
    method === 'GET' || method === 'HEAD'
      ? {}
      : { body: createReadableStreamFromReadable(req), duplex: 'half' as const }
  return new Request(`${own}${req.originalUrl}`, {
    method,
    headers: headersOf(req),
    signal: controller.signal,
    ...body,
  })
}

const NAMES = new Set(['host', 'origin', 'x-forwarded-host'])

/** Copies the headers without the host and origin, which `requestGuard` has compared; nothing later may rely on them. */
function headersOf(req: HttpRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (NAMES.has(name)) continue
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  return headers
}

/** Whether the client left before the end of its answer. */
const isDeparture = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
