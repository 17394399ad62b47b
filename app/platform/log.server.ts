import { now } from './clock.server'
import { requestId } from './request-memo.server'
import { unavailable } from './unavailable.server'

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

/** A database that is away is one short line: it is told often, and no stack helps. */
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

/** Whoever has what follows can stop a family's emails. */
const SECRET_PATH = /^(\/unsubscribe\/).+/i

/** An address as a log may hold it: without its query string, where most secrets stand, and without one in its path. */
export const loggedPath = (address: string): string => (address.split('?', 1)[0] ?? '').replace(SECRET_PATH, '$1…')
