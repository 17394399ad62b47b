// DATABASE_URL=postgres://… npm run growth [-- --short | --write] [--only=pattern]   needs Linux, a build, and a PostgreSQL of this machine on which databases may be made
// Asks every address and every GET of the API in filled schools, and prints what each costs. It fails if one holds the server's thread too long,
// is too large, or grows with the past. `--short` fills the largest school alone, with the past that screens of the office look at; `--write` puts the table
// into docs/growth.md.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { addDays, dayInZone } from '../app/utils/dates'
import { startBuiltServer } from '../test/harness/built-server'
import { createDatabase, onServer } from '../test/harness/databases'
import { type Address, addressesOf, knownOf } from './growth/addresses'
import { fillSchool, type SchoolSize } from './growth/fill-school'
import { type Cost, meterOf, peakOf } from './growth/measure'

const { values: given } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const server = process.env.DATABASE_URL
if (!server) {
  console.error('Usage: DATABASE_URL=postgresql://… npm run growth [-- --short]')
  process.exit(1)
}

/** The longest that a page may keep the server's thread from answering others, in milliseconds. */
const THREAD_MS = 200
/** The largest answer before compression, in kB: a week of 5,000 rides, or the horses' work of a month of them. */
const ANSWER_KB = 3_000
/** The sign-in page's milliseconds of the thread on an idle machine: a slower machine raises all limits in proportion. */
const SIGN_IN_MS = 4
/** How much more ten times the past may cost, apart from the noise of a busy machine. */
const GROWTH = 1.5
const NOISE_MS = 15
const TIMES = 5
const PAGE = 'docs/growth.md'
const MARKS = ['growth', 'end of growth']
/** Pages cheaper than this, in milliseconds, are left out of the table. */
const SHOWN_MS = 60
/** What holds the thread for less than this share of its time is answered in parts. */
const IN_PARTS = 0.8
/** The memory limits of `npm start`. */
const FLAGS = ['--max-semi-space-size=4', '--max-old-space-size=512']

/** Ten times as long ago is still after 2000, where the school's days begin. */
const YEARS_2 = 104
const YEARS_3 = 156
const school: SchoolSize = { riders: 300, lessonsADay: 17, ridersALesson: 5, weeks: YEARS_2, formerCohorts: 0 }
const large: SchoolSize = { ...school, lessonsADay: 60, ridersALesson: 12, weeks: YEARS_3 }
const SCHOOLS: Record<string, SchoolSize> = given.short
  ? { large: { ...large, weeks: 9 } }
  : { '1×': school, '10× the past': { ...school, formerCohorts: 9 }, large }

/** Exports grow with their data, but occupy the thread for one row at a time. */
const FILES = /export|download|\/reports\/transactions/

