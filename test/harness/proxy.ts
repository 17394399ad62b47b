import { once } from 'node:events'
import http from 'node:http'
import { pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

const TRIES_MS = 60_000
const PAUSE_MS = 100

/**
 * Starts a proxy that passes each request to the next of these servers, like a load balancer without session affinity.
 * It keeps no connections to them and retries connecting, as configured in `deploy/Caddyfile`. The servers may change
 * while it runs.
 */
export async function startProxy(port: number, urls: string[]): Promise<http.Server> {
  let turn = 0
  const proxy = http.createServer(async (incoming, outgoing) => {
    const headers = {
      ...incoming.headers,
      connection: 'close',
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-host': incoming.headers.host,
      'x-forwarded-proto': 'http',
    }
    const { method, url: path } = incoming
    const last = performance.now() + TRIES_MS
    for (;;) {
      const { hostname, port: to } = new URL(urls[turn++ % urls.length]!)
      const asked = http.request({ hostname, port: to, method, path, headers, agent: false }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        // An incomplete answer is dropped.
        pipeline(answer, outgoing, () => undefined)
      })
      const stop = () => asked.destroy()
      outgoing.once('close', stop)
      const isConnected = await new Promise<boolean>((resolve) => {
        asked.once('error', () => resolve(false))
        asked.once('socket', (socket) => socket.once('connect', () => resolve(true)))
      })
      if (isConnected) {
        asked.once('error', () => {
          if (!outgoing.headersSent) outgoing.writeHead(502)
          outgoing.end()
        })
        incoming.pipe(asked)
        return
      }
      outgoing.off('close', stop)
      if (outgoing.closed) return
      if (performance.now() > last) {
        outgoing.writeHead(502).end()
        return
      }
      await wait(PAUSE_MS)
    }
  })
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return proxy
}
