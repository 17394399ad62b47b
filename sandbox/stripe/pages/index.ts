import { stripeJs } from '../browser/stripe-js'
import type { Context } from '../engine/context'
import { ApiError } from '../engine/errors'
import { checkoutPage } from './checkout'
import { html } from './html'
import { invoicePage } from './invoice'
import { document } from './layout'
import { microdepositsPage } from './microdeposits'
import type { Page } from './page'
import { portalPage } from './portal'
import { receiptPage } from './receipt'
import { challengePage } from './three-d-secure'

const PAGES: [RegExp, Page][] = [
  [/^\/c\/pay\/(cs_\w+)$/, checkoutPage],
  [/^\/p\/session\/(bps_\w+)$/, portalPage],
  [/^\/3ds\/((?:pi|seti)_\w+)$/, challengePage],
  [/^\/microdeposits\/((?:pi|seti)_\w+)$/, microdepositsPage],
  [/^\/receipts\/(ch_\w+)$/, receiptPage],
  [/^\/invoices\/(in_\w+)$/, invoicePage],
]

/** Answers a browser: the hosted pages, which need no JavaScript, and the Stripe.js stand-in. */
export async function answerPage(ctx: Context, request: Request, path: string): Promise<Response> {
  if (path === '/stripe.js') return script()
  for (const [pattern, page] of PAGES) {
    const id = pattern.exec(path)?.[1]
    if (!id) continue
    const query = new URL(request.url).searchParams
    if (request.method === 'GET' || request.method === 'HEAD') return answer(ctx, () => page(ctx, { id, query }))
    if (request.method !== 'POST') return new Response('Method not allowed', { status: 405 })
    const form = new URLSearchParams(await request.text())
    return answer(ctx, () => page(ctx, { id, query, form }))
  }
  return notFound()
}

function answer(ctx: Context, page: () => Response): Response {
  try {
    return ctx.store.transaction(page)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.status === 404 ? notFound() : problem(error)
  }
}

function problem(error: ApiError): Response {
  return document('Something went wrong', html`<h1>Something went wrong</h1><p>${error.message}</p>`, {
    status: error.status,
  })
}

function notFound(): Response {
  const body = html`<h1>Nothing here</h1><p>This link is not complete, or what it led to is gone. Go back and try again.</p>`
  return document('Nothing here', body, { status: 404 })
}

function script(): Response {
  return new Response(stripeJs, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'no-cache',
    },
  })
}
