import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import { log, loggedPath } from '~/platform/log.server'

/**
 * Gives each request an ID, in `res.locals.requestId` and the X-Request-Id header. A client's own ID is accepted only
 * from a trusted proxy, because otherwise anyone could write into the log.
 */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const isTrusted: (address: string | undefined, hop: number) => boolean = req.app.get('trust proxy fn')
  const given = isTrusted(req.socket.remoteAddress, 0) ? req.get('X-Request-Id') : undefined
  const id = given && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  res.locals.requestId = id
  res.set('X-Request-Id', id)
  next()
}

/** A request that was answered or abandoned. */
export interface Answered {
  method: string
  path: string
  status: number
  ms: number
}

/** Logs each request at its end, and passes it to `observe`. */
export const accessLog =
  (observe?: (answered: Answered) => void): RequestHandler =>
  (req, res, next) => {
    const started = performance.now()
    res.once('close', () => {
      const answered = {
        method: req.method,
        path: loggedPath(req.originalUrl),
        // A client that left was not answered.
        status: res.writableFinished ? res.statusCode : 499,
        ms: Math.round((performance.now() - started) * 10) / 10,
      }
      log('info', 'request', { requestId: res.locals.requestId, ...answered, ip: req.ip })
      observe?.(answered)
    })
    next()
  }
