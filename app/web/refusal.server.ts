import { STATUS_CODES } from 'node:http'
import { t } from '#text'
import { logError } from '~/platform/log.server'
import { TooManyTries } from '~/platform/rate-limit.server'
import { Busy, isRefusal, Refused } from '~/platform/refused'
import { requestId } from '~/platform/request-memo.server'
import { Unavailable, unavailable } from '~/platform/unavailable.server'
import { paths } from '~/utils/paths'
import { redirectWithToast } from './toast.server'

/**
 * Returns what a form shows for an error that its action caught: a refusal's own message, and anything else as an
 * internal error, logged, with the number to report it by. The form stays as filled in, under the title that the
 * specification gives the failure (section 8); `fault` is its text if it has one.
 * @throws Response if the action threw one.
 */
export function refusalOf(error: unknown, fault = t('Something went wrong on our end.')): Refused {
  if (error instanceof Response) throw error
  const away = unavailable(error)
  if (error instanceof Refused && !away) return error
  logError(error)
  if (away) return away
  const id = requestId()
  return new Refused(
    'fault',
    id ? t('{fault} If it happens again, give us this code: {id}', { fault: t(fault), id }) : fault,
  )
}

/** Returns the `Retry-After` header of a refusal that passes by itself. */
export function retryAfter(refused: Refused): { 'Retry-After': string } | undefined {
  if (refused instanceof TooManyTries) return { 'Retry-After': String(refused.wait) }
  return refused instanceof Unavailable || refused instanceof Busy
    ? { 'Retry-After': String(refused.retryAfter) }
    : undefined
}

/** Returns the answer of a screen that a rule of the school refuses; undefined for any other error. */
export function screenRefusal(error: unknown): Response | undefined {
  if (!(error instanceof Refused) || error.status >= 500) return undefined
  return new Response(error.message, {
    status: error.status,
    statusText: STATUS_CODES[error.status],
    headers: retryAfter(error),
  })
}

/** Redirects a family that has to sign a waiver before it buys or books, and from there to `back`. Undefined for any other error. */
export function toWaiver(error: unknown, back: string): Promise<Response> | undefined {
  if (!isRefusal(error, 'waiver_missing')) return undefined
  return redirectWithToast(
    paths.waivers({ redirectTo: back }),
    { type: 'info', title: t('One signature first'), description: error.message },
    { status: 303 },
  )
}
