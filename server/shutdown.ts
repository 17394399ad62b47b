import type { Server } from 'node:http'

const drainMs = 8_000
const idleCheckMs = 100
const parentCheckMs = 500

/**
 * Lets running requests finish, for eight seconds at most. New connections are refused at once, and a proxy's idle ones
 * are closed as soon as their last answer is sent.
 */
export function drain(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs)
    const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(idle)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/**
 * The socket that systemd listens on for us (`stirrup.socket`), as described in sd_listen_fds(3). It stays open while
 * one process ends and the next one starts, so that new connections wait and none is refused. Undefined if we listen
 * ourselves.
 */
export const handedSocket = (): { fd: number } | undefined => (process.env.LISTEN_FDS === '1' ? { fd: 3 } : undefined)

/** Calls `stop` once, on Ctrl-C, on SIGTERM, or if npm, which passes no signals on, is gone. A second signal ends the process. */
export function onStopRequested(stop: () => void) {
  let asked = false
  const ask = () => {
    if (asked) process.exit(1)
    asked = true
    stop()
  }
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
  process.on('SIGHUP', ask)
  if (process.env.npm_lifecycle_event) {
    const parent = process.ppid
    const timer = setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(timer)
      ask()
    }, parentCheckMs)
    timer.unref()
  }
}
