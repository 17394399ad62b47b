import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Creates the HTTP server for a request handler. Slow requests cannot hold a connection: the headers have to arrive
 * within ten seconds and the whole request within a minute, or the answer is 408.
 */
export function httpServer(handler: RequestListener): Server {
  const server = createServer({ connectionsCheckingInterval: 2_000 }, handler)
  // Longer than the minute for which balancers keep connections, so that they never use a closing one.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 10_000
  server.requestTimeout = 60_000
  // Without this the connection closes without an answer.
  server.on('connect', (_, socket: Duplex) => socket.end(answer(405)))
  return server
}

const answer = (status: number) =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
