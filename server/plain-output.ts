import { format } from 'node:util'
import { log } from '~/platform/log.server'

const LEVELS = { debug: 'info', log: 'info', info: 'info', warn: 'warn', error: 'error', trace: 'error' } as const

const isLogLine = (args: unknown[]) =>
  args.length === 1 && typeof args[0] === 'string' && args[0].startsWith('{"time":')

/**
 * Turns what libraries and Node print as text into log lines, so that a log reader can parse each line. What the engine
 * prints while crashing cannot be changed. Returns a function that undoes it.
 */
export function logPlainOutput(): () => void {
  const usual = { ...console }
  for (const [name, level] of Object.entries(LEVELS)) {
    const print = usual[name as keyof typeof LEVELS]
    console[name as keyof typeof LEVELS] = (...args: unknown[]) =>
      isLogLine(args) ? print(args[0]) : log(level, 'printed', { text: format(...args) })
  }
  const printed = process.listeners('warning')
  const warn = ({ name, message }: Error) => log('warn', 'warning', { name, reason: message })
  process.removeAllListeners('warning').on('warning', warn)
  return () => {
    Object.assign(console, usual)
    process.off('warning', warn)
    for (const listener of printed) process.on('warning', listener)
  }
}
