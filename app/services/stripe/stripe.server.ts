import Stripe from 'stripe'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import type { Sandbox } from '../../../sandbox/stripe'

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
export const LIMITS = { timeout: 15_000, maxNetworkRetries: 2, telemetry: false }

function realProvider(): PaymentProvider | null {
  const { stripe } = getEnv()
  if (!stripe) return null
  return {
    stripe: new Stripe(stripe.secretKey, LIMITS),
    publishableKey: stripe.publishableKey,
    webhookSecret: stripe.webhookSecret,
    scriptUrl: 'https://js.stripe.com/endive/stripe.js',
    sandbox: null,
  }
}

// Kept on globalThis so that the development server's reloads do not open a second sandbox on one file.
const holder = globalThis as { stirrupPayments?: { provider: PaymentProvider | null } }

/** The provider, or null if payments are not set up ("Payment Not Available"). */
export function paymentProvider(): PaymentProvider | null {
  holder.stirrupPayments ??= { provider: realProvider() }
  return holder.stirrupPayments.provider
}

/** Opens the sandbox in demo mode without a real account. It is loaded here and nowhere else: production never reads it. */
export async function openSandboxInDemo(): Promise<void> {
  if (paymentProvider() || getEnv().mode !== 'demo') return
  const { openSandbox } = await import('./sandbox-provider.server')
  setPaymentProvider(openSandbox())
}

/** Replaces the provider. */
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
export async function translateProviderErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
    if (![StripeConnectionError, StripeAPIError, StripeRateLimitError].some((kind) => error instanceof kind))
      throw error
    throw new Refused('The payment provider did not answer. Nothing was charged. Please try again.', undefined, 503)
  }
}

/** The id of something that the provider names or, if it was expanded, gives whole. */
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
