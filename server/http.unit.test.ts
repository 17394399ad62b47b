import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { Unavailable } from '~/platform/unavailable.server'
import { openHttpApp } from '../test/http-app'

const { listen, address, lines } = openHttpApp()
const megabyte = 1024 * 1024

test('The icons, the manifest and robots.txt may be cached by browsers for a day', async () => {
  await listen({ loader: () => new Response('the application', { status: 404 }) })
  const types = {
    '/favicon.svg': 'image/svg+xml',
    '/favicon.ico': 'image/x-icon',
    '/apple-touch-icon.png': 'image/png',
    '/site.webmanifest': 'application/manifest+json',
    '/robots.txt': 'text/plain; charset=UTF-8',
  }
  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await fetch(`${address()}${path}`)
    expect([path, status, headers.get('content-type')]).toEqual([path, 200, type])
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
    expect(Number(headers.get('content-length') ?? 0)).toBeLessThan(10_000)
  }
  expect((await fetch(`${address()}/nothing`)).status).toBe(404)
  expect(await (await fetch(`${address()}/robots.txt`)).text()).toMatch(/^Disallow: \/$/m)
})

test('A temporary error is answered with 503 and the seconds to wait', async () => {
  const loader = () => new Response('Unexpected Server Error', { status: 500 })
  await listen({ loader, unavailable: new Unavailable('away', 'gone') })
  const answer = await fetch(`${address()}/a`)
  const { status, headers } = answer
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
  expect(await answer.text()).toContain('Nothing you sent was saved')
})

test('Callers of the API are refused in JSON, even before the application runs', async () => {
  await listen()
  const zero = await fetch(`${address()}/api/horses/%00`)
  expect([zero.status, await zero.json()]).toEqual([400, { code: 'invalid', message: 'Bad Request' }])
  const large = await fetch(`${address()}/api/horses`, { method: 'POST', body: 'x'.repeat(1.25 * megabyte) })
  expect([large.status, await large.json()]).toEqual([413, { code: 'too_large', message: 'The request is too large.' }])
  expect(large.headers.get('Cache-Control')).toBe('no-store')
})

