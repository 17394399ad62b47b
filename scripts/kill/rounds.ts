import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from '../../test/harness/cluster'
import type { SchoolUnderTest } from './school-under-test'

export interface Round {
  name: string
  run(under: SchoolUnderTest): Promise<void>
}

const HOUR_MS = 60 * 60 * 1000
/** How long jobs may take, in milliseconds: some call the provider, and the machine may be busy. */
const JOBS_MS = 90_000
const between = (random: () => number, least: number, most: number) => least + random() * (most - least)

/** Kills one or all of the servers while everyone writes and a file of students moves in, some of them again while they start. */
export const killed: Round = {
  name: 'killed',
  async run(under) {
    const { servers, random } = under
    under.resume()
    await wait(between(random, 1_000, 4_000))
    const file = under.moveIn()
    await wait(between(random, 20, 800))
    const all = servers.urls.map((_, index) => index)
    const one = Math.floor(random() * all.length)
    const chosen = random() < 0.5 ? all : [one]
    await Promise.all(chosen.map((index) => servers.kill(index)))
    const killAfter = random() < 0.25 ? between(random, 100, 3_000) : undefined
    await Promise.all(chosen.map((index) => servers.restart(index, killAfter)))
    await wait(between(random, 300, 1_500))
    await Promise.all([file, under.pause()])
  },
}

/** Checks what a page and a call answer while the database is away. */
async function lookWhileAway(under: SchoolUnderTest, what: string): Promise<void> {
  for (const [path, status] of [
    ['/auth', 503],
    ['/api/packages', 503],
    ['/healthz', 503],
    ['/robots.txt', 200],
  ] as const) {
    const begun = performance.now()
    const answer = await fetch(under.servers.urls[0] + path, { signal: AbortSignal.timeout(30_000) })
    const ms = performance.now() - begun
    if (answer.status !== status) under.problems.push(`${what}: ${path} answers ${answer.status}`)
    if (ms > 15_000) under.problems.push(`${what}: ${path} took ${Math.round(ms)} ms`)
    if (status === 503 && path !== '/healthz') {
      if (!answer.headers.has('retry-after')) under.problems.push(`${what}: ${path} does not say when to try again`)
      if (!(await answer.text()).includes('books')) under.problems.push(`${what}: ${path} does not say why`)
    }
  }
}

/** Kills PostgreSQL for a while. The servers keep running. */
export const databaseAway = (cluster: Cluster, most: number): Round => ({
  name: 'PostgreSQL killed and away',
  async run(under) {
    under.resume()
    await wait(between(under.random, 1_000, 2_000))
    cluster.kill()
    await wait(200)
    await lookWhileAway(under, 'database away')
    await wait(between(under.random, most / 5, most))
    await cluster.start()
    await wait(2_000)
    await under.pause()
    const { status } = await fetch(`${under.servers.urls[0]}/healthz`)
    if (status !== 200) under.problems.push(`database back: /healthz answers ${status}`)
  },
})

/** Takes every connection that PostgreSQL has. */
export const connectionsGone = (url: string): Round => ({
  name: 'no connection free',
  async run(under) {
    under.resume()
    await wait(1_000)
    const held: pg.Client[] = []
    const take = async () => {
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => undefined)
      await client.connect()
      held.push(client)
    }
    await take()
    for (let n = 0; n < 5; n++) {
      await held[0]!.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND pid <> ALL($1)`,
        [held.map((client) => (client as unknown as { processID: number }).processID)],
      )
      while (
        await take().then(
          () => true,
          () => false,
        )
      );
    }
    await lookWhileAway(under, 'no connection free')
    await wait(3_000)
    await Promise.all(held.map((client) => client.end()))
    await wait(1_000)
    await under.pause()
  },
})

/** Makes every connection of the pool wait for another client's lock. */
export const poolExhausted = (url: string): Round => ({
  name: 'pool exhausted',
  async run(under) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    under.resume()
    await wait(1_000)
    await client.query('BEGIN')
    await client.query('LOCK TABLE sessions IN ACCESS EXCLUSIVE MODE')
    const cookie = under.school.admins[0]!.cookie
    const ask = () => fetch(`${under.servers.urls[0]}/api/horses`, { headers: { cookie } }).then(({ status }) => status)
    const asked = Promise.all(Array.from({ length: 20 }, ask))
    await wait(5_500)
    await client.query('ROLLBACK')
    await client.end()
    const statuses = await asked
    if (!statuses.includes(503)) under.problems.push('pool exhausted: no one was told')
    const wrong = statuses.filter((status) => status !== 503 && status !== 200)
    if (wrong.length) under.problems.push(`pool exhausted: /api/horses answers ${wrong.join(', ')}`)
    await under.pause()
  },
})

/** Makes the provider slow, fail, and answer late; the servers are killed as well. */
export const providerFails: Round = {
  name: 'provider slow, failing, answering late',
  async run(under) {
    const { faults } = under.provider.sandbox
    faults.latency = [50, 600]
    const accidents = ['timeout_after', 500, 'timeout_before', 503, 'timeout_after', 429] as const
    const timer = setInterval(() => {
      const kind = accidents[Math.floor(under.random() * accidents.length)]!
      faults.failNext(kind, { method: 'POST' })
    }, 400)
    try {
      await killed.run(under)
    } finally {
      clearInterval(timer)
      faults.calm()
      faults.latency = [0, 0]
    }
  },
}

/** Starts a server, makes every job due, whatever its last run, and waits until each has run. */
async function runEveryJob({ servers, options, problems }: SchoolUnderTest, what: string): Promise<void> {
  // After a minute they would have been due anyway: only a time in the future may delay a job.
  await options.onDatabase((db) =>
    db.query("UPDATE job_runs SET started_at = started_at - interval '1 minute', finished_at = NULL"),
  )
  await servers.kill(0)
  await servers.restart(0)
  const last = performance.now() + JOBS_MS
  for (;;) {
    const { rows } = await options.onDatabase((db) =>
      db.query<{ name: string }>('SELECT name FROM job_runs WHERE finished_at IS NULL'),
    )
    if (rows.length === 0) return
    if (performance.now() > last) {
      problems.push(`${what}: ${rows.map(({ name }) => name).join(', ')} did not run`)
      return
    }
    await wait(500)
  }
}

/** Makes the machine's clock jump forward and back; every job runs while it is nine days ahead, and again once it is right. */
export const clockJumps = (clockFile: string): Round => ({
  name: 'clock jumps',
  async run(under) {
    under.resume()
    for (const hours of [3, 26, -2, 24 * 9, -48, 0]) {
      writeFileSync(clockFile, String(hours * HOUR_MS))
      await wait(1_000)
      const cookie = under.school.admins[0]!.cookie
      const { status } = await fetch(`${under.servers.urls[0]}/api/horses`, { headers: { cookie } })
      if (status !== 200) under.problems.push(`clock ${hours} h ahead: /api/horses answers ${status}`)
      if (hours === 24 * 9 || hours === 0) await runEveryJob(under, `clock ${hours} h ahead`)
    }
    await under.pause()
  },
})
