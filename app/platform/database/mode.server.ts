import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { locked, withClient } from '~/platform/advisory-lock.server'
import type { Env } from '~/platform/env.server'

type Kept = 'demo' | 'production'

const LOCK = 72707371

const WHY: Record<Kept, string> = {
  production:
    "This database is a school's, and the demo would fill it with a sample school. Nothing was changed. Unset DATABASE_URL, or name another database or another DATA_DIR.",
  demo: "This database is a demo's, whose sign-ins everyone knows. Nothing was changed. Name another database or another DATA_DIR, or restore a backup of the school.",
}

export class WrongDatabase extends Error {
  override name = 'WrongDatabase'
  constructor(readonly mode: Kept) {
    super(WHY[mode])
  }
}

/** Checks the mode before anything is written, including migrations. @throws WrongDatabase if the database belongs to the other mode. */
export async function refuseOtherMode(url: string, mode: Env['mode']): Promise<void> {
  if (mode !== 'test') await withClient(url, (client) => refuse(client, mode))
}

/** Marks a migrated database as belonging to this mode for good. @throws WrongDatabase if it belongs to the other mode. */
export async function claimMode(url: string, mode: Env['mode']): Promise<void> {
  if (mode === 'test') return
  const key = newInstallationKey()
  await withClient(url, (client) =>
    locked(client, LOCK, async () => {
      await refuse(client, mode)
      await client.query(
        `INSERT INTO installation (key, mode) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET mode = excluded.mode WHERE installation.mode IS NULL`,
        [key, mode],
      )
    }),
  )
}

/** Generates the key by which the payment provider's objects are recognized as this installation's. */
export const newInstallationKey = () => randomBytes(9).toString('base64url')

async function refuse(client: pg.Client, mode: Kept) {
  const known = await modeOf(client)
  if (known && known !== mode) throw new WrongDatabase(known)
}

/**
 * Returns the mode of a database; null for a new one, which accepts either. Rows are read as JSON because an older
 * version has fewer columns.
 */
async function modeOf(client: pg.Client): Promise<Kept | null> {
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'`,
  )
  const has = new Set(tables.map(({ name }) => name))
  if (has.has('installation')) {
    const { rows } = await client.query<{ mode: Kept | null }>(
      `SELECT to_jsonb(i) ->> 'mode' AS mode FROM installation i`,
    )
    if (rows[0]?.mode) return rows[0].mode
  }
  return has.has('users') && has.has('job_runs') ? guess(client, has) : null
}

/**
 * Guesses the mode of a database that is older than the mark. The sample school's addresses end in .example, which no
 * real address can; a database with any other account is a school's, whatever else is in it.
 */
async function guess(client: pg.Client, has: ReadonlySet<string>): Promise<Kept | null> {
  // Another process may have migrated a new database as far as the tables above and no further.
  const school = has.has('school') ? 'EXISTS (SELECT FROM school)' : 'false'
  const { rows } = await client.query<{ people: boolean; others: boolean; sample: boolean }>(
    `SELECT EXISTS (SELECT FROM users) OR ${school} AS people,
            EXISTS (SELECT FROM users WHERE email NOT LIKE '%.example') AS others,
            EXISTS (SELECT FROM job_runs WHERE name = 'sample-school') AS sample`,
  )
  const { people, others, sample } = rows[0] ?? { people: true, others: true, sample: false }
  if (sample && !others) return 'demo'
  return people ? 'production' : null
}