test.each([
  ['A spreadsheet', '/settings/import', 22],
  ['A logo', '/settings/school/logo', 2],
])('%s that is too large to be read is refused on its screen', async (_, path, megabytes) => {
  await listen()
  const body = 'x'.repeat(megabytes * megabyte)
  const answer = await fetch(`${address()}${path}`, { method: 'POST', body, redirect: 'manual' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}?large=yes`])
})

describe('Security headers', () => {
  test('Every answer has a policy with its own nonce, which the page uses', async () => {
    await listen()
    const answers = await Promise.all([fetch(`${address()}/a`), fetch(`${address()}/b`)])
    const nonces = await Promise.all(
      answers.map(async (answer) => {
        const { nonce } = (await answer.json()) as { nonce: string }
        expect(answer.headers.get('content-security-policy')).toContain(`script-src 'self' 'nonce-${nonce}';`)
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
    expect(answers[0]?.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answers[0]?.headers.get('x-powered-by')).toBeNull()
    expect(answers[0]?.headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(answers[0]?.headers.get('permissions-policy')).toContain('camera=(), microphone=(), geolocation=()')
  })

  test('Without the real payment provider nothing may be loaded from elsewhere', async () => {
    await listen()
    const policy = (await fetch(address())).headers.get('content-security-policy') ?? ''
    expect(policy.match(/https?:[^ ;]*/g)).toEqual(['http://school.example'])
    expect(policy).toContain("frame-ancestors 'none'")
    const sandbox = await fetch(`${address()}/sandbox/stripe/3ds`)
    expect(sandbox.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  })

  test('With the real payment provider its scripts, frames, calls and pages are allowed', async () => {
    let connected = false
    await listen({ usesProvider: () => connected })
    const policyNow = async () => (await fetch(address())).headers.get('content-security-policy') ?? ''
    expect(await policyNow()).not.toContain('stripe.com')
    // The office connects the provider while the server runs.
    connected = true
    const policy = await policyNow()
    expect(policy).toMatch(/script-src [^;]*https:\/\/js\.stripe\.com/)
    expect(policy).toMatch(/frame-src [^;]*https:\/\/hooks\.stripe\.com/)
    expect(policy).toMatch(/connect-src [^;]*https:\/\/api\.stripe\.com/)
    expect(policy).toMatch(/form-action [^;]*https:\/\/checkout\.stripe\.com[^;]* https:\/\/hooks\.stripe\.com/)
  })

  test('Browsers are told to stay with https if a trusted proxy says that it was used', async () => {
    const headers = { 'X-Forwarded-Proto': 'https' }
    await listen({ trustProxy: 1 })
    expect((await fetch(address(), { headers })).headers.get('strict-transport-security')).toContain('max-age')
    await listen()
    expect((await fetch(address(), { headers })).headers.get('strict-transport-security')).toBeNull()
  })
})

describe('Request IDs and addresses', () => {
  const headers = { 'X-Request-Id': 'from-outside-1', 'X-Forwarded-For': '203.0.113.9' }
  const told = async () =>
    (await (await fetch(`${address()}/x?token=secret`, { headers })).json()) as Record<string, string>

  test('A request’s ID and address are taken from a trusted proxy', async () => {
    await listen({ trustProxy: 1 })
    expect(await told()).toMatchObject({ requestId: 'from-outside-1', ip: '203.0.113.9' })
  })

  test('A request’s ID and address are not taken from anyone else', async () => {
    await listen()
    const { requestId, ip } = await told()
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(ip).toBe('127.0.0.1')
  })

  test('A request is logged with its id and without its query string', async () => {
    await listen({ trustProxy: 1 })
    const { requestId } = await told()
    await expect.poll(lines).toHaveLength(1)
    expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ requestId, method: 'GET', path: '/x', status: 200 })
    expect(lines()[0]).not.toContain('secret')
  })
})

test('The secret of an unsubscribe link is not logged', async () => {
  await listen()
  for (const path of ['/unsubscribe/c2VjcmV0.c2ln', '/Unsubscribe/c2VjcmV0%2Fc2ln/more']) await fetch(address() + path)
  await expect.poll(lines).toHaveLength(2)
  expect(lines().map((line) => JSON.parse(line).path)).toEqual(['/unsubscribe/…', '/Unsubscribe/…'])
})

describe('Body limits', () => {
  /** Sends a body in chunks, without its length. */
  function stream(path: string, size: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(`${address()}${path}`, { method: 'POST' }, (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.resume()
      })
      sent.once('error', reject)
      for (let at = 0; at < size; at += megabyte / 4) sent.write(Buffer.alloc(megabyte / 4))
      sent.end()
    })
  }
  const announce = async (path: string, size: number) =>
    (await fetch(`${address()}${path}`, { method: 'POST', body: Buffer.alloc(size) })).status

  test.each([
    ['announced', announce],
    ['streamed', stream],
  ])('%s: a form may have one megabyte, the donations import twenty-one', async (_, post) => {
    await listen()
    expect(await post('/profile', megabyte)).toBe(200)
    expect(await post('/donations', 20 * megabyte)).toBe(200)
    expect(await post('/profile', 1.25 * megabyte)).toBe(413)
    expect(await post('/donations', 21.25 * megabyte)).toBe(413)
    expect(await post('/donationsX', 1.25 * megabyte)).toBe(413)
  })
})

describe('Broken requests', () => {
  test.each(['/%E0%A4%A', '/assets/%00'])(
    'The address %s is a bad request or unknown, not an internal error',
    async (path) => {
      await listen()
      const { status } = await fetch(`${address()}${path}`)
      expect([400, 404]).toContain(status)
    },
  )

  test('/healthz reports a database that does not answer', async () => {
    await listen()
    expect((await fetch(`${address()}/healthz`)).status).toBe(200)
    await listen({ ready: () => Promise.reject(new Error('gone')) })
    const { status, headers } = await fetch(`${address()}/healthz`)
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  })
})

test('A long answer causes no warning of the runtime', async () => {
  await listen({ loader: () => new Response('x'.repeat(megabyte), { headers: { 'Content-Type': 'text/plain' } }) })
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  expect((await (await fetch(`${address()}/long`)).text()).length).toBe(megabyte)
  await new Promise(setImmediate)
  process.off('warning', note)
  expect(warnings).toEqual([])
})

test('A proxy that is not trusted is logged once', async () => {
  await listen()
  const headers = { 'X-Forwarded-For': '203.0.113.9' }
  await fetch(`${address()}/a`, { headers })
  await fetch(`${address()}/b`, { headers })
  expect(lines().filter((line) => line.includes('"proxy not trusted"'))).toHaveLength(1)
})
