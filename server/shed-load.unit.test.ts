import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { openHttpApp } from '../test/http-app'

const { listen, address, lines } = openHttpApp()

test('A server that is short of memory tells requests to try again, and logs it once', async () => {
  let heap = 0.9
  await listen({ measure: () => heap })
  for (const path of ['/', '/api/horses']) {
    const { status, headers } = await fetch(address() + path)
    expect([status, headers.get('Retry-After')]).toEqual([503, '2'])
  }
  expect((await fetch(`${address()}/healthz`)).status).toBe(200)
  expect(lines().filter((line) => line.includes('too much at once'))).toHaveLength(1)
  heap = 0.2
  expect((await fetch(address())).status).toBe(200)
})

test('Of four hundred requests at once most are answered, the others told to try again, and then new ones are accepted', async () => {
  let goOn: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await listen({ loader: () => begun.then(() => new Response('done')) })
  const all = Array.from({ length: 400 }, () => fetch(address()).then(({ status }) => status))
  const early = await Promise.any(all)
  goOn()
  const statuses = await Promise.all(all)
  expect(early).toBe(503)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(240)
  expect((await fetch(address())).status).toBe(200)
})

test('Three hundred forms that arrive slowly keep nobody out', async () => {
  await listen()
  const { port } = new URL(address())
  const slow = Array.from({ length: 300 }, () => {
    const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined)
    socket.write('POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\na')
    return socket
  })
  await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  expect((await fetch(address())).status).toBe(200)
  for (const socket of slow) socket.destroy()
})
