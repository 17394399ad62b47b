import type { Request, RequestHandler } from 'express'
import type { RefusalCode } from '~/platform/refused'
import { refuseWith } from './refusal'

const PAGES = ['GET', 'HEAD', 'POST']
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What an address may be asked for, beside the pages. The API itself says which of these each call takes. */
const METHODS: [below: RegExp, methods: string[]][] = [
  [/^\/api(\/|$)/i, ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']],
  [/^\/sandbox(\/|$)/i, [...PAGES, 'DELETE']],
]

/** Mailboxes send it by themselves, or from their own pages. What it may change stands in its address, never in a cookie. */
const FROM_ANYWHERE = /^\/unsubscribe\/[\w.-]+$/

interface Refusal {
  code: RefusalCode
  message: string
  allow?: string
}

/** Refuses, before the application is asked, what no page, program or partner of ours sends. */
export function doors(appUrl: string): RequestHandler {
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
 * The address that was asked for, under the name that the settings give this site: whatever the sender calls it, no link and no
 * check is built on that. Undefined for an address that cannot be read, that holds a zero byte, which no address of ours does and
 * the database does not take, or that begins like another host's (`//`, `/\`), which the router takes it for.
 */
function addressOf(req: Pick<Request, 'originalUrl'>, own: string): URL | undefined {
  const text = `${own}${req.originalUrl}`
  if (!req.originalUrl.startsWith('/') || !URL.canParse(text) || /%00/.test(text)) return undefined
  const url = new URL(text)
  return /^\/(\/|\\|%2f|%5c)/i.test(url.pathname) ? undefined : url
}

/** The router's questions for a page's data or routes. No page of ours runs the router in a browser, so nobody asks them. */
const isForRouter = ({ pathname, searchParams }: URL) =>
  pathname === '/__manifest' || pathname.endsWith('.data') || searchParams.has('_data')

/**
 * True for what a browser sends from a page of another site. Browsers name the origin of a form or call themselves; programs,
 * which have no cookies of somebody else, name none.
 */
function isForeign(req: Request, own: string): boolean {
  const origin = req.get('Origin')
  if (origin !== undefined) return origin !== own && origin !== askedOrigin(req)
  const site = req.get('Sec-Fetch-Site')
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** By the name that a trusted proxy was asked for, or this server: somebody may have typed another one than the settings have. */
function askedOrigin(req: Request): string {
  const port = portIn(req.get('X-Forwarded-Host')) ?? portIn(req.get('Host'))
  return `${req.protocol}://${req.hostname}${port ? `:${port}` : ''}`
}

const portIn = (host: string | undefined) => /:(\d+)$/.exec(host ?? '')?.[1]
