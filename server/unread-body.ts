import type { RequestHandler } from 'express'

/** The most bytes of a refused body that are read so that its sender gets to read the answer. */
const MAX_SKIPPED = 64 * 1024 * 1024

/**
 * Discards what nobody read of a body once its request is answered: it would block the next request on the same
 * connection. A connection that closes after this request stays open until then: a sender, such as `deploy/Caddyfile`,
 * that finds it closed in the middle of its body treats the answer as lost.
 */
export const skipUnreadBody: RequestHandler = (req, res, next) => {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  const isLast = hasBody && !res.shouldKeepAlive
  if (isLast) res.shouldKeepAlive = true
  res.once('finish', () => {
    const end = () => void (isLast && req.socket.end())
    if (req.readableEnded || req.destroyed) return end()
    let skipped = 0
    // A reader that has stopped would leave the body where it is.
    req.removeAllListeners('data')
    req.on('data', (chunk: Buffer) => {
      skipped += chunk.length
      if (skipped > MAX_SKIPPED) req.destroy()
    })
    req.once('end', end)
    req.resume()
  })
  next()
}
