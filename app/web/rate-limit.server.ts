import { countTry, type Limit, tooManyTries } from '~/platform/rate-limit.server'
import { apiError } from './api.server'

/**
 * Counts one try of a form.
 * @throws Response 429 with `Retry-After` once there were more than `max` within `seconds`.
 */
export async function rateLimit(key: string, limit: Limit): Promise<void> {
  const wait = await countTry(key, limit)
  if (wait) throw new Response(tooManyTries(wait), { status: 429, headers: { 'Retry-After': String(wait) } })
}

/** The JSON answer to somebody who has to wait. */
export function apiTooManyTries(wait: number): Response {
  const response = apiError(429, tooManyTries(wait))
  response.headers.set('Retry-After', String(wait))
  return response
}

/** As `rateLimit`, with a JSON answer. */
export async function apiRateLimit(key: string, limit: Limit): Promise<void> {
  const wait = await countTry(key, limit)
  if (wait) throw apiTooManyTries(wait)
}
