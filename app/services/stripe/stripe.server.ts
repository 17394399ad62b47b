import Stripe from 'stripe'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import type { Sandbox } from '../../../sandbox/stripe'

/** The person signs in at the bank: a typed account number would wait days for two small deposits. */
export const BANK_SIGN_IN = { us_bank_account: { verification_method: 'instant' } } as const

export interface PaymentProvider {
  stripe: Stripe
  publishableKey: string
  webhookSecret: string
  scriptUrl: string
  sandbox: Sandbox | null
}

// A form must not hang: the SDK's own limit is 80 s.
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

// On globalThis, so that reloads in development do not open a second sandbox on one file.
const holder = globalThis as { stirrupPayments?: { provider: PaymentProvider | null } }

/** Returns null if payments are not set up. */
export function paymentProvider(): PaymentProvider | null {
  holder.stirrupPayments ??= { provider: realProvider() }
  return holder.stirrupPayments.provider
}

/** Loaded on demand, so that production never reads the sandbox. */
export async function openSandboxInDemo(): Promise<void> {
  if (paymentProvider() || getEnv().mode !== 'demo') return
  const { openSandbox } = await import('./sandbox-provider.server')
  setPaymentProvider(openSandbox())
}

export function setPaymentProvider(provider: PaymentProvider | null): void {
  holder.stirrupPayments = { provider }
}

/** @throws Refused (503) if payments are not set up. */
export function requireProvider(): PaymentProvider {
  const provider = paymentProvider()
  if (!provider) throw new Refused('Payment Not Available', undefined, 503)
  return provider
}

/**
 * Translates a lost connection and a fault of the provider to Refused (503). Nobody knows whether it acted, so the
 * next try uses the same idempotency key.
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

export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
