import { ApiError } from '../errors'
import { keyInUse, lockTimeout } from './traffic'

/**
 * `timeout_…`: no answer, before or after the change. 500: begun, changed nothing, and stored under the idempotency
 * key; 503: not even begun; 403: the key is restricted and lacks the right; 404: it belongs to an account without that
 * object. The others are refused before they begin.
 */
export type FaultKind = 'timeout_before' | 'timeout_after' | 'lock_timeout' | 'key_in_use' | 403 | 404 | 429 | 500 | 503
export type FaultMatch = { method?: string; path?: RegExp }

/** What a caller gets from a request that never answers. */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'
  constructor(readonly afterTheChange: boolean) {
    super('ETIMEDOUT')
  }
}

/** Faults ordered by a test, each for one API request. */
export class Faults {
  private readonly ordered: { kind: FaultKind; match: FaultMatch }[] = []

  failNext(kind: FaultKind, match: FaultMatch = {}): void {
    this.ordered.push({ kind, match })
  }

  /** Cancels the ordered faults that have not happened. */
  calm(): void {
    this.ordered.length = 0
  }

  /** Takes the fault that is meant for this request, if any. `path` is that of the API, `/v1/…`. */
  take(method: string, path: string): FaultKind | undefined {
    const index = this.ordered.findIndex(
      ({ match }) => (match.method ?? method).toUpperCase() === method && (match.path?.test(path) ?? true),
    )
    return index < 0 ? undefined : this.ordered.splice(index, 1)[0]?.kind
  }
}

/** @throws ApiError 500 for a fault that happens once the request has begun. */
export function failWithin(kind: FaultKind | undefined): void {
  if (kind === 500) throw new ApiError(500, 'api_error', 'An unknown error occurred.')
}

/** @throws NoAnswer or ApiError for a fault that happens before anything changed. */
export function failBefore(kind: FaultKind | undefined): void {
  if (kind === 'timeout_before') throw new NoAnswer(false)
  if (kind === 403) {
    throw new ApiError(
      403,
      'invalid_request_error',
      'The provided key does not have the required permissions for this endpoint.',
    )
  }
  if (kind === 404) {
    throw new ApiError(404, 'invalid_request_error', 'No such object.', { code: 'resource_missing' })
  }
  if (kind === 429) throw new ApiError(429, 'rate_limit_error', 'Too many requests.', { code: 'rate_limit' })
  if (kind === 'lock_timeout') throw lockTimeout()
  if (kind === 'key_in_use') throw keyInUse('ordered by a test')
  if (kind === 503) throw new ApiError(503, 'api_error', 'The service is not available at present.')
}
