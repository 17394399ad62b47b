import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/embedded-postgres'
import { ensureTemplate } from '../../server/embedded-postgres/template'

let folder: string
let database: EmbeddedPostgres
let server: ChildProcess
let url: string

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stirrup-serve-'))
  database = await startEmbeddedPostgres({ dataDir: folder, template: await ensureTemplate(), fsync: false })
  url = `http://127.0.0.1:${await freePort()}`
  server = spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', 'build/app/server/index.js'], {
    env: {
      ...process.env,
      STIRRUP_MODE: 'production',
      SESSION_SECRET: 'only-for-this-test'.repeat(2),
      BACKUP_KEY: 'none',
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATABASE_EMBEDDED: 'true',
      DATA_DIR: folder,
      APP_URL: url,
      HOST: '127.0.0.1',
      PORT: new URL(url).port,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    const lines = createInterface(server.stdout!)
    lines.on('line', (line) => line.startsWith('[remix-serve]') && resolve())
    lines.once('close', () => reject(new Error('remix-serve ended before the application had started')))
  })
})

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const PASSWORD = 'a-pony-for-all'

/** Registers a user through the API, and signs them in through the form. */
async function signIn(name: string, role = 'customer') {
  const browser = openBrowser()
  const email = `${name}@serve.example`
  const person = { firstName: name, lastName: 'Carter', phone: '845-555-0177', email, password: PASSWORD }
  expect((await browser.call('/api/register', person)).status).toBeLessThan(300)
  const db = new Client({ connectionString: database.url })
  await db.connect()
  await db.query('UPDATE users SET role = $1 WHERE email = $2', [role, email])
  await db.end()
  const signedIn = openBrowser()
  const answer = await signedIn.send('/auth', { intent: 'login', email, password: PASSWORD })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, role === 'admin' ? '/admin' : '/'])
  return signedIn
}

/** Opens a browser without scripts that follows no redirects. */
function openBrowser() {
  const cookies = new Map<string, string>()
  const ask = async (at: string, init: RequestInit = {}) => {
    const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url + at, { redirect: 'manual', ...init, headers: { ...init.headers, Cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  /** Submits a screen's form, with its token. */
  const send = async (at: string, fields: Record<string, string>) => {
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await ask(at)).text) ?? []
    return ask(at, { method: 'POST', body: new URLSearchParams({ csrf, ...fields }) })
  }
  const call = (at: string, body: object) =>
    ask(at, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })
  return { ask, send, call }
}

describe('The build under remix-serve', () => {
  test('remix-serve accepts requests once the school of a first start exists', async () => {
    // The first request.
    expect((await openBrowser().ask('/purchase')).text).toContain('Nothing to buy online yet')
  })

  test('A visitor gets complete screens, with their styles and the browser module', async () => {
    const { ask } = openBrowser()
    const { status, headers, text } = await ask('/auth')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(text).toMatch(/^<!DOCTYPE html><html lang="en">.*Create Account.*<\/body><\/html>$/s)
    // The first page includes its styles. The next one links to their file.
    expect(text).toMatch(/<style[^>]*>[^<]{10000}/)
    const purchase = (await ask('/purchase')).text
    expect(purchase).toContain('Nothing to buy online yet')
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(purchase) ?? []
    expect((await ask(stylesheet)).headers.get('content-type')).toContain('text/css')
    const [, module = ''] = /import\("([^"]+)"\)/.exec(purchase) ?? []
    expect((await ask(module)).headers.get('content-type')).toContain('javascript')
  })

  test('A family signs in, sees its portal, and is told what is missing in a form', async () => {
    const family = await signIn('riley')
    expect((await family.ask('/')).text).toContain('Welcome back!')
    const edited = await family.send('/profile/edit', { studentName: '', email: 'riley@serve.example' })
    expect(edited.status).toBe(400)
    expect(edited.text).toContain('Student name is required')
    const office = await family.ask('/payments')
    expect(office.status).toBe(403)
    expect(office.text).toContain('Admin privileges required to access this page.')
  })

  test('The office sees its week, lists, and a file', async () => {
    const office = await signIn('morgan', 'admin')
    const lesson = { dayOfWeek: 3, scheduledTime: '9:00 AM', lessonType: 'Group Lesson', startDate: '2026-01-07' }
    expect((await office.call('/api/weekly-schedule', lesson)).status).toBeLessThan(300)
    const week = await office.ask('/admin')
    expect(week.status).toBe(200)
    for (const shown of ['Monday', 'Sunday', 'Group Lesson', '9:00']) expect(week.text).toContain(shown)
    for (const screen of ['/students-management', '/payments', '/horses', '/donations']) {
      const { status, text } = await office.ask(screen)
      expect([screen, status, text.endsWith('</body></html>')]).toEqual([screen, 200, true])
    }
    // What no longer exists is not an internal error.
    expect((await office.ask('/horses/manage/999999/remove')).status).toBe(404)
    expect((await office.ask('/students/export')).headers.get('content-type')).toContain('text/csv')
  })
})
