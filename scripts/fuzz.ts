// npm run fuzz -- [inputs] [seed]        needs a build
// npm run fuzz -- --only=INDEX seed      sends one input again
// A sample school in production gets inputs that nobody would send: odd addresses, bodies, forms, headers, cookies and connections, as visitors,
// riders and the office. It must answer all of them, none with a fault of ours, and be what it was afterwards. It is on the embedded database, or,
// with DATABASE_URL of a PostgreSQL on which databases may be made, on one of its own there.
import { parseArgs } from 'node:util'
import { openSampleSchool, SESSION_SECRET } from '../test/harness/sample-school'
import { exchange } from './fuzz/exchange'
import { findingsOf } from './fuzz/findings'
import { type Input, makeInput } from './fuzz/inputs'
import { LogLines } from './fuzz/log-lines'
import { residentOf } from './fuzz/memory'
import { Report, shown } from './fuzz/report'
import { survey } from './fuzz/school'
import { ROLES, type Role, Visitors } from './fuzz/visitors'

/** The memory limits of `npm run demo`. */
const HEAP = ['--max-semi-space-size=2', '--max-old-space-size=384']
/** The most memory that the process may use, in megabytes: its heap, the database's, and the answers' buffers. */
const MAX_MB = 640
const AT_ONCE = 8
/** The number of inputs after which the sessions are checked. */
const REFRESH = 250
/** The number of inputs after which a long run prints its progress. */
const TELL = 10_000
const MAX_SHOWN = 60
const FINE = ['/healthz', '/', '/purchase', '/admin', '/students', '/payments', '/horses']

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' } },
})
const only = given.only === undefined ? undefined : Number(given.only)
const [inputs, seed] = (only === undefined ? positionals : ['1', ...positionals]).map(Number)
const count = inputs ?? 5_000
const chosen = seed ?? Date.now() % 1_000_000
if (!Number.isInteger(count) || !Number.isInteger(chosen) || Number.isNaN(only)) {
  console.error('Usage: npm run fuzz -- [inputs] [seed], or npm run fuzz -- --only=INDEX seed')
  process.exit(1)
}

const started = performance.now()
const problems: string[] = []
const secrets = new Set([SESSION_SECRET])
const log = new LogLines(secrets)
const { server, db, stop } = await openSampleSchool('production', {
  postgres: process.env.DATABASE_URL,
  settings: {
    // Without it everything that leads to donations answers 503.
    ZEFFY_FORM_URL: 'https://www.zeffy.com/en-US/donation-form/of-a-test',
    // Each input comes from its own address, otherwise rate limits would answer instead of the application.
    TRUST_PROXY: '1',
  },
  flags: HEAP,
  onLine: (line) => log.read(line),
})
let end: number | string | undefined
void server.ended.then((how) => {
  end = how
})
let mostMemory = 0
const watch = setInterval(() => {
  mostMemory = Math.max(mostMemory, residentOf(server.pid) ?? 0)
}, 200)

const visitors = new Visitors(server.url, db, secrets)
await visitors.refresh()
const school = await survey(server.url, visitors)
const read = async (page: string, role: Role) => {
  const answer = await fetch(server.url + page, { headers: { cookie: visitors.of(role).cookie }, redirect: 'manual' })
  return answer.text()
}
const report = new Report()
const forms = ROLES.map((role) => school.forms[role].length).reduce((sum, one) => sum + one, 0)
console.log(`${school.addresses.length} addresses, ${school.calls.length} calls, ${forms} forms; seed ${chosen}`)

async function send(index: number): Promise<void> {
  const input = await makeInput(index, { seed: chosen, url: server.url, school, visitors, read })
  const result = await exchange(Number(new URL(server.url).port), input)
  report.add(input, result)
  for (const finding of findingsOf(input, result)) {
    const reasons = result.answers.map(({ headers }) => log.reasonOf(headers.get('x-request-id')))
    problems.push(told(input, finding, reasons.filter(Boolean).join('\n')))
  }
}

const told = (input: Input, finding: string, reason: string) =>
  `#${input.index} ${input.kind} as ${input.role}, ${input.what}: ${finding}\n      ${shown(input)}${reason && `\n${reason}`}`

const sending = performance.now()
const elapsed = () => Math.round((performance.now() - sending) / 1000)
let next = only ?? 0
const last = only ?? count - 1
let refreshing = Promise.resolve()
async function keepSending(): Promise<void> {
  while (next <= last && end === undefined) {
    const index = next++
    if (index > 0 && index % TELL === 0)
      console.log(`${index} inputs, ${residentOf(server.pid) ?? '?'} MB, ${elapsed()} s`)
    if (index % REFRESH === 0 && index > 0) refreshing = refreshing.then(() => visitors.refresh())
    await refreshing
      .then(() => send(index))
      .catch((error: Error) => problems.push(`#${index}: ${error.message} ${error.cause ?? ''}`))
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, keepSending))
const seconds = elapsed()

/** Checks that the server and its pages are as they were. */
async function lookAfterwards(): Promise<void> {
  await visitors.refresh()
  for (const page of FINE) {
    const { status } = await fetch(server.url + page, { headers: { cookie: visitors.of('admin').cookie } })
    if (status !== 200) problems.push(`afterwards ${page} answers ${status}`)
  }
}
if (end === undefined) await lookAfterwards().catch((error) => problems.push(`afterwards: ${error.cause ?? error}`))
if (end !== undefined) problems.push(`the server ended by itself: ${end}`)
await stop()
clearInterval(watch)
problems.push(...log.problems)
if (mostMemory > MAX_MB) problems.push(`the server held ${mostMemory} MB, more than ${MAX_MB}`)

report.print()
const all = (performance.now() - started) / 1000
const memory = mostMemory ? `at most ${mostMemory} MB of memory` : 'memory unknown'
console.log(`${next - (only ?? 0)} inputs in ${seconds} s, ${Math.round(all)} s with start and end; ${memory}`)
console.log(
  `${log.count} lines of the log, ${log.errors} of them errors; signed in at ${visitors.signedIn} of ${visitors.checks} looks`,
)
console.log(problems.length ? `\n${problems.length} problems (seed ${chosen}):` : `No problem found (seed ${chosen}).`)
for (const problem of problems.slice(0, MAX_SHOWN)) console.log(`  - ${problem}`)
process.exit(problems.length ? 1 : 0)
