import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { addDays, dayInZone, firstOn, type LocalDate } from '../../app/utils/dates'
import { type Provider, startProvider } from '../../test/harness/provider'
import { startMailServer } from '../../test/mail-server'
import { type SeededRandom, seededRandom } from '../contention/changes'
import { type Answer, Client } from '../contention/client'
import { compareCells, compareMoney, settle } from './checks'
import { CannotBuy, Family } from './family'
import { Office } from './office'
import { Record } from './record'
import { type KillSchool, makeSchool, type Person } from './school'
import type { Servers } from './servers'

/** The pause after a write that failed, in milliseconds. */
const PAUSE_MS = 500

/** The answers of one kind of round. */
interface Tally {
  statuses: Map<number, number>
  /** Errors 5xx other than 503. */
  faults: string[]
  /** Milliseconds of the slowest answer. */
  slowest: number
  /** The number of requests without an answer. */
  unanswered: number
}

/** A browser whose answers are counted. */
class Browser extends Client {
  readonly #tally: Tally

  constructor(base: string, { id, cookie }: Person, formPage: string, tally: Tally) {
    super(base, id, cookie, formPage)
    this.#tally = tally
  }

  override json(method: string, path: string, body: unknown) {
    return this.#counted(`${method} ${path}`, () => super.json(method, path, body))
  }

  override form(path: string, fields: globalThis.Record<string, string>) {
    return this.#counted(`form ${path.split('?')[0]}`, () => super.form(path, fields))
  }

  async #counted(what: string, send: () => Promise<Answer>): Promise<Answer> {
    const begun = performance.now()
    const answer = await send().catch((error) => {
      this.#tally.unanswered++
      throw error
    })
    const { statuses, faults } = this.#tally
    this.#tally.slowest = Math.max(this.#tally.slowest, performance.now() - begun)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    if (answer.status >= 500 && answer.status !== 503) faults.push(`${what}: ${answer.status} ${answer.message}`)
    return answer
  }
}

interface Options {
  /** Gives the checks access to the database. */
  onDatabase: <T>(work: (db: pg.Client) => Promise<T>) => Promise<T>
  seed: number
}

/** What serves the school. */
interface Serving {
  urls: string[]
  stop(): Promise<void>
}

/** A school on one database with its provider and mail server, used by everyone at once. */
export class SchoolUnderTest<Running extends Serving = Servers> {
  readonly record = new Record()
  readonly problems: string[] = []
  readonly tally: Tally = { statuses: new Map(), faults: [], slowest: 0, unanswered: 0 }
  readonly random: SeededRandom
  writes = 0
  compared = 0
  charges = 0
  chargedTwice = 0
  #pausing = true
  #loops: Promise<unknown>[] = []
  readonly #actors: (() => Promise<void>)[]
  readonly #moveIn: () => Promise<void>

  private constructor(
    readonly options: Options,
    readonly provider: Provider,
    readonly mail: Awaited<ReturnType<typeof startMailServer>>,
    readonly servers: Running,
    readonly school: KillSchool,
  ) {
    this.random = seededRandom(options.seed)
    const firstDay: LocalDate = firstOn(1, addDays(dayInZone('America/New_York'), 10))
    const baseOf = (n: number) => servers.urls[n % servers.urls.length]!
    const desk = new Office(school, school.admins.length, firstDay, this.random)
    const atDesk = new Browser(baseOf(0), school.admins[0]!, '/admin/lessons/new', this.tally)
    this.#moveIn = () => this.#write(atDesk, desk.file())
    this.#actors = [
      ...school.admins.map((person, n) => {
        const office = new Office(school, n, firstDay, seededRandom(options.seed * 31 + n))
        const client = new Browser(baseOf(n), person, '/admin/lessons/new', this.tally)
        return () => this.#write(client, office.next())
      }),
      ...school.families.map((person, n) => {
        const random = seededRandom(options.seed * 37 + n)
        const family = new Family(school, n, provider, random, String(options.seed))
        const client = new Browser(baseOf(n + 1), person, '/profile/edit', this.tally)
        return () => (random() < 0.5 ? this.#write(client, family.rename()) : this.#buy(client, family))
      }),
    ]
  }

  static async open<Running extends Serving>(
    options: Options,
    start: (provider: Provider, smtpUrl: string) => Promise<Running>,
  ): Promise<SchoolUnderTest<Running>> {
    const provider = await startProvider()
    const mail = await startMailServer()
    const servers = await start(provider, mail.url)
    const school = await options.onDatabase(makeSchool)
    return new SchoolUnderTest(options, provider, mail, servers, school)
  }

  /** Sends one write; without an answer it may be there or not. */
  async #write(client: Client, write: ReturnType<Office['next']>): Promise<void> {
    for (const cell of write.cells) this.record.send(cell)
    const answer = await write.send(client).catch(() => undefined)
    for (const cell of write.cells) this.record.answer(cell, answer?.status)
    if (answer && answer.status < 400) {
      this.writes++
      write.done?.()
    }
    if (!answer || answer.status >= 500) await wait(PAUSE_MS)
  }

  async #buy(client: Client, family: Family): Promise<void> {
    const cells = await family
      .buy(client, () => this.#pausing)
      .catch((error: unknown) => {
        if (error instanceof CannotBuy && !this.problems.includes(error.message)) this.problems.push(error.message)
        return null
      })
    for (const cell of cells ?? []) {
      this.record.send(cell)
      this.record.answer(cell, 200)
      this.writes++
    }
    if (!cells) await wait(PAUSE_MS)
  }

  /** Sends a file of students. */
  moveIn = (): Promise<void> => this.#moveIn()

  /** Lets everyone write from now on. */
  resume(): void {
    this.#pausing = false
    this.#loops = this.#actors.map(async (act) => {
      while (!this.#pausing) await act()
    })
  }

  /** Resolves once the last write is answered. */
  async pause(): Promise<void> {
    this.#pausing = true
    await Promise.all(this.#loops)
    this.#loops = []
  }

  /** Compares everything with what was acknowledged and with the provider. No one may write in the meantime. */
  async check(round: string): Promise<void> {
    const found = await this.options.onDatabase(async (db) => {
      const open = await settle(db, this.provider)
      const { compared, lost } = await compareCells(db, this.record)
      const money = await compareMoney(db, this.provider)
      this.compared += compared
      this.charges = money.charges
      this.chargedTwice = money.twice.length
      return [...open, ...lost, ...money.wrong, ...money.twice]
    })
    this.problems.push(...found.map((problem) => `${round}: ${problem}`))
  }

  async close(): Promise<void> {
    await this.servers.stop()
    await this.mail.stop()
    this.provider.close()
  }
}
