import Stripe from 'stripe'
import {
  createSandbox,
  SANDBOX_SECRET_KEY,
  SANDBOX_WEBHOOK_SECRET,
  type Sandbox,
  type SandboxOptions,
  sandboxHttpClient,
} from './index'

export const BASE_URL = 'http://app.test/sandbox/stripe'

export interface Bench {
  sandbox: Sandbox
  stripe: Stripe
  /** Events in the order in which they arrived, each verified against its signature. */
  received: Stripe.Event[]
  /** The status that the webhook route answers with; 200 unless a test sets another. */
  answer: { status: number }
  /** Visits a page as a browser without JavaScript; follows no redirects. */
  visit(url: string, form?: Record<string, string>): Promise<{ status: number; location: string; text: string }>
}

/** Opens a sandbox in process with the real SDK and a webhook receiver. It never retries by itself. */
export function openBench(options: Partial<SandboxOptions> = {}): Bench {
  const received: Stripe.Event[] = []
  const answer = { status: 200 }
  const sandbox = createSandbox({
    baseUrl: BASE_URL,
    webhook: { url: 'http://app.test/webhooks/stripe', secret: SANDBOX_WEBHOOK_SECRET },
    async deliver(request) {
      const signature = request.headers.get('stripe-signature') ?? ''
      const event = stripe.webhooks.constructEvent(await request.text(), signature, SANDBOX_WEBHOOK_SECRET)
      if (answer.status < 300) received.push(event)
      return new Response(null, { status: answer.status })
    },
    ...options,
  })
  const stripe = new Stripe(SANDBOX_SECRET_KEY, { httpClient: sandboxHttpClient(sandbox), maxNetworkRetries: 0 })
  return {
    sandbox,
    stripe,
    received,
    answer,
    async visit(url, form) {
      const absolute = new URL(url, BASE_URL)
      const init = form ? { method: 'POST', body: new URLSearchParams(form) } : {}
      const response = await sandbox.handle(new Request(absolute, init))
      return { status: response.status, location: response.headers.get('location') ?? '', text: await response.text() }
    },
  }
}

export const CARD_FORM = { type: 'card', number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' }
export const BANK_FORM = {
  type: 'us_bank_account',
  routing_number: '110000000',
  account_number: '000123456789',
  name: 'Ann Rider',
}
export const OFFLINE_MANDATE = { customer_acceptance: { type: 'offline' as const } }

export function utc(year: number, month: number, day: number, hour = 0): number {
  return Date.UTC(year, month - 1, day, hour) / 1000
}
