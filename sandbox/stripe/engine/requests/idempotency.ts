import { createHash } from 'node:crypto'
import type { Clock } from '../clock'
import { ApiError } from '../errors'
import type { Store } from '../store'

export interface Answer {
  status: number
  body: unknown
}

const KEPT_SECONDS = 24 * 60 * 60
const LONGEST_KEY = 255

/**
 * Runs a POST once for each idempotency key and gives later callers the first answer, an error too
 * (docs.stripe.com/api/idempotent_requests). The answer is remembered in the transaction of the work itself. Not
 * remembered are what failed the check of its parameters, collided with another call or came too fast.
 *
 * @throws ApiError 400 idempotency_error when the key was used for another request.
 */
export function once(
  { store, clock }: { store: Store; clock: Clock },
  key: string | null,
  fingerprint: string,
  work: () => Answer,
): Answer & { replayed: boolean } {
  if (!key) return { ...work(), replayed: false }
  if (key.length > LONGEST_KEY) throw new ApiError(400, 'idempotency_error', 'The idempotency key is too long.')
  const signature = createHash('sha256').update(fingerprint).digest('hex')
  const earlier = store.find('sandbox.request', key)
  if (earlier && earlier.created > clock.seconds() - KEPT_SECONDS) {
    if (earlier.signature === signature) return { status: earlier.status, body: earlier.body, replayed: true }
    throw new ApiError(
      400,
      'idempotency_error',
      `Keys for idempotent requests can only be used with the same parameters they were first used with. (Key: ${key})`,
    )
  }
  const remember = (answer: Answer) =>
    store.put('sandbox.request', { id: key, signature, ...answer, created: clock.seconds() })
  try {
    return store.transaction(() => {
      const answer = work()
      remember(answer)
      return { ...answer, replayed: false }
    })
  } catch (error) {
    if (error instanceof ApiError && wasExecuted(error)) {
      store.transaction(() => remember({ status: error.status, body: error.body }))
    }
    throw error
  }
}

function wasExecuted({ status, body }: ApiError): boolean {
  return status !== 409 && status !== 429 && !body.error.code?.startsWith('parameter_')
}
