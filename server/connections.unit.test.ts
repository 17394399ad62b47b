import { once } from 'node:events'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openHttpApp } from '../test/http-app'
import { httpServer } from './connections'

const { listen, address } = openHttpApp()

/** Sends bytes over one connection and returns what comes back until `enough` says so, or until the connection ends. */
async function talk(sent: Buffer | string, enough = (_: string) => false): Promise<string> {
  const { hostname, port } = new URL(address())
  const socket = connect(Number(port), hostname)
  socket.write(sent)
  let received = ''
  for await (const chunk of socket) {
    received += chunk
    if (enough(received)) break
  }
  return received
}

const statuses = (received: string) => [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
const two = (received: string) => statuses(received).length === 2
const body = (size: number) => `Content-Length: ${size}\r\n\r\n${'b'.repeat(size)}`
const NEXT = 'GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

test.each([20_000, 400_000])('A body of %i bytes that nobody reads does not block the next request', async (size) => {
  await listen({ action: () => new Response('read nothing') })
  expect(statuses(await talk(`POST /x HTTP/1.1\r\nHost: a\r\n${body(size)}${NEXT}`, two))).toEqual([200, 200])
  expect(statuses(await talk(`DELETE /x HTTP/1.1\r\nHost: a\r\n${body(size)}${NEXT}`, two))).toEqual([405, 200])
})

test('A body over the limit is read to its end, so that its sender sees why it was refused', async () => {
  await listen()
  expect(statuses(await talk(`POST /x HTTP/1.1\r\nHost: a\r\n${body(3_000_000)}${NEXT}`))).toEqual([413, 200])
  const chunk = `${(300_000).toString(16)}\r\n${'b'.repeat(300_000)}\r\n`
  const chunked = `POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(6)}0\r\n\r\n`
  expect(statuses(await talk(chunked + NEXT))).toEqual([413, 200])
})

test('A body over the limit is read to its end on a connection that closes afterward, as a proxy opens one per request', async () => {
  await listen()
  const { hostname, port } = new URL(address())
  const socket = connect(Number(port), hostname)
  const send = promisify<string, void>(socket.write.bind(socket))
  await send('POST /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3000000\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(statuses(String(answer))).toEqual([413])
  const closed = once(socket, 'close')
  await send('b'.repeat(3_000_000))
  socket.resume()
  expect(await closed).toEqual([false])
})

test('A CONNECT request is refused with an answer', async () => {
  await listen()
  expect(statuses(await talk('CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n'))).toEqual([405])
})

test('An incomplete request is given up', async () => {
  const server = httpServer((_, res) => res.end())
  expect(server.headersTimeout).toBeLessThanOrEqual(10_000)
  server.headersTimeout = 50
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const socket = connect(typeof bound === 'object' && bound ? bound.port : 0, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost:')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await expect.poll(() => statuses(received)).toEqual([408])
  server.close()
})
