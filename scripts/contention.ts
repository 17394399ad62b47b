// npm run contention -- [seconds] [seed]   needs a build, and DATABASE_URL of a PostgreSQL on which databases may be created
// Twenty office users change the same riders, horses and lessons through two servers on one database. Then it is
// checked that no rider or horse is in two lessons, that nothing accepted was lost, and that no request failed.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from '../app/generated/prisma/client'
import { loadRoster, type RosterDay } from '../app/models/schedule/week/roster.server'
import { prisma } from '../app/platform/db.server'
import { migrate } from '../app/platform/migrate.server'
import { addDays, dayInZone, firstOn } from '../app/utils/dates'
import { startSession } from '../app/web/session.server'
import { admin, horse, rider, rideTypes, weeklyPlace } from '../test/factories'
import { startBuiltServers, stopAll } from '../test/harness/built-server'
import { createDatabase, onServer } from '../test/harness/databases'
import { type ContestedSchool, type ExpectedEntry, nextChange, seededRandom } from './contention/changes'
import { compareWithLog, doubleBooked, doubleBookedRows, type LoggedChange, readLog } from './contention/checks'
import { type Answer, Client } from './contention/client'
import { replay } from './contention/replay'
import { printFigures, type Tally } from './contention/report'

const SERVERS = 2
const CLIENTS = 20
const seconds = Number(process.argv[2] ?? 60)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const server = process.env.DATABASE_URL
if (!server || !Number.isFinite(seconds) || !Number.isFinite(seed)) {
  console.error('Usage: DATABASE_URL=postgresql://… npm run contention -- [seconds] [seed]')
  process.exit(1)
}

// Two databases that begin the same: the servers change one, and this process replays the changes one by one in the other.
const name = `contention_${process.pid}`
const replayed = await createDatabase(server, `${name}_replay`)
process.env.STIRRUP_MODE = 'test'
process.env.SESSION_SECRET = randomBytes(24).toString('base64url')
process.env.DATABASE_URL = replayed.url

const firstDay = firstOn(2, addDays(dayInZone('America/New_York'), 10))
const range = { from: addDays(firstDay, -7), to: addDays(firstDay, 35) }

async function makeSchool(): Promise<{ school: ContestedSchool; sessions: { actorId: string; cookie: string }[] }> {
  await rideTypes()
  const names = ['Ann', 'Ben', 'Cy', 'Dee', 'Eve', 'Fay', 'Gus', 'Hal']
  const riders = await Promise.all(names.map((firstName) => rider({ firstName, lastName: null })))
  const horses = await Promise.all(['Bella', 'Max', 'Luna'].map(horse))
  // One horse has no limits; the others reach theirs.
  await prisma.horse.update({ where: { id: horses[0]?.id ?? 0 }, data: { dayLimit: 0, weekLimit: 0 } })
  const times = ['16:00', '16:30', '17:00', '18:00']
  const types = ['Group Lesson', 'Private Lesson']
  const slots = [firstDay, addDays(firstDay, 7)].flatMap((date) =>
    times.flatMap((time) => types.map((type) => ({ date, time, type }))),
  )
  for (const time of ['16:00', '17:00', '18:00']) await weeklyPlace({ startDate: range.from, time })
  const sessions = []
  for (let n = 1; n <= CLIENTS; n++) {
    const { id } = await admin({ firstName: `Admin ${n}` })
    const opened = await startSession(new Request('http://stirrup.test/'), id, { way: 'password', passed: true })
    const [cookie = ''] = opened.cookie.split(';')
    sessions.push({ actorId: id, cookie })
  }
  return {
    school: {
      slots,
      riders: riders.map(({ id, firstName }) => ({ id, name: firstName ?? '' })),
      horses: horses.map(({ name }) => name),
    },
    sessions,
  }
}

