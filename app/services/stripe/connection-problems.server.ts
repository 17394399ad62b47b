import Stripe from 'stripe'
import { type Env, getEnv } from '~/platform/env.server'
import { EVENT_TYPES } from './event-types'
import { stripeClient } from './stripe-client.server'

/** Short limits, because someone is waiting for the screen. */
const BRIEF = { timeout: 5_000, maxNetworkRetries: 0, telemetry: false }

export const webhookAddress = (): string => `${getEnv().appUrl}/webhooks/stripe`

/** Returns the domain on which wallets are shown; null for an address that exists only on this machine or network. */
export function walletDomain(): string | null {
  const { hostname } = new URL(getEnv().appUrl)
  return /^([a-z\d-]+\.)+[a-z]{2,}$/i.test(hostname) ? hostname : null
}

export interface ConnectionCheck {
  /** What is missing or wrong, one sentence each. */
  problems: string[]
  /** False if the provider did not answer. */
  isReached: boolean
}

/** Checks the connection to the payment provider. */
export async function checkConnection({ stripe: keys }: Env = getEnv()): Promise<ConnectionCheck> {
  if (!keys) return { problems: [], isReached: true }
  const stripe = stripeClient(keys, BRIEF)
  try {
    await stripe.customers.list({ limit: 1 })
  } catch (error) {
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
    if (error instanceof StripeAuthenticationError) {
      return { problems: ['Stripe refuses the secret key.'], isReached: true }
    }
    if (error instanceof StripePermissionError) {
      return { problems: ['The restricted key may not read customers: it has too few rights.'], isReached: true }
    }
    return { problems: [], isReached: false }
  }
  const [webhook, domain] = await Promise.all([
    mayLook(async () => webhookProblems(await stripe.webhookEndpoints.list({ limit: 100 }), webhookAddress())),
    mayLook(() => domainProblems(stripe)),
  ])
  return { problems: [...webhook, ...domain], isReached: true }
}

/** Runs a check that a restricted key may lack the right to. */
async function mayLook(look: () => Promise<string[]>): Promise<string[]> {
  try {
    return await look()
  } catch {
    return []
  }
}

/** @param address our webhook's */
export function webhookProblems(
  { data }: { data: Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>[] },
  address: string,
): string[] {
  const ours = data.find(({ url }) => url === address)
  if (!ours) return [`Stripe has no webhook with the address ${address}.`]
  if (ours.status !== 'enabled') return [`The webhook ${address} is disabled at Stripe.`]
  const asked = new Set<string>(ours.enabled_events)
  const missing = asked.has('*') ? [] : EVENT_TYPES.filter((type) => !asked.has(type))
  return missing.length ? [`The webhook ${address} does not get ${missing.join(', ')}.`] : []
}

async function domainProblems(stripe: Stripe): Promise<string[]> {
  const domain_name = walletDomain()
  if (!domain_name) return []
  const { data } = await stripe.paymentMethodDomains.list({ domain_name, enabled: true })
  return data.length ? [] : [`Stripe does not know ${domain_name}: Apple Pay and Google Pay are not offered.`]
}
