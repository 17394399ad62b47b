import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticFiles } from './static-files'

const folder = mkdtempSync(path.join(tmpdir(), 'stirrup-files-'))
const script = 'export const rides = 7\n'.repeat(100)
let server: Server
let address: string

beforeAll(async () => {
  mkdirSync(path.join(folder, 'assets'))
  const file = path.join(folder, 'assets', 'week-a1.js')
  writeFileSync(file, script)
  writeFileSync(`${file}.br`, brotliCompressSync(script))
  writeFileSync(`${file}.gz`, gzipSync(script))
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(path.join(folder, 'sheet-worker.js'), 'addEventListener("fetch", () => {})')
  const http = express().use(staticFiles(folder))
  server = createServer(http.use((_, res) => void res.status(404).end('the application'))).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const ask = async (url: string, init?: RequestInit) => {
  const answer = await fetch(address + url, init)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['identity', null],
])('A browser that accepts %s gets the copy that the build compressed', async (accepted, encoding) => {
  const { headers, text } = await ask('/assets/week-a1.js', { headers: { 'Accept-Encoding': accepted } })
  expect(text).toBe(script)
  expect(headers.get('Content-Encoding')).toBe(encoding)
})

test('A file has the headers of a file and no others', async () => {
  const { headers } = await ask('/assets/week-a1.js')
  const connection = ['connection', 'date', 'keep-alive', 'x-powered-by', 'content-length']
  expect([...headers.keys()].filter((name) => !connection.includes(name))).toEqual([
    'cache-control',
    'content-encoding',
    'content-type',
    'vary',
    'x-content-type-options',
  ])
  expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
})

test('A file whose name stays the same is not sent again to a browser that has it', async () => {
  const first = await ask('/favicon.svg')
  expect([first.status, first.text]).toEqual([200, '<svg/>'])
  const again = await ask('/favicon.svg', { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } })
  expect([again.status, again.text]).toEqual([304, ''])
})

test('Compressed copies, other folders and forms are not served', async () => {
  for (const url of ['/assets/week-a1.js.br', '/assets', '/../package.json']) {
    expect((await ask(url)).text).toBe('the application')
  }
  expect((await ask('/favicon.svg', { method: 'POST' })).text).toBe('the application')
})

test('The service worker is revalidated each time, and may load nothing from elsewhere', async () => {
  const { headers } = await ask('/sheet-worker.js')
  expect(headers.get('Cache-Control')).toBe('no-cache')
  expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; connect-src 'self'")
})
