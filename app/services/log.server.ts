import { now } from './clock.server'

/** One JSON line on stderr for something that went wrong, with what is needed to find it again. */
export function logError(error: unknown, about: Record<string, unknown> = {}): void {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? cause.message : cause
  console.error(JSON.stringify({ time: now().toISOString(), level: 'error', ...about, name, message, reason, stack }))
}
