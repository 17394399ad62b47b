import type { Request, Response } from 'express'
import { type RefusalCode, statusOf } from '~/platform/refused'

/** A refusal before the application is asked: as JSON to callers of the API, else as text. */
export function refuseWith(
  req: Request,
  res: Response,
  { code, message, status = statusOf(code) }: { code: RefusalCode; message: string; status?: number },
): void {
  res.status(status).set('Cache-Control', 'no-store')
  if (/^\/api(\/|$)/i.test(req.path)) res.json({ code, message })
  else res.type('text').send(message)
}
