import { createHash } from 'node:crypto'
import Stripe from 'stripe'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { walletDomain, webhookAddress } from './connection-problems.server'
import { EVENT_TYPES } from './event-types'
import { underKey } from './idempotency.server'
import { translateProviderErrors } from './stripe.server'
import { stripeClient } from './stripe-client.server'

/** The metadata key that marks an object at the provider as this school's. */
const MARK = 'stirrup'

interface Keys {
  secretKey: string
  publishableKey: string
}

interface Known {
  /** The endpoint whose secret is saved and readable. */
  endpoint: { id: string; secret: string } | null
  /** Marks what is made at the provider as this installation's. */
  mark: string
  /** Identifies this state of the settings, so that pressing twice in it makes the same request. */
  state: string
}

export interface Connection {
  endpoint: { id: string; secret: string }
  portal: string | null
  /** The account of the keys, if they may read it. */
  account: string | null
  /** What the provider refused, and the school can do without. */
  notes: string[]
  /** Other endpoints with our address or mark: they are deleted once the new one's secret is saved. */
  replaced: string[]
}

/**
 * Sets up what payments need at the provider, from the secret key alone: the webhook with its events, the portal, the
 * domain on which wallets are shown. What already exists is used, or corrected, so that it can be repeated at any time.
 * @throws Refused explaining a key that does not work or lacks rights
 */
export const connectProvider = ({ secretKey, publishableKey }: Keys, known: Known): Promise<Connection> =>
  translateProviderErrors(async () => {
    const stripe = stripeClient({ secretKey, apiUrl: getEnv().stripeApiUrl })
    await step('payment form', () => requirePair(stripe, publishableKey))
    const { endpoint, replaced } = await step(`webhook ${webhookAddress()}`, () => connectWebhook(stripe, known))
    const notes: string[] = []
    const portal = await unlessRefused(notes, 'The page where families manage saved cards was not set up', () =>
      connectPortal(stripe, known),
    )
    await unlessRefused(notes, 'Apple Pay and Google Pay were not set up', () => connectDomain(stripe))
    return { endpoint, portal, account: await accountOf(stripe), notes, replaced }
  }, 'change')

/** Returns the account of the key; null if the key may not read it. */
export async function accountOf(stripe: Stripe): Promise<string | null> {
  try {
    return (await stripe.accounts.retrieveCurrent()).id
  } catch (error) {
    const { StripeAuthenticationError, StripePermissionError } = Stripe.errors
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) return null
    throw error
  }
}

/** Deletes the replaced endpoints: each event would arrive twice, once with a signature that does not match. */
export async function removeReplaced(secretKey: string, { replaced }: Connection): Promise<void> {
  const stripe = stripeClient({ secretKey, apiUrl: getEnv().stripeApiUrl })
  for (const id of replaced) {
    // A 404 is fine; any other failure leaves the endpoint, which is deleted next time.
    await stripe.webhookEndpoints.del(id).catch(() => undefined)
  }
}

/** Checks that both keys belong to one account, or every payment would fail: what is created with one is opened with the other. */
async function requirePair(stripe: Stripe, publishableKey: string): Promise<void> {
  const browser = stripeClient({ secretKey: publishableKey, apiUrl: getEnv().stripeApiUrl })
  const { id, client_secret } = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] })
  try {
    await browser.setupIntents.retrieve(id, { client_secret: client_secret! })
  } catch (error) {
    const { StripeAuthenticationError, StripeInvalidRequestError } = Stripe.errors
    if (!(error instanceof StripeAuthenticationError || error instanceof StripeInvalidRequestError)) throw error
    throw new Refused(
      'invalid',
      'The two keys do not belong together. Copy both from the same page at Stripe',
      'publishableKey',
    )
  } finally {
    // A setup that stays open does no harm.
    await stripe.setupIntents.cancel(id).catch(() => undefined)
  }
}

