import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../scripts/free-port.mjs'

/** A program with its arguments, and what its output contains once it accepts requests. */
interface Program {
  args: string[]
  ready: string
}

const STIRRUP: Program = { args: ['build/node/server/index.js'], ready: '"ready"' }

export interface BuiltServer {
  url: string
  pid: number
  /** Resolves with the exit code or the signal once the process has ended. */
  ended: Promise<number | string>
  /** Asks the process to stop and waits until it has. */
  stop(): Promise<void>
}

export interface ServerOptions {
  settings: Record<string, string | undefined>
  /** The address in browsers, if a proxy stands in front. */
  appUrl?: string
  /** Flags for Node, such as limits of its heap. */
  flags?: string[]
  /** Called with each line of standard output, and with each of standard error, which is printed otherwise. */
  onLine?: (line: string) => void
  /** The port; a free one if it is left out. */
  port?: number
  /** The folder of another checkout, which has a build of its own. */
  folder?: string
  /** What runs the build, if not its own server. */
  program?: Program
  /** Called with the process before it is ready. */
  onSpawn?: (child: ChildProcess) => void
}

/** Starts the built server on a free port. Resolves once it is ready. */
export async function startBuiltServer(options: ServerOptions): Promise<BuiltServer> {
  const { settings, appUrl, flags = [], onLine, port, folder = '.', program = STIRRUP, onSpawn } = options
  if (!existsSync(path.join(folder, ...STIRRUP.args))) throw new Error('There is no build: run npm run build first')
  const url = `http://127.0.0.1:${port ?? (await freePort())}`
  const child = spawn(process.execPath, [...flags, ...program.args], {
    cwd: folder,
    env: { ...process.env, ...settings, APP_URL: appUrl ?? url, HOST: '127.0.0.1', PORT: new URL(url).port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onSpawn?.(child)
  const said: string[] = []
  let isReady = false
  const read = (line: string) => {
    if (!isReady) said.push(line)
    onLine?.(line)
  }
  createInterface(child.stderr).on('line', read)
  if (!onLine) child.stderr.pipe(process.stderr)
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  const lines = createInterface(child.stdout)
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      read(line)
      if (!line.includes(program.ready)) return
      isReady = true
      resolve()
    })
    ended.then((how) =>
      reject(new Error(`The server at ${url} ended before it was ready (${how}): ${said.slice(-3).join(' ')}`)),
    )
  })
  return { url, pid: child.pid!, ended, stop }
}

/** Starts several built servers at once. If one of them does not start, the others are stopped. */
export async function startBuiltServers(count: number, options: ServerOptions): Promise<BuiltServer[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startBuiltServer(options)))
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failed = starts.find((start) => start.status === 'rejected')
  if (!failed) return servers
  await stopAll(servers)
  throw failed.reason
}

export const stopAll = (servers: BuiltServer[]) => Promise.all(servers.map((server) => server.stop()))
