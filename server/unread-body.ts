import type { RequestHandler } from 'express'

/** The most that is read of a body only so that its sender comes to read the answer. */
const MOST_SKIPPED = 64 * 1024 * 1024

/**
 * Throws away what nobody read of a body once its request is answered: it would stand before the next request of the same
 * connection, which would then have no answer.
 */
export const skipUnreadBody: RequestHandler = (req, res, next) => {
  res.once('finish', () => {
    if (req.readableEnded || req.destroyed) return
    let skipped = 0
    // A reader that has had enough would keep the body where it is.
    req.removeAllListeners('data')
    req.on('data', (chunk: Buffer) => {
      skipped += chunk.length
      if (skipped > MOST_SKIPPED) req.destroy()
    })
    req.resume()
  })
  next()
}
