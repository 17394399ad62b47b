import { readdirSync, readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { BuiltServer } from '../../test/harness/built-server'
import { PlainBrowser } from '../../test/harness/plain-browser'
import type { Address, Asker } from './addresses'
import { FAMILY } from './fill-school'

export interface Cost {
  status: number
  /** Milliseconds of the server's only thread in all. */
  thread: number
  /** The most of them in a row in which nothing else is answered. */
  stretch: number
  /** Milliseconds of processor time in the database. */
  database: number
  /** The size of the answer before compression. */
  kB: number
}

const ACCOUNTS: Record<Exclude<Asker, 'visitor'>, [string, string]> = {
  family: [FAMILY.email, 'stirrup-rider'],
  instructor: ['coach@stirrup.example', 'stirrup-coach'],
  office: ['admin@stirrup.example', 'stirrup-admin'],
}

const WAITS_MS = 120_000
/** Answers that take the thread for less than this, in milliseconds, are not looked at for their longest stretch. */
const WATCHED_MS = 100
const TIMES_WATCHED = 3
/** Answered at once, without a file or a database. */
const CHEAPEST = '/assets/none'
const agent = new Agent({ keepAlive: true })

/** Returns a function that measures a built server on Linux, which reports its processor time. The database is on this machine. */
export async function meterOf(server: BuiltServer, db: pg.Client) {
  const cookies: Partial<Record<Asker, string>> = {}
  for (const [by, [email, password]] of Object.entries(ACCOUNTS)) {
    cookies[by as Asker] = (await new PlainBrowser(server.url).enter('/api/login', { email, password })).cookie
  }
  const once = ({ path, by }: Address) => send(server.url, path, cookies[by] ?? '')
  const threadOf = () => spent(`${server.pid}/task/${server.pid}`)

  /**
   * Returns the longest that a cheap request waited for the thread during the answer. Counted as the thread's processor time, which does not pass while
   * the machine does other work.
   */
  async function longestStretch(address: Address): Promise<number> {
    let [longest, isAnswered] = [0, false]
    const answered = once(address).finally(() => (isAnswered = true))
    while (!isAnswered) {
      const begun = threadOf()
      await send(server.url, CHEAPEST, '')
      longest = Math.max(longest, threadOf() - begun)
    }
    await answered
    return longest
  }

  /** Returns the median of several answers, after some that are not counted. */
  return async function measure(address: Address, times: number, before: number): Promise<Cost> {
    const costs: Omit<Cost, 'stretch'>[] = []
    for (let i = 0; i < before + times; i++) {
      const backends = await backendsOf(db)
      const thread = threadOf()
      const begun = backends.map((pid) => [pid, spent(pid)] as const)
      const { status, size } = await once(address)
      // The answer has been sent, but its work may not be over to the last microsecond.
      await wait(2)
      costs.push({
        status,
        thread: threadOf() - thread,
        // A connection that was closed in between reports no more.
        database: begun.reduce((sum, [pid, before]) => sum + Math.max(0, spent(pid) - before), 0),
        kB: size / 1024,
      })
    }
    const counted = costs.slice(before)
    const thread = medianOf(counted.map(({ thread }) => thread))
    const stretches: number[] = []
    while (thread >= WATCHED_MS && stretches.length < TIMES_WATCHED) stretches.push(await longestStretch(address))
    return {
      ...counted[0]!,
      thread,
      stretch: stretches.length > 0 ? medianOf(stretches) : thread,
      database: medianOf(counted.map(({ database }) => database)),
    }
  }
}

const medianOf = (numbers: number[]) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Returns milliseconds of processor time. */
function spent(process: string | number): number {
  try {
    return Number(readFileSync(`/proc/${process}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

/** Returns PostgreSQL's processes for the database of this connection, except the connection's own. */
async function backendsOf(db: pg.Client): Promise<number[]> {
  const { rows } = await db.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  return rows.map(({ pid }) => pid)
}

/** Returns the most memory that a process ever used, in MB. */
export const peakOf = (pid: number): number =>
  readdirSync(`/proc/${pid}`).length
    ? Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    : 0

function send(url: string, path: string, cookie: string): Promise<{ status: number; size: number }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, origin: url, accept: 'text/html' }
    const sent = request(new URL(path, url), { agent, headers }, (answer) => {
      let size = 0
      answer.on('data', (part: Buffer) => (size += part.length))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, size }))
      answer.on('error', reject)
    })
    sent.setTimeout(WAITS_MS, () => sent.destroy(new Error(`${path} was not answered in ${WAITS_MS / 1000} s`)))
    sent.once('error', reject)
    sent.end()
  })
}
