import Stripe from 'stripe'
import { t } from '#text'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import type { Sandbox } from '../../../sandbox/stripe'
import { stripeClient } from './stripe-client.server'

/** The family signs in at the bank: a typed account number would wait days for two small deposits. */
export const BANK_SIGN_IN = { us_bank_account: { verification_method: 'instant' } } as const

export interface PaymentProvider {
  stripe: Stripe
  publishableKey: string
  webhookSecret: string
  /** The portal configuration: what its pages let families do. */
  portalConfiguration?: string | undefined
  /** A stand-in for Stripe.js; null lets the package load the real one from its usual address. */
  scriptUrl: string | null
  /** Answers below /sandbox/stripe, in demo mode only. */
  sandbox: Pick<Sandbox, 'handle' | 'close'> | null
  /** The sandbox, if this process runs it; several processes of one demo share one. */
  ownSandbox: Sandbox | null
}

function realProvider(): PaymentProvider | null {
  const { stripe } = getEnv()
  if (!stripe) return null
  return {
    stripe: stripeClient(stripe),
    publishableKey: stripe.publishableKey,
    webhookSecret: stripe.webhookSecret,
    portalConfiguration: stripe.portalConfiguration,
    scriptUrl: null,
    sandbox: null,
    ownSandbox: null,
  }
}

type Keys = ReturnType<typeof getEnv>['stripe']

// On globalThis, so that reloads in development do not open a second sandbox on one file.
const holder = globalThis as { stirrupPayments?: { provider: PaymentProvider | null; madeOf: Keys } }

/** Returns null if payments are not set up. Keys may differ from the last call, because the office can save others. */
export function paymentProvider(): PaymentProvider | null {
  const { stripe } = getEnv()
  if (!holder.stirrupPayments || holder.stirrupPayments.madeOf !== stripe) {
    holder.stirrupPayments = { provider: realProvider(), madeOf: stripe }
  }
  return holder.stirrupPayments.provider
}

/** Loaded on demand, so that production never reads the sandbox. */
export async function openSandboxInDemo(): Promise<void> {
  if (paymentProvider() || getEnv().mode !== 'demo') return
  const { openSandbox } = await import('./sandbox-provider.server')
  setPaymentProvider(openSandbox())
}

export function setPaymentProvider(provider: PaymentProvider | null): void {
  holder.stirrupPayments = { provider, madeOf: getEnv().stripe }
}

/** @throws Refused (503) if payments are not set up. */
export function requireProvider(): PaymentProvider {
  const provider = paymentProvider()
  if (!provider) throw new Refused('not_set_up', t('Payment Not Available'))
  return provider
}

/** The kind of call, in case the provider may have carried it out without an answer. `look`: it changes nothing. */
type ProviderWork = 'payment' | 'refund' | 'change' | 'look'

const unknown = (): Record<ProviderWork, string> => ({
  payment: t('We’re checking with our payment provider. Please don’t pay another way; check back in a few minutes.'),
  refund: t(
    'We’re checking with our payment provider. Please don’t refund it another way; check back in a few minutes.',
  ),
  change: t('We’re checking with our payment provider. Please check back in a few minutes before you try again.'),
  look: t('Our payment provider isn’t responding. Please try again in a few minutes.'),
})

/**
 * Translates a lost connection and an internal error of the provider to Refused (503). Whether it acted is unknown, so
 * the next try uses the same idempotency key; an error that the key is in use or had other parameters means that an
 * earlier try may have acted.
 */
export async function translateProviderErrors<T>(work: () => Promise<T>, what: ProviderWork = 'payment'): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeIdempotencyError, StripeRateLimitError } = Stripe.errors
    if (error instanceof StripeRateLimitError)
      throw new Refused('provider_unavailable', t('Our payment provider is busy. Please try again in a moment.'))
    const isUnknown = [StripeConnectionError, StripeAPIError, StripeIdempotencyError].some(
      (kind) => error instanceof kind,
    )
    if (!isUnknown) throw error
    throw new Refused('provider_unavailable', unknown()[what])
  }
}

/** Runs a call; null if the provider does not know the object. */
export async function orGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  }
}

/** Runs a call; null if the provider refuses it, such as for an ID that it does not know. */
export async function orRefused<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
    throw error
  }
}

export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
