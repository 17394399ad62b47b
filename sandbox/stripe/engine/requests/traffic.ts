import { ApiError } from '../errors'

/** A range in milliseconds: the minimum and the maximum. */
export type Latency = readonly [min: number, max: number]

/** Reads `30-120`, or one number for both; no latency for nothing. @throws Error for anything else. */
export function latencyOf(text: string | undefined): Latency | undefined {
  if (!text) return undefined
  const [, min, max = min] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? []
  if (min === undefined) throw new Error(`A latency is written as 30-120, in milliseconds: ${text}`)
  return [Number(min), Number(max)]
}

/**
 * Calls in progress. With a latency each call travels before and after it runs, and locks its idempotency key and the
 * object it changes for part of the way back, so that simultaneous calls collide as they do at Stripe.
 */
export class Traffic {
  private readonly taken = new Set<string>()

  constructor(public latency: Latency) {}

  /** Resolves after a random time within the latency; at once, in the same turn of the event loop, without one. */
  travel(part = 1): Promise<void> | undefined {
    const [min, max] = this.latency
    if (max <= 0) return undefined
    return new Promise((resolve) => setTimeout(resolve, (min + Math.random() * (max - min)) * part))
  }

  /** @throws ApiError 409 if a call with this idempotency key is in progress. */
  refuseKeyInUse(key: string): void {
    if (this.taken.has(`key ${key}`)) throw keyInUse(key)
  }

  /** @throws ApiError 429 if a call that changes this object is in progress. */
  refuseLocked(object: string): void {
    if (this.taken.has(`lock ${object}`)) throw lockTimeout()
  }

  /** Locks a key and objects. Returns a function that releases them. */
  hold(key: string | null, objects: string[]): () => void {
    const names = [...(key ? [`key ${key}`] : []), ...objects.map((object) => `lock ${object}`)]
    for (const name of names) this.taken.add(name)
    return () => {
      for (const name of names) this.taken.delete(name)
    }
  }
}

export function keyInUse(key: string): ApiError {
  return new ApiError(
    409,
    'idempotency_error',
    `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: 'idempotency_key_in_use' },
  )
}

export function lockTimeout(): ApiError {
  return new ApiError(
    429,
    'invalid_request_error',
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.',
    { code: 'lock_timeout' },
  )
}
