import type { Request, Response } from 'express'

/** A refusal before the application is asked: as JSON to callers of the API, else as text. */
export function refuseWith(req: Request, res: Response, status: number, message: string): void {
  res.status(status).set('Cache-Control', 'no-store')
  if (/^\/api(\/|$)/i.test(req.path)) res.json({ message })
  else res.type('text').send(message)
}
