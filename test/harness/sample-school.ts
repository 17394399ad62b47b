import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCookie } from '@remix-run/node'
import pg from 'pg'
import { SANDBOX_WEBHOOK_SECRET } from '../../sandbox/stripe'
import { copySample } from '../../scripts/sample-school.mjs'
import { type ReceivedMail, startMailServer } from '../mail-server'
import { type BuiltServer, type ServerOptions, startBuiltServer } from './built-server'
import { createDatabase } from './databases'
import { type Provider, startProvider } from './provider'

export const SESSION_SECRET = 'session-secret-of-tests-0123456789abcdef'

const cookie = createCookie('__session', { secrets: [SESSION_SECRET] })

/** The office's sign-ins end after 12 hours, and the clock of some tests jumps by days. */
const LAST_SIGN_IN = '2099-01-01T00:00:00.000Z'

/** Creates a session of a server with this `SESSION_SECRET`. Returns its cookie, as `name=value`. */
export async function openSession(db: pg.Client, userId: string): Promise<string> {
  const sid = randomUUID()
  await db.query(
    `INSERT INTO sessions (sid, sess, expire, user_id) VALUES ($1, $2, now() + interval '13 days 20 hours', $3)`,
    [sid, { since: LAST_SIGN_IN }, userId],
  )
  const [pair = ''] = (await cookie.serialize(sid)).split(';')
  return pair
}

/** Works like `openSession` for a user of the sample school, whose password is public: production accepts none of them. */
export async function openSampleSession(db: pg.Client, email: string): Promise<string> {
  const { rows } = await db.query('SELECT id FROM users WHERE email = $1', [email])
  return openSession(db, rows[0].id)
}

/** Returns the settings of a production server, except its database. */
export const productionSettings = (provider: Provider, smtpUrl: string) => ({
  STIRRUP_MODE: 'production',
  SESSION_SECRET,
  BACKUP_KEY: 'none',
  DATABASE_URL: undefined,
  STRIPE_SECRET_KEY: 'sk_test_sandbox',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
  STRIPE_WEBHOOK_SECRET: SANDBOX_WEBHOOK_SECRET,
  STRIPE_API_URL: `http://127.0.0.1:${provider.port}`,
  SMTP_URL: smtpUrl,
})

/** Marks a demo's database as a production one, which production requires. */
export const giveToProduction = (db: pg.Client) => db.query("UPDATE installation SET mode = 'production'")

export interface SampleSchool {
  server: BuiltServer
  /** A connection to its database, for the caller while the server runs too. */
  db: pg.Client
  /** In production: its provider, and the emails that arrived. */
  provider?: Provider
  mails: ReceivedMail[]
  stop(): Promise<void>
}

/**
 * Opens the sample school on the embedded database, or on a new one in the PostgreSQL `postgres`; in production with
 * its provider and mail server.
 */
export async function openSampleSchool(
  mode: 'production' | 'demo',
  { settings, postgres, ...options }: ServerOptions & { postgres?: string },
): Promise<SampleSchool> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'stirrup-sample-'))
  const closing: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  let url: string | undefined
  const connect = async () => {
    const embedded = { host: path.join(dataDir, 'socket'), user: 'postgres', database: 'postgres' }
    const db = new pg.Client(url ? { connectionString: url } : embedded)
    await db.connect()
    return db
  }
  try {
    if (postgres) {
      const database = await createDatabase(postgres, `sample_${process.pid}`)
      closing.push(database.drop)
      url = database.url
    } else {
      copySample(dataDir)
    }
    const common = { ...settings, SESSION_SECRET, DATABASE_URL: url, DATA_DIR: dataDir }
    const start = async (own: ServerOptions['settings']) => {
      const server = await startBuiltServer({ ...options, settings: { ...own, ...common } })
      closing.push(() => server.stop())
      return server
    }
    let server = await start({ STIRRUP_MODE: 'demo', DEMO_DATABASE: 'yes' })
    let provider: Provider | undefined
    let mails: ReceivedMail[] = []
    if (mode === 'production') {
      const seeded = await connect()
      await giveToProduction(seeded).finally(() => seeded.end())
      await closing.pop()?.()
      const started = await startProvider(path.join(dataDir, 'sandbox-stripe.jsonl'))
      provider = started
      closing.push(() => started.close())
      const mail = await startMailServer()
      mails = mail.received
      closing.push(() => mail.stop())
      server = await start(productionSettings(started, mail.url))
      started.hooks.push(server.url)
    }
    const db = await connect()
    closing.push(() => db.end())
    return { server, db, provider, mails, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
