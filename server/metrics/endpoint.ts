import { createHash, timingSafeEqual } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Metric } from '~/platform/metrics/metric'
import { CONTENT_TYPE, toText } from './exposition'

interface Options {
  token: string
  gather(): Promise<Metric[]>
}

/** Answers with the metrics for whoever has the token. */
export function metricsEndpoint({ token, gather }: Options): RequestHandler {
  return async (req, res) => {
    res.set('Cache-Control', 'no-store')
    if (!isSame(req.get('Authorization') ?? '', `Bearer ${token}`)) {
      res.status(401).set('WWW-Authenticate', 'Bearer').type('text').send('This address needs its token.')
      return
    }
    const text = toText(await gather())
    // Not `set`, which reorders the type's parameters.
    res.setHeader('Content-Type', CONTENT_TYPE)
    res.end(text)
  }
}

/** Compares hashes, which have one length, so that timing reveals nothing about the token. */
function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}
