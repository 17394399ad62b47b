import path from 'node:path'
import Stripe from 'stripe'
import { getEnv } from '~/platform/env.server'
import {
  createSandbox,
  latencyOf,
  SANDBOX_PUBLISHABLE_KEY,
  SANDBOX_SECRET_KEY,
  SANDBOX_WEBHOOK_SECRET,
  type Sandbox,
  sandboxHttpClient,
} from '../../../sandbox/stripe'
import { EVENT_TYPES } from './event-types'
import type { PaymentProvider } from './stripe.server'
import { LIMITS } from './stripe-client.server'

const SANDBOX_PATH = '/sandbox/stripe'

type SandboxDoor = NonNullable<PaymentProvider['sandbox']>

function providerOf(sandbox: SandboxDoor, ownSandbox: Sandbox | null, maxNetworkRetries: number): PaymentProvider {
  return {
    stripe: new Stripe(SANDBOX_SECRET_KEY, { ...LIMITS, maxNetworkRetries, httpClient: sandboxHttpClient(sandbox) }),
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    scriptUrl: `${SANDBOX_PATH}/stripe.js`,
    sandbox,
    ownSandbox,
  }
}

export const sandboxProvider = (sandbox: Sandbox, maxNetworkRetries = LIMITS.maxNetworkRetries): PaymentProvider =>
  providerOf(sandbox, sandbox, maxNetworkRetries)

/** Connects to the sandbox of another process, at its address. */
const sandboxAt = (address: string): SandboxDoor => ({
  handle(request) {
    const { pathname, search } = new URL(request.url)
    const path = pathname.startsWith(SANDBOX_PATH) ? pathname : `${SANDBOX_PATH}${pathname}`
    const passed = new Request(`${address}${path}${search}`, request)
    // A compressed answer would be decompressed on the way, but keep its header.
    passed.headers.set('Accept-Encoding', 'identity')
    return fetch(passed, { redirect: 'manual' })
  },
  close: () => undefined,
})

/** Opens this process's own sandbox, or the one at SANDBOX_URL. */
export function openSandbox(): PaymentProvider {
  const { appUrl, dataDir, sandboxUrl } = getEnv()
  if (sandboxUrl) return providerOf(sandboxAt(sandboxUrl), null, LIMITS.maxNetworkRetries)
  return sandboxProvider(
    createSandbox({
      baseUrl: `${appUrl}${SANDBOX_PATH}`,
      stateFile: path.join(dataDir, 'sandbox-stripe.jsonl'),
      webhook: { url: `${appUrl}/webhooks/stripe`, secret: SANDBOX_WEBHOOK_SECRET, events: EVENT_TYPES },
      payouts: 'daily',
      latency: latencyOf(process.env.STIRRUP_SANDBOX_LATENCY),
    }),
  )
}