/** Sends changes until the time is up. Returns the log entries that each accepted change must have left. */
async function keepChanging(
  client: Client,
  school: ContestedSchool,
  seedOfClient: number,
  until: number,
  tally: Tally,
) {
  const random = seededRandom(seedOfClient)
  const accepted: ExpectedEntry[][] = []
  while (performance.now() < until) {
    const change = await nextChange(school, random, client)
    const answer = await change
      .send(client)
      .catch((error): Answer => ({ status: 599, message: String(error.cause ?? error) }))
    tally.push({ name: change.name, ...answer })
    if (answer.status < 400) accepted.push(change.expectedEntries)
  }
  return { client, accepted }
}

/** Reads the weeks while they change. Returns everyone who was in two lessons at once. */
async function keepWatching(read: () => Promise<RosterDay[]>, until: number): Promise<string[]> {
  const problems = new Set<string>()
  while (performance.now() < until) {
    for (const problem of doubleBooked(await read())) problems.add(problem)
    await wait(200)
  }
  return [...problems]
}

async function run(): Promise<string[]> {
  const { school, sessions } = await makeSchool()
  await prisma.$disconnect()
  const { url, drop } = await createDatabase(server ?? '', name, `${name}_replay`)
  const servers = await startBuiltServers(SERVERS, { settings: { DATABASE_URL: url } })
  const liveDb = new PrismaClient({ adapter: new PrismaPg({ connectionString: url, options: '-c TimeZone=UTC' }) })
  const readLive = async () => (await loadRoster(range, liveDb)).days
  const tally: Tally = []
  const until = performance.now() + seconds * 1000
  try {
    const clients = sessions.map(
      ({ actorId, cookie }, n) => new Client(servers[n % SERVERS]?.url ?? '', actorId, cookie),
    )
    const [seen, ...done] = await Promise.all([
      keepWatching(readLive, until),
      ...clients.map((client, n) => keepChanging(client, school, seed * CLIENTS + n, until, tally)),
    ])
    printFigures(
      tally,
      clients.flatMap(({ times }) => times),
      seconds,
    )
    const log = await onServer(url, readLog)
    const problems = [
      ...tally
        .filter(({ status }) => status >= 500)
        .map(({ name, status, message }) => `${name}: ${status} ${message}`),
      ...seen.map((problem) => `while it went on: ${problem}`),
      ...doubleBooked(await readLive()),
      ...(await onServer(url, doubleBookedRows)),
      ...done.flatMap(({ client, accepted }) => compareWithLog(client, accepted, log)),
    ]
    return problems.length ? problems : await compareWithReplay(log, await readLive())
  } finally {
    await liveDb.$disconnect()
    await stopAll(servers)
    await drop()
  }
}

/** Checks that the accepted changes, replayed one by one, write the same log and leave the same weeks. */
async function compareWithReplay(log: LoggedChange[], days: RosterDay[]): Promise<string[]> {
  await replay(log)
  const again = await onServer(replayed.url, readLog)
  const other = again.findIndex((change, n) => JSON.stringify(change) !== JSON.stringify(log[n]))
  if (other >= 0 || again.length !== log.length) {
    return [`one after the other: ${JSON.stringify(again[other])} where it was ${JSON.stringify(log[other])}`]
  }
  const unversioned = (list: RosterDay[]) =>
    JSON.stringify(list, (key, value) => (key === 'version' ? undefined : value))
  if (unversioned((await loadRoster(range)).days) !== unversioned(days))
    return ['one after the other leaves another week']
  console.log(`${log.length} changes of the log, done again one after the other, left the same log and the same weeks.`)
  return []
}

let problems: string[]
try {
  await migrate(replayed.url)
  problems = await run()
} finally {
  await prisma.$disconnect()
  await replayed.drop()
}
console.log(problems.length ? `\n${problems.length} problems (seed ${seed}):` : `No problem found (seed ${seed}).`)
for (const problem of problems.slice(0, 40)) console.log(`  - ${problem}`)
process.exit(problems.length ? 1 : 0)
