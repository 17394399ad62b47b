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
import { LIMITS, type PaymentProvider } from './stripe.server'
import { EVENT_TYPES } from './sync/event-types'

const SANDBOX_PATH = '/sandbox/stripe'

export function sandboxProvider(sandbox: Sandbox, maxNetworkRetries = LIMITS.maxNetworkRetries): PaymentProvider {
  return {
    stripe: new Stripe(SANDBOX_SECRET_KEY, { ...LIMITS, maxNetworkRetries, httpClient: sandboxHttpClient(sandbox) }),
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    scriptUrl: `${SANDBOX_PATH}/stripe.js`,
    sandbox,
  }
}

export function openSandbox(): PaymentProvider {
  const { appUrl, dataDir } = getEnv()
  return sandboxProvider(
    createSandbox({
      baseUrl: `${appUrl}${SANDBOX_PATH}`,
      stateFile: path.join(dataDir, 'sandbox-stripe.jsonl'),
      webhook: { url: `${appUrl}/webhooks/stripe`, secret: SANDBOX_WEBHOOK_SECRET, events: EVENT_TYPES },
      latency: latencyOf(process.env.STIRRUP_SANDBOX_LATENCY),
    }),
  )
}
