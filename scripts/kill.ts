// npm run kill -- [rounds] [seed]      needs a build; --short is the form for CI, --only=embedded, postgres or disk
// Servers are killed, databases taken away, disks filled and clocks moved while families buy and the office writes. Afterwards each
// acknowledged write must be there, and the books must be the provider's.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { withClient } from '../app/platform/advisory-lock.server'
import { startCluster } from '../test/harness/cluster'
import { createDatabase } from '../test/harness/databases'
import { fullDisk, mountSmallDisk, unmount } from './kill/full-disk'
import { checkMails } from './kill/mails'
import { printTable, type Row, rowOf } from './kill/report'
import {
  clockJumps,
  connectionsGone,
  databaseAway,
  killed,
  poolExhausted,
  providerFails,
  type Round,
} from './kill/rounds'
import { SchoolUnderTest } from './kill/school-under-test'
import { Servers } from './kill/servers'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, only: { type: 'string' } },
})
const short = values.short ?? false
const [rounds = short ? 1 : 20, seed = Date.now() % 1_000_000] = positionals.map(Number)
if (!Number.isInteger(rounds) || !Number.isInteger(seed)) {
  console.error('Usage: npm run kill -- [rounds] [seed] [--short] [--only=embedded|postgres|disk]')
  process.exit(1)
}

const begun = performance.now()
const work = await mkdtemp(path.join(tmpdir(), 'stirrup-kill-'))
const rows: Row[] = []
const problems: string[] = []
const clockFile = path.join(work, 'clock')

interface Place {
  name: string
  settings: Record<string, string | undefined>
  url: string
  count: number
  seed: number
}

const took = (from: number, to = performance.now()) => `${Math.round((to - from) / 1000)} s`

async function runRounds(place: Place, rounds: Round[], withMails: boolean) {
  const { name, url, settings, count, seed } = place
  const begun = performance.now()
  const under = await SchoolUnderTest.open({ seed, onDatabase: (run) => withClient(url, run) }, (provider, smtpUrl) =>
    Servers.start({ count, provider, smtpUrl, settings, clockFile }),
  )
  const firstStart = performance.now() - begun
  try {
    for (const [index, round] of rounds.entries()) {
      const begun = performance.now()
      await round.run(under)
      const done = performance.now()
      await under.check(`${name}, round ${index + 1} (${round.name})`)
      // A long run prints its progress.
      if (!short)
        console.log(
          `${name} ${index + 1}/${rounds.length}, ${round.name}: ${took(begun, done)}, compared in ${took(done)}`,
        )
    }
    const mails = withMails ? await checkMails(under) : undefined
    rows.push(rowOf(name, rounds.length, under, firstStart, mails))
  } finally {
    problems.push(...under.problems, ...under.tally.faults.map((fault) => `${name}: ${fault}`))
    if (under.problems.length || under.tally.faults.length) {
      for (const [what, times] of under.servers.faults.list.slice(0, 12)) console.log(`  ${times} × ${what}`)
    }
    await under.close()
  }
}

const times = (count: number, round: Round) => Array.from({ length: count }, () => round)
const socketUrl = (dataDir: string) =>
  `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(path.join(dataDir, 'socket'))}`

async function embedded() {
  const dataDir = path.join(work, 'embedded')
  const place = { name: 'embedded', settings: { DATA_DIR: dataDir }, url: socketUrl(dataDir), count: 1, seed }
  const faults = short ? [] : [providerFails, providerFails, clockJumps(clockFile)]
  await runRounds(place, [...times(rounds, killed), ...faults], !short)
}

async function embeddedOnSmallDisk() {
  const dataDir = path.join(work, 'disk')
  const refused = mountSmallDisk(dataDir)
  if (refused) return console.log(`Skipped: the full disk, because no small one can be mounted: ${refused}`)
  try {
    const place = {
      name: 'small disk',
      settings: { DATA_DIR: dataDir },
      url: socketUrl(dataDir),
      count: 1,
      seed: seed + 2,
    }
    await runRounds(place, [fullDisk(dataDir, false), fullDisk(dataDir, true), fullDisk(dataDir, false)], true)
  } finally {
    unmount(dataDir)
  }
}

async function onPostgres() {
  const server = process.env.DATABASE_URL ?? cluster?.url
  if (!server) return console.log('Skipped: PostgreSQL, which is not installed, and DATABASE_URL names none.')
  const { url, drop } = await createDatabase(server, `stirrup_kill_${process.pid}`)
  const settings = { DATABASE_URL: url, DATA_DIR: path.join(work, 'postgres') }
  const place = { name: 'PostgreSQL, two processes', settings, url, count: 2, seed: seed + 1 }
  const away = cluster ? times(short ? 1 : 3, databaseAway(cluster, short ? 2_000 : 30_000)) : []
  const faults = [connectionsGone(url), poolExhausted(url), providerFails, providerFails, clockJumps(clockFile)]
  await runRounds(place, [...times(short ? 1 : Math.ceil(rounds / 2), killed), ...away, ...(short ? [] : faults)], true)
  await drop()
}

const PLACES = { embedded, postgres: onPostgres, disk: embeddedOnSmallDisk }

const isAsked = (name: string) => !values.only || values.only === name
const cluster = process.env.DATABASE_URL || !isAsked('postgres') ? null : await startCluster()
try {
  // One after the other, so that the measurements are those of a machine that does one thing; CI has no time for that.
  const note = (error: unknown) => void problems.push(error instanceof Error ? error.message : String(error))
  const asked = Object.entries(PLACES).filter(([name]) => isAsked(name) && !(short && name === 'disk'))
  if (short) await Promise.all(asked.map(([, run]) => run().catch(note)))
  else for (const [, run] of asked) await run().catch(note)
} finally {
  await cluster?.remove()
  await rm(work, { recursive: true, force: true, maxRetries: 5 })
}
printTable(rows)
const seconds = Math.round((performance.now() - begun) / 1000)
console.log(problems.length ? `\n${problems.length} problems` : 'Nothing was lost', `(seed ${seed}, ${seconds} s)`)
for (const problem of problems.slice(0, 40)) console.log(`  - ${problem}`)
process.exit(problems.length ? 1 : 0)
