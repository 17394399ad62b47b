import type { RequestHandler } from 'express'

/** The most that is read of a body only so that its sender comes to read the answer. */
const MOST_SKIPPED = 64 * 1024 * 1024

/**
 * Throws away what nobody read of a body once its request is answered: it would stand before the next request of the same
 * connection, which would then have no answer. A connection that ends with this request stays open for as long: a sender, such as
 * `deploy/Caddyfile`, that finds it closed in the middle of its body takes the answer for lost.
 */
export const skipUnreadBody: RequestHandler = (req, res, next) => {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  const isLast = hasBody && !res.shouldKeepAlive
  if (isLast) res.shouldKeepAlive = true
  res.once('finish', () => {
    const end = () => void (isLast && req.socket.end())
    if (req.readableEnded || req.destroyed) return end()
    let skipped = 0
    // A reader that has had enough would keep the body where it is.
    req.removeAllListeners('data')
    req.on('data', (chunk: Buffer) => {
      skipped += chunk.length
      if (skipped > MOST_SKIPPED) req.destroy()
    })
    req.once('end', end)
    req.resume()
  })
  next()
}
