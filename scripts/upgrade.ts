// npm run upgrade-trial -- <checkout of an older version> [seconds] [seed]     needs a build of both, and PostgreSQL or DATABASE_URL
// Families and the office read and write while a school goes from an older version to this one, back to the older one on the database that this
// one has migrated, and on to this one again. Each time the next version starts beside the one that serves, and the proxy's requests go to it
// from then on. No request may be lost, and what was acknowledged must be there.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { withClient } from '../app/platform/advisory-lock.server'
import { type BuiltServer, startBuiltServer } from '../test/harness/built-server'
import { startCluster } from '../test/harness/cluster'
import { createDatabase } from '../test/harness/databases'
import type { Provider } from '../test/harness/provider'
import { startProxy } from '../test/harness/proxy'
import { productionSettings } from '../test/harness/sample-school'
import { freePort } from './free-port.mjs'
import { LogFaults } from './kill/log-faults'
import { SchoolUnderTest } from './kill/school-under-test'

const [older, seconds = 15, seed = Date.now() % 1_000_000] = [process.argv[2], ...process.argv.slice(3).map(Number)]
if (!older || !Number.isInteger(seconds) || !Number.isInteger(seed)) {
  console.error('Usage: npm run upgrade-trial -- <checkout of an older version> [seconds of each] [seed]')
  process.exit(1)
}

const PASSWORD = 'a-long-way-for-all'
const FAMILY_PAGES = ['/', '/scheduled-rides', '/ride-history', '/profile', '/purchase']
const OFFICE_PAGES = ['/admin', '/students-management', '/payments', '/horses']
const VISITOR_PAGES = ['/auth', '/healthz', '/api/packages']
/** At most thirty an hour may register from one address, and a reader pauses now and then. */
const REGISTER_MS = 4_000
const READ_MS = 150
const HAND_OVER_MS = 1_000

const folder = mkdtempSync(path.join(tmpdir(), 'stirrup-upgrade-'))
const cluster = process.env.DATABASE_URL ? null : await startCluster()
const root = process.env.DATABASE_URL ?? cluster?.url
if (!root) throw new Error('PostgreSQL is not installed, and DATABASE_URL names none')
const database = await createDatabase(root, `stirrup_upgrade_${process.pid}`)
const { url } = database

const faults = new LogFaults()
const port = await freePort()
const appUrl = `http://127.0.0.1:${port}`
/** The servers that the proxy passes requests to. */
const serving: string[] = []
let settings: Record<string, string | undefined> = {}
let provider: Provider | undefined
let now: BuiltServer | undefined

/** Starts a version next to the serving one, lets it take over, and stops the other. Returns the milliseconds until it was ready. */
async function take(version: string): Promise<number> {
  const begun = performance.now()
  const next = await startBuiltServer({ settings, appUrl, folder: version, onLine: (line) => faults.read(line) })
  const ready = performance.now() - begun
  serving.splice(0, Infinity, next.url)
  provider?.hooks.splice(0, Infinity, next.url)
  // New connections to the old one have to be accepted first: stopping would reset them.
  if (now) await wait(HAND_OVER_MS)
  await now?.stop()
  now = next
  return ready
}

const under = await SchoolUnderTest.open(
  { seed, onDatabase: (run) => withClient(url, run) },
  async (started, smtpUrl) => {
    provider = started
    settings = { ...productionSettings(started, smtpUrl), DATABASE_URL: url, DATA_DIR: folder, TRUST_PROXY: '1' }
    const proxy = await startProxy(port, serving)
    await take(older)
    return {
      urls: [appUrl],
      async stop() {
        proxy.close()
        proxy.closeAllConnections()
        await now?.stop()
      },
    }
  },
)

let reading = true
let registered = 0
async function ask(at: string, cookie = '', init: RequestInit = {}): Promise<number | undefined> {
  const { tally } = under
  try {
    const answer = await fetch(appUrl + at, { redirect: 'manual', ...init, headers: { ...init.headers, cookie } })
    await answer.text()
    tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1)
    if (!answer.ok) tally.faults.push(`${at}: ${answer.status}`)
    return answer.status
  } catch {
    tally.unanswered++
    return undefined
  }
}
async function read(pages: string[], cookie?: string): Promise<void> {
  for (let n = 0; reading; n++) {
    await ask(pages[n % pages.length]!, cookie)
    await wait(READ_MS)
  }
}
async function register(): Promise<void> {
  while (reading) {
    const email = `upgrade.${seed}.${registered++}@example.test`
    const cell = {
      key: email,
      sql: 'SELECT count(*)::text AS value FROM users WHERE email = $1',
      params: [email],
      value: '1',
    }
    const person = { firstName: 'Uma', lastName: 'Grade', phone: '845-555-0177', email, password: PASSWORD }
    under.record.send(cell)
    const body = JSON.stringify(person)
    const headers = { 'Content-Type': 'application/json' }
    const status = await ask('/api/register', '', { method: 'POST', body, headers })
    under.record.answer(cell, status)
    if (status && status < 400) under.writes++
    await wait(REGISTER_MS)
  }
}

const rows: Record<string, Record<string, number | string>> = {}
let before = { answered: 0, failed: 0, writes: 0 }
function count(phase: string, ready: number | string): void {
  const { statuses, unanswered } = under.tally
  const all = [...statuses]
  const sum = (of: (status: number) => boolean) =>
    all.reduce((sum, [status, times]) => sum + (of(status) ? times : 0), 0)
  const total = {
    answered: sum((status) => status < 500),
    failed: sum((status) => status >= 500) + unanswered,
    writes: under.writes,
  }
  rows[phase] = {
    'ready after, s': ready,
    requests: total.answered + total.failed - before.answered - before.failed,
    failed: total.failed - before.failed,
    'writes acknowledged': total.writes - before.writes,
  }
  before = total
}

const problems: string[] = []
try {
  const { admins, families } = under.school
  const loops = [
    read(VISITOR_PAGES),
    register(),
    ...admins.slice(0, 2).map(({ cookie }) => read(OFFICE_PAGES, cookie)),
    ...families.slice(0, 2).map(({ cookie }) => read(FAMILY_PAGES, cookie)),
  ]
  under.resume()
  await wait(seconds * 1000)
  count('the older version', '')
  for (const [phase, version] of [
    ['to this version', '.'],
    ['back to the older', older],
    ['to this one again', '.'],
  ] as const) {
    const ready = await take(version)
    await wait(seconds * 1000)
    count(phase, (ready / 1000).toFixed(1))
  }
  reading = false
  await under.pause()
  await Promise.all(loops)
  await under.check('at the end')
  problems.push(...under.problems, ...new Set(under.tally.faults))
  if (before.failed || under.tally.unanswered) problems.push('requests were lost')
} finally {
  await under.close()
  await database.drop()
  await cluster?.remove()
  rmSync(folder, { recursive: true, force: true })
}
console.table(rows)
console.log(
  `${under.writes} writes acknowledged, ${under.compared} cells compared, ${under.charges} charges, ${under.chargedTwice} twice`,
)
console.log([...under.tally.statuses].map(([status, times]) => `${times} × ${status}`).join(', '))
for (const [what, times] of faults.list.slice(0, 20)) console.log(`  log: ${times} × ${what}`)
console.log(problems.length ? `${problems.length} problems (seed ${seed})` : `Nothing was lost (seed ${seed})`)
for (const problem of problems.slice(0, 40)) console.log(`  - ${problem}`)
process.exit(problems.length ? 1 : 0)
