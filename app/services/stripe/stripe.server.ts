import path from 'node:path'
import Stripe from 'stripe'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import {
  createSandbox,
  SANDBOX_PUBLISHABLE_KEY,
  SANDBOX_SECRET_KEY,
  SANDBOX_WEBHOOK_SECRET,
  type Sandbox,
  sandboxHttpClient,
} from '../../../sandbox/stripe'

/** The payment provider as this process sees it: the real one, or the sandbox behind the same SDK. */
export interface PaymentProvider {
  stripe: Stripe
  publishableKey: string
  webhookSecret: string
  /** Where the browser gets Stripe.js. */
  scriptUrl: string
  sandbox: Sandbox | null
}

// Payments must not hang a form: the SDK's own limit is 80 s.
const LIMITS = { timeout: 15_000, maxNetworkRetries: 2, telemetry: false }

export const SANDBOX_PATH = '/sandbox/stripe'

/** The provider on the sandbox. Tests hand in one of their own. */
export function sandboxProvider(sandbox: Sandbox): PaymentProvider {
  return {
    stripe: new Stripe(SANDBOX_SECRET_KEY, { ...LIMITS, httpClient: sandboxHttpClient(sandbox) }),
    publishableKey: SANDBOX_PUBLISHABLE_KEY,
    webhookSecret: SANDBOX_WEBHOOK_SECRET,
    scriptUrl: `${SANDBOX_PATH}/stripe.js`,
    sandbox,
  }
}

function openProvider(): PaymentProvider | null {
  const env = getEnv()
  if (env.stripe) {
    return {
      stripe: new Stripe(env.stripe.secretKey, LIMITS),
      publishableKey: env.stripe.publishableKey,
      webhookSecret: env.stripe.webhookSecret,
      scriptUrl: 'https://js.stripe.com/endive/stripe.js',
      sandbox: null,
    }
  }
  if (env.mode !== 'demo') return null
  return sandboxProvider(
    createSandbox({
      baseUrl: `${env.appUrl}${SANDBOX_PATH}`,
      stateFile: path.join(env.dataDir, 'sandbox-stripe.jsonl'),
      webhook: { url: `${env.appUrl}/webhooks/stripe`, secret: SANDBOX_WEBHOOK_SECRET },
    }),
  )
}

// Kept on globalThis so that the development server's reloads do not open a second sandbox on one file.
const holder = globalThis as { stirrupPayments?: { provider: PaymentProvider | null } }

/** The configured provider, or null where payments are not set up ("Payment Not Available"). */
export function paymentProvider(): PaymentProvider | null {
  holder.stirrupPayments ??= { provider: openProvider() }
  return holder.stirrupPayments.provider
}

/** Replaces the provider; for tests. */
export function setPaymentProvider(provider: PaymentProvider | null): void {
  holder.stirrupPayments = { provider }
}

/** @throws Refused (503) where no provider is configured. */
export function requireProvider(): PaymentProvider {
  const provider = paymentProvider()
  if (!provider) throw new Refused('Payment Not Available', undefined, 503)
  return provider
}

/**
 * Says in the school's words that the provider could not be asked. The order stays as it is: whether the provider acted
 * is not known, and the next try uses the same idempotency key (payments, rule 2).
 * @throws Refused (503) for a lost connection or a fault of the provider; anything else as it came.
 */
export async function askingProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
    if (![StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind))
      throw error
    throw new Refused('The payment provider did not answer. Nothing was charged. Please try again.', undefined, 503)
  }
}
