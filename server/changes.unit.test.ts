import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updatePages } from './changes'

/** Stands in for Remix's plugin: the modules of the server. */
const build: Plugin = {
  name: 'build',
  resolveId: (id) => (id === 'virtual:remix/server-build' ? `\0${id}` : undefined),
  load: (id) => (id === '\0virtual:remix/server-build' ? "export { page } from '/app/page.ts'" : undefined),
}

let root: string
let vite: ViteDevServer
let http: Server
let at: string
const leave = new AbortController()

const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

beforeEach(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'stirrup-changes-'))
  write('app/page.ts', "export const page = 'one'")
  write('app/base.css', 'p { margin: 0 }')
  write('app/browser.ts', 'export const one = 1')
  write('prisma/schema.prisma', '// one')
  write('app/generated/client.ts', '// one')
  vite = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    plugins: [build, updatePages()],
    server: { middlewareMode: true, hmr: false, ws: false },
  })
  http = createHttp(vite.middlewares).listen(0, '127.0.0.1')
  await once(http, 'listening')
  at = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  await vite.ssrLoadModule('virtual:remix/server-build')
  vi.spyOn(console, 'info').mockImplementation(() => {})
})
afterEach(async () => {
  vi.restoreAllMocks()
  leave.abort()
  http.closeAllConnections()
  http.close()
  await vite.close()
  rmSync(root, { recursive: true })
})

/** Returns the latest state that an open page received. */
async function openPage() {
  const page = { knows: {} as Record<string, unknown> }
  const { body } = await fetch(`${at}/@changes`, { signal: leave.signal })
  const read = async () => {
    for await (const part of body!)
      page.knows = JSON.parse(Buffer.from(part).toString().trim().split('\ndata: ').at(-1)!.replace('data: ', ''))
  }
  read().catch(() => {})
  // Waits until files are being watched.
  await expect
    .poll(() => {
      write('app/first.css', String(performance.now()))
      return page.knows.styles
    })
    .toBeGreaterThan(0)
  return page
}

const document = () => fetch(at, { headers: { accept: 'text/html' } })

test('An open page is told what has changed, what is broken, and what needs a restart', async () => {
  const page = await openPage()
  write('app/page.ts', "export const page = 'two'")
  await expect.poll(() => page.knows).toMatchObject({ pages: 1, scripts: 0 })
  expect(await vite.ssrLoadModule('virtual:remix/server-build')).toMatchObject({ page: 'two' })
  const { styles } = page.knows
  write('app/base.css', 'p { margin: 1px }')
  await expect.poll(() => page.knows.styles).toBeGreaterThan(Number(styles))
  expect(page.knows).toMatchObject({ pages: 1, scripts: 0 })

  write('app/page.ts', 'export const page = (')
  await expect.poll(() => page.knows.says).toContain('page.ts:1')
  expect(page.knows).toMatchObject({ pages: 1 })
  const instead = await document()
  expect(instead.status).toBe(500)
  expect(await instead.text()).toContain('page.ts:1')
  write('app/page.ts', "export const page = 'three'")
  await expect.poll(() => page.knows.pages).toBe(2)
  expect(page.knows.says).toBeUndefined()
  expect((await document()).status).toBe(404)

  await fetch(`${at}/app/browser.ts`)
  write('app/browser.ts', 'export const one = 2')
  await expect.poll(() => page.knows).toMatchObject({ pages: 2, scripts: 1 })

  write('prisma/schema.prisma', '// two')
  await expect.poll(() => page.knows.says).toContain('npm run migration')
  expect(console.info).toHaveBeenCalledWith(expect.stringContaining('npm run migration'))
  expect((await document()).status).toBe(404)
  write('app/generated/client.ts', '// two')
  await expect.poll(() => page.knows.says).toContain('Start "npm run dev" again')
  expect(await (await document()).text()).toContain('Start "npm run dev" again')
})
