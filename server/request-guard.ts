import type { Request, RequestHandler } from 'express'
import type { RefusalCode } from '~/platform/refused'
import { refuseWith } from './refusal'

const PAGES = ['GET', 'HEAD', 'POST']
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** The methods that addresses other than pages accept. The API itself says which of them each call takes. */
const METHODS: [below: RegExp, methods: string[]][] = [
  [/^\/api(\/|$)/i, ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']],
  [/^\/sandbox(\/|$)/i, [...PAGES, 'DELETE']],
]

/** Mailboxes send this request themselves, or from their own pages. What it changes is in its address, never in a cookie. */
const FROM_ANYWHERE = /^\/unsubscribe\/[\w.-]+$/

interface Refusal {
  code: RefusalCode
  message: string
  allow?: string
}

/** Refuses, before the application runs, requests that no page, program or partner of ours sends. */
export function requestGuard(appUrl: string): RequestHandler {
  const own = new URL(appUrl).origin
  return (req, res, next) => {
    const refusal = refusalOf(req, own)
    if (!refusal) return next()
    if (refusal.allow) res.set('Allow', refusal.allow)
    refuseWith(req, res, refusal)
  }
}

function refusalOf(req: Request, own: string): Refusal | undefined {
  const url = addressOf(req, own)
  if (!url || !URL.canParse(`http://${req.get('Host')}`)) return { code: 'invalid', message: 'Bad Request' }
  if (isForRouter(url)) return { code: 'not_found', message: 'Not Found' }
  const methods = METHODS.find(([below]) => below.test(url.pathname))?.[1] ?? PAGES
  if (!methods.includes(req.method))
    return { code: 'method_not_allowed', message: 'Method Not Allowed', allow: methods.join(', ') }
  const fromAnywhere = req.method === 'POST' && FROM_ANYWHERE.test(url.pathname)
  if (!SAFE.has(req.method) && !fromAnywhere && isForeign(req, own)) {
    return { code: 'forbidden', message: 'This must be sent from a page of the same site.' }
  }
  return undefined
}

/**
 * Returns the requested address under the configured name of this site, so that no link or check depends on what the
 * sender calls it. Undefined for an address that cannot be parsed, that contains a NUL byte, which the database does
 * not accept, or that begins like another host's (`//`, `/\`), which the router would take it for.
 */
function addressOf(req: Pick<Request, 'originalUrl'>, own: string): URL | undefined {
  const text = `${own}${req.originalUrl}`
  if (!req.originalUrl.startsWith('/') || !URL.canParse(text) || /%00/.test(text)) return undefined
  const url = new URL(text)
  return /^\/(\/|\\|%2f|%5c)/i.test(url.pathname) ? undefined : url
}

/** Whether a request is the router's, for a page's data or routes. No page of ours runs the router in a browser, so nobody sends these. */
const isForRouter = ({ pathname, searchParams }: URL) =>
  pathname === '/__manifest' || pathname.endsWith('.data') || searchParams.has('_data')

/**
 * True for a request that a browser sends from a page of another site. Browsers send the origin of a form or call;
 * programs, which have no cookies of anyone else, send none.
 */
function isForeign(req: Request, own: string): boolean {
  const origin = req.get('Origin')
  if (origin !== undefined) return origin !== own && origin !== askedOrigin(req)
  const site = req.get('Sec-Fetch-Site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Returns the origin by the name that a trusted proxy or this server was addressed by: it may differ from the configured one. */
function askedOrigin(req: Request): string {
  const port = portIn(req.get('X-Forwarded-Host')) ?? portIn(req.get('Host'))
  return `${req.protocol}://${req.hostname}${port ? `:${port}` : ''}`
}

const portIn = (host: string | undefined) => /:(\d+)$/.exec(host ?? '')?.[1]
