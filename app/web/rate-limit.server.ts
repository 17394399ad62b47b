import { countTry, type Limit, tooManyTries } from '~/platform/rate-limit.server'

/**
 * Counts one try of a form.
 * @throws Response 429 with `Retry-After` once there were more than `max` within `seconds`.
 */
export async function rateLimit(key: string, limit: Limit): Promise<void> {
  const wait = await countTry(key, limit)
  if (wait) throw new Response(tooManyTries(wait), { status: 429, headers: { 'Retry-After': String(wait) } })
}
