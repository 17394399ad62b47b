import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { withClient } from '../../app/platform/advisory-lock.server'
import type { LocalDate } from '../../app/utils/dates'
import type { FaultKind } from '../../sandbox/stripe/engine/requests/faults'
import { type Provider, startProvider } from '../../test/harness/provider'
import { openSession, productionSettings } from '../../test/harness/sample-school'
import { type ReceivedMail, startMailServer } from '../../test/mail-server'
import { settle } from '../kill/checks'
import { Servers } from '../kill/servers'
import { Answers } from './answers'
import { Beyond } from './beyond'
import { Clock } from './clock'
import type { School, Tab } from './model'
import { Pairs } from './pairs'
import { Person } from './person'

const PRELOAD = pathToFileURL(path.resolve('scripts/year/preload.mjs')).href
const JOBS_MS = 120_000

/** One school with its families, its server, its provider and its mail. */
export class World {
  readonly clock: Clock
  readonly pairs = new Pairs()
  readonly answers = new Answers()
  days = 0
  readonly violations: string[] = []
  /** What each step did, the latest last. */
  readonly story: string[] = []
  school!: School
  provider!: Provider
  servers!: Servers
  mails: ReceivedMail[] = []
  /** The school as it was backed up. */
  backup: { file: string; day: LocalDate; digest: string; recall: () => void } | null = null
  readonly beyond = new Beyond()
  readonly tabs: Tab[] = []
  /** How many of the provider's refusals may stand in the log. */
  /** Failures of the provider that were ordered, by the beginning of their message. */
  readonly #ordered = new Map<string, number>()
  readonly #folder: string
  readonly #closing: (() => unknown)[] = []

  private constructor(clockFile: string) {
    this.clock = new Clock(clockFile)
    this.#folder = mkdtempSync(path.join(tmpdir(), 'stirrup-year-'))
  }

  /** Starts the provider, the mail server and the school's server, in the morning of a day. */
  static async start(clockFile: string, day: LocalDate): Promise<World> {
    const world = new World(clockFile)
    await world.clock.set(day, '05:00')
    world.provider = await startProvider()
    world.#closing.push(() => world.provider.close())
    const mail = await startMailServer()
    world.mails = mail.received
    world.#closing.push(() => mail.stop())
    world.servers = await Servers.start({
      count: 1,
      provider: world.provider,
      smtpUrl: mail.url,
      settings: { DATA_DIR: world.dataDir },
      clockFile,
      preload: PRELOAD,
    })
    world.#closing.push(() => world.servers.stop())
    return world
  }

  get dataDir(): string {
    return path.join(this.#folder, 'data')
  }

  get url(): string {
    return this.servers.urls[0]!
  }

  /** Reads the rows that no screen shows. */
  db<T>(work: (db: pg.Client) => Promise<T>): Promise<T> {
    const socket = encodeURIComponent(path.join(this.dataDir, 'socket'))
    return withClient(`postgresql://postgres@localhost/postgres?host=${socket}`, work)
  }

  rows<Row extends pg.QueryResultRow>(sql: string, params: unknown[] = []): Promise<Row[]> {
    return this.db(async (db) => (await db.query(sql, params)).rows as Row[])
  }

  person(name: string, role: Person['role'], names: string[]): Person {
    return new Person(this.url, name, role, names, (seen) => this.answers.read(seen, this))
  }

  /** Gives someone a session without their password, as the office's second step would. */
  async admit(person: Person): Promise<void> {
    person.signIn(await this.db((db) => openSession(db, person.id)))
  }

  /** Lets the time pass: every job that is due has run, and what the provider says has arrived. */
  async pass(day: LocalDate, time: string): Promise<void> {
    const [before] = await this.rows<{ now: Date }>('SELECT now()')
    await this.clock.set(day, time)
    this.provider.sandbox.clock.advance(0)
    await this.provider.sandbox.idle()
    await this.jobsSince(before!.now)
  }

  /**
   * Waits until each job that the leap made due has run; the table also has what an owner's commands note. One that was
   * killed in the middle, and had begun within 30 seconds of the next start, waits for its next time: a daily one, a day.
   */
  async jobsSince(instant: Date): Promise<void> {
    const last = performance.now() + JOBS_MS
    for (;;) {
      const open = await this.rows<{ name: string }>(
        `SELECT name FROM job_runs WHERE name NOT LIKE 'backup%' AND
           ((finished_at IS NULL AND started_at > now() - interval '1 minute') OR
            (started_at <= $1 AND started_at < now() - interval '36 hours'))`,
        [instant],
      )
      if (open.length === 0) return
      if (performance.now() > last) {
        this.violations.push(`${open.map(({ name }) => name).join(', ')} did not run`)
        return
      }
      await wait(50)
    }
  }

  /** Lets the provider's next change fail. */
  failNext(kind: FaultKind): void {
    this.provider.sandbox.faults.failNext(kind, { method: 'POST' })
    // Its library repeats what failed in another way, and may have to leave it to a job.
    const says = kind === 429 ? 'Too many requests.' : kind === 500 ? 'An unknown error occurred.' : null
    if (says) this.#ordered.set(says, (this.#ordered.get(says) ?? 0) + 1)
  }

  /** Returns the errors in the log since the last time, without the ordered refusals that were left to a job. */
  loggedErrors(): string[] {
    return this.servers.faults.take().flatMap(([fault, times]) => {
      const says = [...this.#ordered.keys()].find((one) => fault.startsWith(one)) ?? ''
      const expected = Math.min(times, this.#ordered.get(says) ?? 0)
      this.#ordered.set(says, (this.#ordered.get(says) ?? 0) - expected)
      return times > expected ? [`${times - expected} × in the log: ${fault}`] : []
    })
  }

  /** Lets the provider finish everything, and the school understand it. */
  async settle(): Promise<void> {
    this.violations.push(...(await this.db((db) => settle(db, this.provider))))
  }

  /** Kills the server like a power cut, and starts it again. */
  async kill(): Promise<void> {
    await this.servers.kill(0)
    await this.servers.restart(0)
  }

  /** Replaces the database with a backup. */
  async restore(file: string): Promise<void> {
    await this.servers.halt(0)
    await this.command('restore', [file, '--replace'])
    await this.servers.restart(0)
  }

  /** Runs one of the commands of an owner. */
  async command(name: 'backup' | 'restore', args: string[]): Promise<string> {
    const settings = { ...productionSettings(this.provider, ''), DATA_DIR: this.dataDir }
    const env = {
      ...process.env,
      ...settings,
      NODE_OPTIONS: `--import=${PRELOAD}`,
      STIRRUP_KILL_CLOCK: this.clock.file,
    }
    const { stdout } = await promisify(execFile)(process.execPath, [`build/node/scripts/${name}.js`, ...args], { env })
    return stdout
  }

  file(name: string): string {
    return path.join(this.#folder, name)
  }

  async close(): Promise<void> {
    for (const close of this.#closing.reverse()) await close()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
