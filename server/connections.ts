import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * The server for a handler of requests. Nobody keeps a connection for long by sending half a request: its head has to be there within
 * ten seconds and all of it within a minute, or the answer is 408.
 */
export function httpServer(handler: RequestListener): Server {
  const server = createServer({ connectionsCheckingInterval: 2_000 }, handler)
  // Longer than the minute for which balancers keep connections, so that they never use a closing one.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 10_000
  server.requestTimeout = 60_000
  // Else the connection closes without a word.
  server.on('connect', (_, socket: Duplex) => socket.end(answer(405)))
  return server
}

const answer = (status: number) =>
  `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
