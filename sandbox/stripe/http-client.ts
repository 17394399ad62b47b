import Stripe from 'stripe'

/**
 * An HTTP client for `new Stripe(key, { httpClient })` that calls the sandbox in process. An ordered timeout reaches
 * the SDK like a network error: `StripeConnectionError`.
 */
export function sandboxHttpClient(sandbox: {
  handle(request: Request): Promise<Response>
}): ReturnType<typeof Stripe.createFetchHttpClient> {
  const fetchFn = ((input: string | URL | Request, init?: RequestInit) =>
    sandbox.handle(new Request(input, init))) as typeof fetch
  return Stripe.createFetchHttpClient(fetchFn)
}
