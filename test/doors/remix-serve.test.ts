import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/embedded-postgres'
import { ensureTemplate } from '../../server/embedded-postgres/template'
import { type BuiltServer, startBuiltServer } from '../harness/built-server'
import { onServer } from '../harness/databases'
import { PlainBrowser } from '../harness/plain-browser'

let folder: string
let database: EmbeddedPostgres
let server: BuiltServer

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stirrup-serve-'))
  database = await startEmbeddedPostgres({ dataDir: folder, template: await ensureTemplate(), fsync: false })
  server = await startBuiltServer({
    program: {
      args: ['node_modules/@remix-run/serve/dist/cli.js', 'build/app/server/index.js'],
      ready: '[remix-serve]',
    },
    settings: {
      STIRRUP_MODE: 'production',
      SESSION_SECRET: 'only-for-this-test'.repeat(2),
      BACKUP_KEY: 'none',
      NODE_ENV: 'production',
      DATABASE_URL: database.url,
      DATABASE_EMBEDDED: 'true',
      DATA_DIR: folder,
    },
  })
})

afterAll(async () => {
  // It would wait for the application's jobs.
  process.kill(server.pid, 'SIGKILL')
  await server.ended
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
})

const PASSWORD = 'a-pony-for-all'
const openBrowser = () => new PlainBrowser(server.url)

/** Registers a user through the API, and signs them in through the form. */
async function signIn(name: string, role = 'customer') {
  const email = `${name}@serve.example`
  const person = { firstName: name, lastName: 'Carter', phone: '845-555-0177', email, password: PASSWORD }
  await openBrowser().enter('/api/register', person)
  await onServer(database.url, (db) => db.query('UPDATE users SET role = $1 WHERE email = $2', [role, email]))
  const browser = openBrowser()
  const { path } = await browser.send('/auth', { press: 'Sign In', fill: { email, password: PASSWORD } })
  expect(path).toBe(role === 'admin' ? '/admin' : '/')
  return browser
}

describe('The build under remix-serve', () => {
  test('remix-serve accepts requests once the school of a first start exists', async () => {
    // The first request.
    expect((await openBrowser().open('/purchase')).html).toContain('Nothing to buy online yet')
  })

  test('A visitor gets complete screens, with their styles and the browser module', async () => {
    const browser = openBrowser()
    const answer = await browser.ask('/auth')
    const { status, headers } = answer
    const text = await answer.text()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(text).toMatch(/^<!DOCTYPE html><html lang="en">.*Create Account.*<\/body><\/html>$/s)
    // The first page includes its styles. The next one links to their file.
    expect(text).toMatch(/<style[^>]*>[^<]{10000}/)
    const purchase = (await browser.open('/purchase')).html
    expect(purchase).toContain('Nothing to buy online yet')
    const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(purchase) ?? []
    expect((await browser.ask(stylesheet)).headers.get('content-type')).toContain('text/css')
    const [, module = ''] = /import\("([^"]+)"\)/.exec(purchase) ?? []
    expect((await browser.ask(module)).headers.get('content-type')).toContain('javascript')
  })

  test('A family signs in, sees its portal, and is told what is missing in a form', async () => {
    const family = await signIn('riley')
    expect((await family.open('/')).text).toContain('Welcome back!')
    const edited = await family.send('/profile/edit', { press: 'Save Profile', fill: { studentName: '' } })
    expect(edited.status).toBe(400)
    expect(edited.text).toContain('Student name is required')
    const office = await family.open('/payments')
    expect(office.status).toBe(403)
    expect(office.text).toContain('Admin privileges required to access this page.')
  })

  test('The office sees its week, lists, and a file', async () => {
    const office = await signIn('morgan', 'admin')
    const lesson = { dayOfWeek: 3, scheduledTime: '9:00 AM', lessonType: 'Group Lesson', startDate: '2026-01-07' }
    expect((await office.call('POST', '/api/weekly-schedule', lesson)).status).toBeLessThan(300)
    const week = await office.open('/admin')
    expect(week.status).toBe(200)
    for (const shown of ['Monday', 'Sunday', 'Group Lesson', '9:00']) expect(week.text).toContain(shown)
    for (const screen of ['/students-management', '/payments', '/horses', '/donations']) {
      const { status, html } = await office.open(screen)
      expect([screen, status, html.endsWith('</body></html>')]).toEqual([screen, 200, true])
    }
    // What no longer exists is not an internal error.
    expect((await office.ask('/horses/manage/999999/remove')).status).toBe(404)
    expect((await office.ask('/students/export')).headers.get('content-type')).toContain('text/csv')
  })
})
