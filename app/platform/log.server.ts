import { now } from './clock.server'
import { requestId } from './request-memo.server'

/** One JSON line on stderr for something that went wrong, with what is needed to find it again; the request's id among it. */
export function logError(error: unknown, about: Record<string, unknown> = {}): void {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? cause.message : cause
  const found = { time: now().toISOString(), level: 'error', requestId: requestId(), ...about }
  console.error(JSON.stringify({ ...found, name, message, reason, stack }))
}
