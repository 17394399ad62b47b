import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { APP_URL, openHttpApp } from '../test/http-app'

const { listen, ask, address, lines } = openHttpApp()

test.each([
  '/students/%00',
  '/purchase?tab=a%00b',
  '//%5C',
  '//evil.example/x',
  '/%5c',
  '/%5Cevil.example',
  '/%2f%2fevil.example',
  '/%2e%2e/%5c',
  '/a/..//x',
  'http://evil.example/x',
])('The address %s is refused, whatever the method', async (path) => {
  await listen()
  for (const method of ['GET', 'HEAD', 'POST']) expect((await ask(method, path)).status).toBe(400)
})

test('Backslashes and slashes elsewhere in an address are left to the application', async () => {
  await listen()
  for (const path of ['/students/%5c', '/a%5cb', '/a/%2f', '/search?q=//%5c']) {
    expect([path, (await ask('GET', path)).status]).toEqual([path, 200])
  }
})

test.each(['/admin.data', '/_root.data', '/__manifest?p=/auth&version=1', '/students?_data=root'])(
  '%s, which only a router in a browser would request, does not exist',
  async (path) => {
    await listen()
    expect((await ask('GET', path)).status).toBe(404)
    expect((await ask('POST', path)).status).toBe(404)
  },
)

test.each([
  ['TRACE', '/admin', 'GET, HEAD, POST'],
  ['OPTIONS', '/admin', 'GET, HEAD, POST'],
  ['PUT', '/profile/edit', 'GET, HEAD, POST'],
  ['DELETE', '/students/1', 'GET, HEAD, POST'],
  ['PROPFIND', '/', 'GET, HEAD, POST'],
  ['PATCH', '/sandbox/stripe/v1/refunds', 'GET, HEAD, POST, DELETE'],
  ['TRACE', '/api/horses', 'GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE'],
])('%s %s is not allowed', async (method, path, allowed) => {
  await listen()
  const { status, headers } = await ask(method, path)
  expect([status, headers.allow]).toEqual([405, allowed])
})

test('An invalid host is a bad request', async () => {
  await listen()
  const socket = connect(Number(new URL(address()).port), '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: [[\r\nConnection: close\r\n\r\n')
  let answer = ''
  for await (const chunk of socket) answer += chunk
  expect(answer).toContain('400 Bad Request')
})

test('The application sees the configured address, whatever name it was requested by', async () => {
  await listen({
    trustProxy: 1,
    loader: ({ request }) =>
      Response.json([request.url, ...['host', 'x-forwarded-host'].map((name) => request.headers.get(name))]),
  })
  const { body } = await ask('GET', '/x?y=1', { Host: 'evil.example', 'X-Forwarded-Host': 'worse.example' })
  expect(JSON.parse(body)).toEqual([`${APP_URL}/x?y=1`, null, null])
})

const WRONG = ['https://evil.example', 'http://school.example.evil.example', 'null', 'x', 'http://', '', 'file://']

test.each(WRONG)('A form or call from the origin "%s" is refused, and is not an internal error', async (Origin) => {
  await listen()
  for (const path of ['/auth', '/admin/lessons/new', '/api/horses', '/webhooks/stripe']) {
    for (const method of ['POST', ...(path.startsWith('/api') ? ['PUT', 'PATCH', 'DELETE'] : [])]) {
      expect((await ask(method, path, { Origin })).status).toBe(403)
    }
    expect((await ask('GET', path, { Origin })).status).toBe(200)
  }
  expect(lines().filter((line) => JSON.parse(line).level === 'error')).toEqual([])
})

test('A browser that sends no origin says whether the page was of the same site', async () => {
  await listen()
  const from = async (site: string) => (await ask('POST', '/auth', { 'Sec-Fetch-Site': site })).status
  expect([await from('cross-site'), await from('same-site')]).toEqual([403, 403])
  expect([await from('same-origin'), await from('none')]).toEqual([200, 200])
  expect((await ask('POST', '/webhooks/stripe')).status).toBe(200)
})

test('A form is accepted from the configured address and from the one that was typed', async () => {
  await listen({ trustProxy: 1 })
  const from = async (headers: Record<string, string>) => (await ask('POST', '/auth', headers)).status
  expect(await from({ Origin: APP_URL, Host: '10.0.0.7:3000' })).toBe(200)
  expect(await from({ Origin: 'http://10.0.0.7:3000', Host: '10.0.0.7:3000' })).toBe(200)
  expect(await from({ Origin: 'http://10.0.0.7:3001', Host: '10.0.0.7:3000' })).toBe(403)
  const proxied = { Host: 'inside', 'X-Forwarded-Host': 'outside.example', 'X-Forwarded-Proto': 'https' }
  expect(await from({ Origin: 'https://outside.example', ...proxied })).toBe(200)
  await listen()
  expect(await from({ Origin: 'https://outside.example', ...proxied })).toBe(403)
})

test('A refusal is a sentence for browsers and JSON for programs', async () => {
  await listen()
  const page = await ask('POST', '/auth', { Origin: 'null' })
  expect(page.body).toBe('This must be sent from a page of the same site.')
  const call = await ask('TRACE', '/api/horses')
  expect(JSON.parse(call.body)).toEqual({ code: 'method_not_allowed', message: 'Method Not Allowed' })
})

test('A mailbox may unsubscribe from anywhere, and send nothing else', async () => {
  await listen()
  const Origin = 'https://mail.example'
  expect((await ask('POST', '/unsubscribe/abc.def-1_', { Origin })).status).toBe(200)
  expect((await ask('POST', '/unsubscribe/abc', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(200)
  for (const path of [
    '/unsubscribe',
    '/unsubscribe/',
    '/unsubscribe/a/b',
    '/unsubscribe/%2e%2e%2fadmin',
    '/profile/notices',
    '/x/unsubscribe/abc',
  ]) {
    expect([path, (await ask('POST', path, { Origin })).status]).toEqual([path, 403])
  }
})
