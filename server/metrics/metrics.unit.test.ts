import type { ServerBuild } from '@remix-run/node'
import { describe, expect, test } from 'vitest'
import { gauge } from '~/platform/metrics/metric'
import { parseExposition } from '../../test/exposition'
import { openHttpApp } from '../../test/http-app'
import { routePatterns } from '../routes-of-address'
import { toText } from './exposition'

const TOKEN = 'a-token-of-the-school'
const { listen, ask } = openHttpApp()
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })

describe('/metrics', () => {
  test('Without a token in the settings /metrics does not exist', async () => {
    await listen({ loader: () => new Response('not found', { status: 404 }) })
    expect((await ask('GET', '/metrics', bearer(''))).status).toBe(404)
  })

  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['another one', bearer('a-token-of-nobody')],
    ['a part of it', bearer(TOKEN.slice(0, -1))],
    ['a longer one', bearer(`${TOKEN}a`)],
    ['one of another kind', { Authorization: `Basic ${TOKEN}` }],
  ])('A wrong token is refused: %s', async (_, headers) => {
    await listen({ metricsToken: TOKEN })
    const { status, body, headers: given } = await ask('GET', '/metrics', headers)
    expect([status, given['www-authenticate'], given['cache-control']]).toEqual([401, 'Bearer', 'no-store'])
    expect(body).not.toContain('stirrup_')
  })

  test('Requests are counted by method and status class, and their times by route, not by path', async () => {
    const odd = gauge('stirrup_odd', 'A "help" with a \\ and a\nline.', [
      { labels: { job: 'a "quoted" \\ and\nbroken' }, value: 1.5 },
    ])
    await listen({ metricsToken: TOKEN, metrics: [odd] })
    for (let i = 0; i < 20; i++) await ask('GET', `/students/${i}?name=secret`)
    await ask('POST', '/webhooks/nobody', { 'Content-Type': 'application/json' })
    await ask('BREW', '/tea').catch(() => undefined)
    const { status, headers, body } = await ask('GET', '/metrics', bearer(TOKEN))
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
    const metrics = parseExposition(body)
    const requests = metrics.get('stirrup_http_requests_total')
    expect(requests?.type).toBe('counter')
    expect(requests?.samples.get('{worker="0",method="GET",status="2xx"}')).toBe(20)
    const latency = metrics.get('stirrup_http_request_duration_seconds')
    expect(latency?.type).toBe('histogram')
    const count = latency?.samples.get('_count{worker="0",route="/*"}')
    expect(count).toBeGreaterThanOrEqual(21)
    expect(latency?.samples.get('_bucket{worker="0",route="/*",le="+Inf"}')).toBe(count)
    expect(latency?.samples.size).toBe(13)
    expect(body).not.toContain('secret')
    expect(metrics.get('process_resident_memory_bytes')?.samples.get('{worker="0"}')).toBeGreaterThan(1e6)
    // There is none before the first 20 ms are over.
    const delays = async () => {
      const read = parseExposition((await ask('GET', '/metrics', bearer(TOKEN))).body)
      return [...(read.get('stirrup_event_loop_delay_seconds')?.samples.keys() ?? [])]
    }
    await expect.poll(delays).toContain('{worker="0",percentile="99"}')
    expect(metrics.get('stirrup_odd')?.samples.get('{job="a \\"quoted\\" \\\\ and\\nbroken"}')).toBe(1.5)
  })

  test('Buckets of a histogram never decrease, and the last one counts everything', async () => {
    await listen({ metricsToken: TOKEN })
    for (let i = 0; i < 5; i++) await ask('GET', '/')
    const metrics = parseExposition((await ask('GET', '/metrics', bearer(TOKEN))).body)
    const samples = [...(metrics.get('stirrup_http_request_duration_seconds')?.samples ?? [])]
    const buckets = samples.filter(([key]) => key.startsWith('_bucket')).map(([, value]) => value)
    expect(buckets).toEqual([...buckets].sort((a, b) => a - b))
    expect(buckets.at(-1)).toBe(5)
  })
})

test('Metrics of several processes are grouped under one name', () => {
  const text = toText(['1', '2'].map((worker) => gauge('stirrup_x', 'X.', [{ labels: { worker }, value: 1 }])))
  expect(text).toBe('# HELP stirrup_x X.\n# TYPE stirrup_x gauge\nstirrup_x{worker="1"} 1\nstirrup_x{worker="2"} 1\n')
})

test('A path is named after the route that answers it', () => {
  const paths = ['students/new', 'students/:id', 'students/:id/edit', 'api/*', '*', '']
  const routes = Object.fromEntries(paths.map((path) => [path, { id: path, path }]))
  const patternOf = routePatterns({ routes } as unknown as ServerBuild)
  expect(
    ['/students/new', '/students/17', '/students/17/edit', '/api/a/b', '/nothing/here', '/'].map(patternOf),
  ).toEqual(['/students/new', '/students/:id', '/students/:id/edit', '/api/*', '/*', '/'])
  expect(patternOf('/%zz')).toBe('/*')
})
