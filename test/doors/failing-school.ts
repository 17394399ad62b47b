import { expect } from 'vitest'
import { PlainBrowser } from '../harness/plain-browser'
import { openSampleSchool, openSampleSession } from '../harness/sample-school'
import { linkIn } from '../mail-server'

export const PASSWORD = 'a-pony-for-all'

type Answering = (answer: Response) => Response | Promise<Response>

/** What fails: writing to a table, a table as a whole, or the payment provider. */
export type Fault = { table: string } | { missing: string } | { provider: Answering }

/** The provider does not answer; the SDK is told not to retry. */
export const AWAY: Fault = {
  provider: () =>
    Response.json(
      { error: { type: 'api_error', message: 'away' } },
      { status: 500, headers: { 'stripe-should-retry': 'false' } },
    ),
}

/** The provider's answer lacks its secret. */
export const NO_SECRET: Fault = {
  async provider(answer) {
    const text = (await answer.text()).replace(/"client_secret":"[^"]*"/g, '"client_secret":null')
    return new Response(text, { status: answer.status, headers: answer.headers })
  },
}

/** A form that is sent twice, first while something fails. */
export interface Sent {
  at: () => string | Promise<string>
  press: string | RegExp
  fill?: () => Record<string, string>
  fault?: Fault
  /** What a person reads if it fails. */
  fails?: string[]
  /** What a person reads if it succeeds. */
  done?: string[]
}

/** A call that a program makes twice, first while something fails. */
export interface Called {
  call: [method: string, at: string, body?: unknown]
  fault?: Fault
  /** The fields of the answer if it fails. */
  fails?: object
  /** The fields of the answer if it succeeds. */
  done?: object
}

export type FailingSchool = Awaited<ReturnType<typeof openFailingSchool>>

/** Opens a sample school in production, whose database and payment provider can be made to fail. */
export async function openFailingSchool() {
  // These failures are expected in the log.
  const { server, db, provider, mails, stop } = await openSampleSchool('production', {
    settings: {},
    onLine: () => undefined,
  })
  if (!provider) throw new Error('There is no provider')
  const { url } = server
  await db.query(
    `CREATE FUNCTION break_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk on fire'; END $$`,
  )

  async function during<T>(fault: Fault, work: () => Promise<T>): Promise<T> {
    const [breaks, mends] = statementsOf(fault)
    if ('provider' in fault) provider!.change = fault.provider
    else await db.query(breaks)
    try {
      return await work()
    } finally {
      if ('provider' in fault) provider!.change = null
      else await db.query(mends)
    }
  }

  return {
    db,
    stripe: provider.stripe,
    during,
    nobody: () => new PlainBrowser(url),
    signIn: (email: string, password: string) => new PlainBrowser(url).enter('/api/login', { email, password }),
    known: async (email: string) => new PlainBrowser(url, await openSampleSession(db, email)),
    /** Returns the address of a link that was mailed to someone, once it has arrived. */
    async mailedLink(email: string, name: 'reset' | 'token'): Promise<string> {
      const links = () =>
        mails
          .flatMap(({ to, source }) => (to.includes(email) ? linkIn(source) : []))
          .filter((link) => link.searchParams.has(name))
      await expect.poll(() => links().length).toBeGreaterThan(0)
      const { pathname, search } = links().at(-1)!
      return pathname + search
    },
    /** Registers a user with a complete profile. */
    register: (name: string) =>
      new PlainBrowser(url).enter('/api/register', {
        firstName: 'Dora',
        lastName: name,
        phone: '845-555-0177',
        email: `${name}@messages.example`,
        password: PASSWORD,
      }),
    /** Returns the only `id` that a query finds. */
    async idOf(sql: string, values: unknown[] = []): Promise<string> {
      return String((await db.query(sql, values)).rows[0].id)
    },
    /** Sends a form and checks what a person reads. */
    async expectMessages(who: PlainBrowser, { at, press, fill, fault, fails, done }: Sent): Promise<void> {
      const address = await at()
      if (fails) {
        const around = fault && (<T>(send: () => Promise<T>) => during(fault, send))
        const page = await who.send(address, { press, fill: fill?.(), around })
        for (const words of fails) expect(page.text).toContain(words)
        expect(page.text).not.toContain('disk on fire')
      }
      if (done) {
        const page = await who.send(address, { press, fill: fill?.() })
        for (const words of done) expect(page.text).toContain(words)
      }
    },
    /** Makes a call and checks its answer. */
    async expectAnswers(who: PlainBrowser, { call, fault, fails, done }: Called): Promise<void> {
      const make = () => who.call(...call)
      if (fails) expect((await (fault ? during(fault, make) : make())).body).toMatchObject(fails)
      if (done) expect((await make()).body).toMatchObject(done)
    },
    stop,
  }
}

function statementsOf(fault: Fault): [string, string] {
  if ('provider' in fault) return ['', '']
  if ('missing' in fault)
    return [`ALTER TABLE ${fault.missing} RENAME TO away`, `ALTER TABLE away RENAME TO ${fault.missing}`]
  return [
    `CREATE TRIGGER broken BEFORE INSERT OR UPDATE OR DELETE ON ${fault.table} FOR EACH STATEMENT EXECUTE FUNCTION break_write()`,
    `DROP TRIGGER broken ON ${fault.table}`,
  ]
}
