import Stripe from 'stripe'
import type { Deliver } from './engine/deliveries'

interface ForwardOptions {
  /** The secret key of a test account. A live one is refused. */
  key: string
  /** The address of the provider's API. */
  upstream?: string
  /** The address that gets its events, signed with our secret; a test account cannot reach this machine itself. */
  webhook?: { url: string; secret: string }
  deliver?: Deliver
  fetch?: typeof fetch
}

export interface Forward {
  /** Answers a request as the account does. */
  handle(request: Request): Promise<Response>
  /** Fetches the events that are new since the last call and delivers them, oldest first. Returns how many. */
  deliverEvents(): Promise<number>
}

/** Headers that belong to one hop, or that fetch sets itself. */
const OF_THE_HOP = ['host', 'connection', 'content-length', 'content-encoding', 'transfer-encoding', 'accept-encoding']

/**
 * Replaces the sandbox and forwards everything to a real test account. A program that drives the sandbox, such as the
 * probe, then shows whether the sandbox still behaves like the provider.
 */
export function forwardTo(options: ForwardOptions): Forward {
  if (!/^(sk|rk)_test_/.test(options.key)) throw new Error('Only the secret key of a test account can be used')
  const { upstream = 'https://api.stripe.com', deliver = fetch, webhook } = options
  const send = options.fetch ?? fetch
  const delivered = new Set<string>()
  const since = Math.floor(Date.now() / 1000)

  async function handle(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const headers = withoutHop(request.headers)
    headers.set('authorization', `Bearer ${options.key}`)
    const body = ['GET', 'HEAD'].includes(request.method) ? undefined : withoutKey(await request.text())
    const answer = await send(`${upstream}${pathname}${search}`, { method: request.method, headers, body })
    return new Response(answer.body, { status: answer.status, headers: withoutHop(answer.headers) })
  }

  async function deliverEvents(): Promise<number> {
    if (!webhook) return 0
    const news: Stripe.Event[] = []
    let after = ''
    for (let more = true; more; ) {
      const query = `created[gte]=${since}&limit=100${after && `&starting_after=${after}`}`
      const answer = await handle(new Request(`${upstream}/v1/events?${query}`))
      if (!answer.ok) throw new Error(`The account answered ${answer.status} when asked for its events`)
      const page = (await answer.json()) as Stripe.ApiList<Stripe.Event>
      news.push(...page.data.filter(({ id }) => !delivered.has(id)))
      after = page.data.at(-1)?.id ?? ''
      more = page.has_more
    }
    for (const event of news.reverse()) {
      const payload = JSON.stringify(event)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhook.secret })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      await deliver(new Request(webhook.url, { method: 'POST', body: payload, headers }))
      delivered.add(event.id)
    }
    return news.length
  }

  return { handle, deliverEvents }
}

function withoutHop(headers: Headers): Headers {
  const kept = new Headers(headers)
  for (const name of OF_THE_HOP) kept.delete(name)
  return kept
}

/** Removes the publishable key that a browser puts into the body; the account's own key is in the header. */
function withoutKey(body: string): string {
  const form = new URLSearchParams(body)
  if (!form.has('key')) return body
  form.delete('key')
  return form.toString()
}
