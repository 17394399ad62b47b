import { once } from 'node:events'
import http from 'node:http'

/** A proxy that hands each request to the next of these servers, as a balancer without a memory does. */
export async function startProxy(port: number, urls: string[]): Promise<http.Server> {
  const agent = new http.Agent({ keepAlive: true })
  const targets = urls.map((url) => new URL(url))
  let turn = 0
  const proxy = http.createServer((incoming, outgoing) => {
    const { hostname, port: to } = targets[turn++ % targets.length]!
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': incoming.socket.remoteAddress,
      'x-forwarded-host': incoming.headers.host,
      'x-forwarded-proto': 'http',
    }
    const { method, url: path } = incoming
    const asked = http.request({ hostname, port: to, method, path, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    asked.once('error', () => {
      if (!outgoing.headersSent) outgoing.writeHead(502)
      outgoing.end()
    })
    outgoing.once('close', () => asked.destroy())
    incoming.pipe(asked)
  })
  proxy.listen(port, '127.0.0.1')
  await once(proxy, 'listening')
  return proxy
}
