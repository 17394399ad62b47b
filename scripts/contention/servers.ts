import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const ENTRY = 'build/node/server/index.js'

/** Starts several built servers on one database at once. */
export async function startServers(
  count: number,
  settings: Record<string, string>,
): Promise<{ urls: string[]; stop(): Promise<void> }> {
  if (!existsSync(ENTRY)) throw new Error('There is no build: run npm run build first')
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startServer(settings)))
  const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return { urls: servers.map(({ url }) => url), stop }
}

async function startServer(settings: Record<string, string>) {
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...process.env, ...settings, APP_URL: url, HOST: '127.0.0.1', PORT: new URL(url).port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.pipe(process.stderr)
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes('"ready"')) continue
    child.stdout.resume()
    return { url, stop }
  }
  throw new Error(`The server at ${url} ended before it was ready`)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('No free port')
  return address.port
}
