import Stripe from 'stripe'

const MAX_KEYS = 5

/**
 * Runs a call under an idempotency key. The provider repeats an internal error (5xx) under the same key for a day, so a
 * caller that gets a repeated one goes on to a next key, the same for every caller. Check first whether the call took
 * effect after all: an internal error doesn't say. Unless a second call is harmless, the SDK must not repeat the call
 * by itself, because it would not check.
 */
export async function underKey<T>(
  key: string,
  call: (options: Stripe.RequestOptions, isFirst: boolean) => Promise<T>,
  options: Stripe.RequestOptions = { maxNetworkRetries: 0 },
): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await call({ ...options, idempotencyKey: count === 1 ? key : `${key}:${count}` }, count === 1)
    } catch (error) {
      if (count === MAX_KEYS || !isRepeatedFault(error)) throw error
    }
  }
}

const isRepeatedFault = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError && error.headers?.['idempotent-replayed'] === 'true'