const run = `growth_${process.pid}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'stirrup-growth-'))
const sampleName = `${run}_sample`

const serverOn = (url: string) =>
  startBuiltServer({
    settings: {
      ...{ STIRRUP_MODE: 'demo', DEMO_DATABASE: 'yes', DATABASE_URL: url, DATA_DIR: dataDir },
      SESSION_SECRET: randomBytes(24).toString('base64url'),
    },
    flags: FLAGS,
    // The sandbox does not know the payouts of a filled school, and a job logs each.
    onLine: () => undefined,
  })

const sampleIsFilled = (url: string) =>
  onServer(url, async (db) => {
    const isFilled = async () =>
      (await db.query("SELECT FROM job_runs WHERE name = 'sample-school' AND finished_at IS NOT NULL")).rowCount === 1
    while (!(await isFilled())) await wait(200)
  })

interface School {
  /** The costs by address. */
  costs: Map<string, Cost>
  /** How many times slower than an idle machine this one was. */
  slow: number
}

async function walk(name: string, size: SchoolSize): Promise<School> {
  const begun = performance.now()
  const { url, drop } = await createDatabase(server!, name, sampleName)
  const db = new pg.Client(url)
  await db.connect()
  await fillSchool(db, size)
  const filled = performance.now()
  const running = await serverOn(url)
  try {
    const today = dayInZone('America/New_York')
    const ask = async (sql: string) => {
      const { rows } = await db.query({ text: sql, rowMode: 'array' })
      return String(rows[0]?.[0])
    }
    const known = await knownOf(ask, { today, day: addDays(today, -7) })
    const measure = await meterOf(running, db)
    const costs = new Map<string, Cost>()
    const signIn = await measure({ path: '/auth', by: 'visitor' }, 4 * TIMES, TIMES)
    const slow = Math.max(1, signIn.thread / SIGN_IN_MS)
    for (const address of addressesOf(known)) {
      if (given.only && !new RegExp(given.only).test(address.path)) continue
      // A cold try that is below the limit is enough.
      const cold = given.short ? await measure(address, 1, 0) : null
      costs.set(
        keyOf(address, known.ids),
        cold && cold.stretch < THREAD_MS * slow ? cold : await measure(address, TIMES, 2),
      )
    }
    const seconds = [filled - begun, performance.now() - filled].map((ms) => (ms / 1_000).toFixed(0))
    console.error(
      `${name}: filled in ${seconds[0]} s, asked in ${seconds[1]} s, ${peakOf(running.pid).toFixed(0)} MB at most, slower by ${slow.toFixed(1)}`,
    )
    return { costs, slow }
  } finally {
    await running.stop()
    await db.end()
    await drop()
  }
}

/** Returns the address without what differs between schools. */
const keyOf = ({ path, by }: Address, ids: Record<string, string>) =>
  `${Object.entries(ids).reduce((text, [name, id]) => text.replace(new RegExp(`(?<=[/=])${id}(?=/|$|\\?)`), `{${name}}`), path)} ${by}`

function faultsOf(schools: Map<string, School>): string[] {
  const first = [...schools.values()][0]
  return [...schools].flatMap(([name, { costs, slow }]) =>
    [...costs].flatMap(([key, cost]) => {
      const before = first?.costs.get(key)
      const said = (what: string) => `${name}, ${key}: ${what}`
      const both = ({ thread, database }: Cost) => thread + database
      return [
        ...(cost.status >= 500 ? [said(`status ${cost.status}`)] : []),
        ...(cost.stretch > THREAD_MS * slow ? [said(`holds the thread for ${cost.stretch.toFixed(0)} ms`)] : []),
        ...(cost.kB > ANSWER_KB && !FILES.test(key) ? [said(`${cost.kB.toFixed(0)} kB`)] : []),
        ...(name.startsWith('10×') &&
        first &&
        before &&
        both(cost) / slow > (both(before) / first.slow) * GROWTH + NOISE_MS &&
        !FILES.test(key)
          ? [said(`${both(before).toFixed(0)} ms became ${both(cost).toFixed(0)}`)]
          : []),
      ]
    }),
  )
}

/** Returns `3113 (180)` for what is answered in parts, of which the longest takes 180 ms. */
const sayThread = ({ thread, stretch }: Cost) =>
  stretch < thread * IN_PARTS ? `${thread.toFixed(0)} (${stretch.toFixed(0)})` : thread.toFixed(0)

/** Returns a table, the most expensive first. */
function tableOf(schools: Map<string, School>, atLeast = 0): string {
  const names = [...schools.keys()]
  const most = (key: string) => Math.max(...[...schools.values()].map(({ costs }) => costs.get(key)?.thread ?? 0))
  const keys = [...new Set([...schools.values()].flatMap(({ costs }) => [...costs.keys()]))]
    .filter((key) => most(key) >= atLeast)
    .sort((a, b) => most(b) - most(a))
  const say = (cost: Cost | undefined) =>
    cost
      ? `${sayThread(cost)}+${cost.database.toFixed(0)} | ${cost.kB.toFixed(0)}${cost.status === 200 ? '' : ` (${cost.status})`}`
      : '– | –'
  return [
    `| address | by | ${names.map((name) => `${name}: ms | kB`).join(' | ')} |`,
    `|---|---|${names.map(() => '---:|---:|').join('')}`,
    ...keys.map((key) => {
      const at = key.lastIndexOf(' ')
      return `| \`${key.slice(0, at)}\` | ${key.slice(at + 1)} | ${names.map((name) => say(schools.get(name)?.costs.get(key))).join(' | ')} |`
    }),
  ].join('\n')
}

/** The demo's sample school, of which the others are copies. */
const sample = await createDatabase(server, sampleName)
try {
  const filling = await serverOn(sample.url)
  await sampleIsFilled(sample.url)
  await filling.stop()
  const schools = new Map<string, School>()
  for (const [i, [name, size]] of Object.entries(SCHOOLS).entries()) {
    schools.set(name, await walk(`${run}_${i}`, size))
  }
  console.log(tableOf(schools))
  if (given.write) {
    const page = readFileSync(PAGE, 'utf8')
    const [begin = '', end = ''] = MARKS.map((mark) => `<!-- ${mark} -->`)
    const [before = '', rest = ''] = page.split(begin)
    writeFileSync(PAGE, `${before}${begin}\n${tableOf(schools, SHOWN_MS)}\n${end}${rest.split(end)[1]}`)
  }
  const faults = faultsOf(schools)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await sample.drop()
  rmSync(dataDir, { recursive: true, force: true })
}
