import type { Request, RequestHandler, Response } from 'express'
import { refuseWith } from './refusal'

const megabyte = 1024 * 1024
const formLimit = megabyte
/**
 * The limit of screens that accept files: CSV files of donations up to 20 MB, and spreadsheets of students. Those
 * screens explain themselves what is too large; that of students also for a file that is larger than this, as that of
 * the logo for a picture that is larger than a form.
 */
const importLimit = 21 * megabyte

/** The screens that explain a file that is too large themselves. */
const EXPLAINING = ['/settings/import', '/settings/school/logo']

const limitFor = (path: string) =>
  /^\/(donations|settings\/import|api\/imports)(\/|$)/.test(path) ? importLimit : formLimit

function refuse(req: Request, res: Response) {
  if (res.headersSent) req.socket.destroy()
  else if (EXPLAINING.includes(req.path)) res.redirect(303, `${req.path}?large=yes`)
  else refuseWith(req, res, { code: 'too_large', message: 'The request is too large.' })
}

/** Refuses bodies beyond the route's limit with 413, by their announced length and while they arrive. */
export const bodyLimit: RequestHandler = (req, res, next) => {
  const limit = limitFor(req.path)
  if (Number(req.headers['content-length'] ?? 0) > limit) return refuse(req, res)
  if (req.headers['transfer-encoding']) {
    // Counts where the parser hands chunks over: reading the stream here would take it from the application.
    const push = req.push.bind(req)
    let received = 0
    req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      received += chunk?.length ?? 0
      if (received <= limit) return push(chunk, encoding)
      req.push = push
      // A reader must not take the beginning for the whole body.
      if (req.listenerCount('error') > 0) req.emit('error', new Error('The body is too large'))
      refuse(req, res)
      return push(chunk, encoding)
    }
  }
  next()
}