const EVENTS = [...EVENT_TYPES] as Stripe.WebhookEndpointCreateParams.EnabledEvent[]

async function connectWebhook(stripe: Stripe, { endpoint, mark, state }: Known) {
  const url = webhookAddress()
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  const ours = data.find(({ id }) => id === endpoint?.id)
  const others = data.filter((one) => one !== ours && (one.url === url || one.metadata?.[MARK] === mark))
  const replaced = others.map(({ id }) => id)
  if (ours && endpoint) {
    const isRight = ours.url === url && ours.status === 'enabled' && isSameList(ours.enabled_events, EVENTS)
    if (!isRight) await stripe.webhookEndpoints.update(ours.id, { url, enabled_events: EVENTS, disabled: false })
    return { endpoint, replaced }
  }
  const params = { url, enabled_events: EVENTS, description: 'Stirrup', metadata: { [MARK]: mark } }
  const made = await underKey(keyFor(mark, 'webhook', `${state} ${EVENTS}`), (options) =>
    stripe.webhookEndpoints.create(params, options),
  )
  // The provider tells the secret this once.
  if (!made.secret)
    throw new Refused('provider_refused', 'Stripe did not tell the secret of the new webhook. Please try again.')
  return { endpoint: { id: made.id, secret: made.secret }, replaced: replaced.filter((id) => id !== made.id) }
}

const isSameList = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one))

const FEATURES = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end' },
  subscription_update: { enabled: false },
  customer_update: { enabled: false },
} as const

async function connectPortal(stripe: Stripe, { mark, state }: Known): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const ours = data.find(({ metadata }) => metadata?.[MARK] === mark)
  if (ours) {
    await stripe.billingPortal.configurations.update(ours.id, { features: FEATURES })
    return ours.id
  }
  const params = { name: 'Stirrup', features: FEATURES, metadata: { [MARK]: mark } }
  const made = await underKey(keyFor(mark, 'portal', state), (options) =>
    stripe.billingPortal.configurations.create(params, options),
  )
  return made.id
}

async function connectDomain(stripe: Stripe): Promise<void> {
  const domain_name = walletDomain()
  if (!domain_name) return
  const { data } = await stripe.paymentMethodDomains.list({ domain_name })
  const [known] = data
  if (!known) await stripe.paymentMethodDomains.create({ domain_name })
  else if (!known.enabled) await stripe.paymentMethodDomains.update(known.id, { enabled: true })
}

const keyFor = (mark: string, what: string, state: string): string =>
  `connect:${what}:${createHash('sha256').update(`${mark} ${state} ${getEnv().appUrl}`).digest('base64url').slice(0, 24)}`

/** Runs a step that the school cannot do without. */
async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw inWords(what, error)
  }
}

/** Runs a step whose failure is only noted: wallets and the portal are not worth refusing payments for. */
async function unlessRefused<T>(notes: string[], says: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    const { StripePermissionError, StripeInvalidRequestError } = Stripe.errors
    if (error instanceof StripePermissionError) notes.push(`${says}: the restricted key may not.`)
    else if (error instanceof StripeInvalidRequestError) notes.push(`${says}. Stripe said: ${error.message}`)
    else throw error
    return null
  }
}

function inWords(what: string, error: unknown): unknown {
  const { StripeAuthenticationError, StripePermissionError, StripeInvalidRequestError } = Stripe.errors
  if (error instanceof StripeAuthenticationError) {
    return new Refused(
      'invalid',
      'Stripe does not know this secret key. Copy it again from Developers, API keys.',
      'secretKey',
    )
  }
  if (error instanceof StripePermissionError) {
    return new Refused(
      'invalid',
      `This restricted key may not set up the ${what}. Give it the right to write webhook endpoints and setup intents at Stripe, or use the standard secret key.`,
      'secretKey',
    )
  }
  if (error instanceof StripeInvalidRequestError) {
    return new Refused('provider_refused', `Stripe did not take the ${what}. It said: ${error.message}`)
  }
  return error
}
