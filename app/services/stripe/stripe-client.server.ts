import Stripe from 'stripe'

/** A form must not hang: the SDK's own limit is 80 s. */
export const LIMITS = { timeout: 15_000, maxNetworkRetries: 2, telemetry: false }

interface Account {
  secretKey: string
  /** The address of a test provider; the real one if it is left out. */
  apiUrl?: string
}

/** Creates the provider's SDK. A call that fails at once is tried again; one that has waited for a whole time limit is not. */
export function stripeClient({ secretKey, apiUrl }: Account, limits: Stripe.StripeConfig = LIMITS): Stripe {
  return new Stripe(secretKey, { ...limits, ...addressOf(apiUrl), httpClient: new PatientOnce() })
}

function addressOf(apiUrl: string | undefined): Stripe.StripeConfig {
  if (!apiUrl) return {}
  const { protocol, hostname, port } = new URL(apiUrl)
  return { host: hostname, port: port || undefined, protocol: protocol === 'http:' ? 'http' : 'https' }
}

type Call = Parameters<Stripe.HttpClient['makeRequest']>

/** Answers a timeout as if the provider had: the SDK's error class cannot forbid a retry, but a response can. */
class PatientOnce extends Stripe.HttpClient {
  readonly #client = Stripe.createNodeHttpClient()

  override getClientName(): string {
    return this.#client.getClientName()
  }

  override async makeRequest(...call: Call): ReturnType<Stripe.HttpClient['makeRequest']> {
    try {
      return await this.#client.makeRequest(...call)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== Stripe.HttpClient.TIMEOUT_ERROR_CODE) throw error
      return new NoAnswer()
    }
  }
}

/** The response of a gateway whose provider did not answer. */
class NoAnswer extends Stripe.HttpClientResponse {
  constructor() {
    super(504, { 'stripe-should-retry': 'false' })
  }

  override async toJSON() {
    return { error: { type: 'api_error', message: 'The provider did not answer in time.' } }
  }
}
