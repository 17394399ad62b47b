import { now } from './clock.server'
import { requestId } from './request-memo.server'

type Level = 'info' | 'warn' | 'error'

function write(level: Level, about: Record<string, unknown>) {
  const line = JSON.stringify({ time: now().toISOString(), level, requestId: requestId(), ...about })
  if (level === 'info') console.info(line)
  else console.error(line)
}

/** One JSON line, on stderr for errors. Never give it secrets: query strings and bodies stay out. */
export function log(level: Level, message: string, about: Record<string, unknown> = {}): void {
  write(level, { message, ...about })
}

export function logError(error: unknown, about: Record<string, unknown> = {}): void {
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? cause.message : cause
  write('error', { ...about, name, message, reason, stack })
}
