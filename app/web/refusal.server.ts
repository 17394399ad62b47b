import { STATUS_CODES } from 'node:http'
import { logError } from '~/platform/log.server'
import { TooManyTries } from '~/platform/rate-limit.server'
import { Busy, isRefusal, Refused } from '~/platform/refused'
import { requestId } from '~/platform/request-memo.server'
import { Unavailable, unavailable } from '~/platform/unavailable.server'
import { paths } from '~/utils/paths'
import { redirectWithToast } from './toast.server'

/**
 * What a form says of the error that its action caught: a refusal in its own words, and anything else as a fault of ours,
 * logged, with the number to report it by. So the form stays as it was filled in, under the title that the specification
 * gives the failure (section 8); `fault` is its text where it gives one.
 * @throws Response where the action threw an answer.
 */
export function refusalOf(error: unknown, fault = 'Something went wrong on our end.'): Refused {
  if (error instanceof Response) throw error
  const away = unavailable(error)
  if (error instanceof Refused && !away) return error
  logError(error)
  if (away) return away
  const id = requestId()
  return new Refused('fault', id ? `${fault} If it happens again, give us this code: ${id}` : fault)
}

/** The header of a refusal that passes by itself. */
export function retryAfter(refused: Refused): { 'Retry-After': string } | undefined {
  if (refused instanceof TooManyTries) return { 'Retry-After': String(refused.wait) }
  return refused instanceof Unavailable || refused instanceof Busy
    ? { 'Retry-After': String(refused.retryAfter) }
    : undefined
}

/** What a screen answers that cannot be shown by a rule of the school; undefined for anything else than such a refusal. */
export function screenRefusal(error: unknown): Response | undefined {
  if (!(error instanceof Refused) || error.status >= 500) return undefined
  return new Response(error.message, {
    status: error.status,
    statusText: STATUS_CODES[error.status],
    headers: retryAfter(error),
  })
}

/** Where a family goes that has to sign before it buys or books, and from there `back`. Undefined for any other error. */
export function toWaiver(error: unknown, back: string): Promise<Response> | undefined {
  if (!isRefusal(error, 'waiver_missing')) return undefined
  return redirectWithToast(
    paths.waivers({ redirectTo: back }),
    { type: 'info', title: 'One signature first', description: error.message },
    { status: 303 },
  )
}
