import { now } from './clock.server'
import { requestId } from './request-memo.server'
import { unavailable } from './unavailable.server'

type Level = 'info' | 'warn' | 'error'

function write(level: Level, about: Record<string, unknown>) {
  const line = JSON.stringify({ time: now().toISOString(), level, requestId: requestId(), ...about })
  if (level === 'info') console.info(line)
  else console.error(line)
}

/** Writes one JSON line, to stderr for errors. Never give it secrets: no query strings, no bodies. */
export function log(level: Level, message: string, about: Record<string, unknown> = {}): void {
  write(level, { message, ...about })
}

/** Logs an error. A database that cannot be reached is one short line: it is reported often, and a stack doesn't help. */
export function logError(error: unknown, about: Record<string, unknown> = {}): void {
  const away = unavailable(error)
  if (away) {
    log('error', 'database unavailable', { ...about, kind: away.kind, reason: away.reason })
    return
  }
  const { name, message, stack, cause } = error instanceof Error ? error : new Error(String(error))
  const reason = cause instanceof Error ? cause.message : cause
  write('error', { ...about, name, message, reason, stack })
}

/** Matches paths that end in a secret: whoever has it can stop a family's emails. */
const SECRET_PATH = /^(\/unsubscribe\/).+/i

/** Returns an address as a log may contain it: without the query string, where most secrets are, and without a secret in its path. */
export const loggedPath = (address: string): string => (address.split('?', 1)[0] ?? '').replace(SECRET_PATH, '$1…')
