import pg from 'pg'
import { type LoadOptions, load } from './load'
import type { Header, Piece } from './snapshot'
import type { Sum } from './sums'
import { readSequences } from './tables'

/**
 * The least distance of new IDs from the backup's: the payment provider and mailboxes know IDs given since, which must not be given again. One is
 * added for each second since the backup, so that a second restore of the same file does not give those of the first again.
 */
export const SEQUENCE_STEP = 100_000
/** The largest value of a 4-byte column. */
const LAST_NUMBER = 2_147_483_647

interface Restored {
  sums: Sum[]
  /** One sentence for each person whose rights or data the restore reverted, and one about passwords. */
  undone: string[]
  /** Settings that only a server with the same `SESSION_SECRET` can decrypt. */
  sealed: string[]
}

/**
 * Works like `load`, for a school that continues from a backup: nobody is signed in, mailed links do not work, and new
 * IDs are far from those of the backup. What people could see in the deleted rows is compared with the restored ones.
 */
export async function restoreDatabase(
  client: pg.Client,
  header: Header,
  pieces: AsyncIterable<Piece>,
  options: Omit<LoadOptions, 'before' | 'after'>,
): Promise<Restored> {
  let before: Person[] = []
  let after: Person[] = []
  let sealed: string[] = []
  const sums = await load(client, header, pieces, {
    ...options,
    before: async () => {
      before = await readPeople(client)
    },
    after: async () => {
      after = await readPeople(client)
      sealed = await readSealed(client)
      await endWhatWasOpen(client)
      await moveSequencesOn(client, Date.parse(header.createdAt))
    },
  })
  return { sums, undone: undoneBy(before, after), sealed }
}

async function endWhatWasOpen(client: pg.Client) {
  await client.query('DELETE FROM sessions')
  await client.query('DELETE FROM address_links')
  await client.query('DELETE FROM rate_limits')
  await client.query(
    `UPDATE users SET reset_token = NULL, reset_token_expiry = NULL, magic_link_token = NULL, magic_link_expiry = NULL
     WHERE reset_token IS NOT NULL OR magic_link_token IS NOT NULL`,
  )
  await client.query('UPDATE text_numbers SET code_hash = NULL, code_until = NULL WHERE code_hash IS NOT NULL')
}

/** An older version lacks the table. */
async function readSealed(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query(`SELECT to_regclass('server_settings') AS name`)
  if (!found[0]?.name) return []
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM server_settings WHERE hint IS NOT NULL ORDER BY name',
  )
  return rows.map(({ name }) => name)
}

async function moveSequencesOn(client: pg.Client, backedUpAt: number) {
  const step = SEQUENCE_STEP + Math.max(0, Math.ceil((Date.now() - backedUpAt) / 1000))
  for (const { name, last } of await readSequences(client)) {
    const next = Math.min(Number(last) + step, LAST_NUMBER)
    await client.query('SELECT setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), next])
  }
}

interface Person {
  id: string
  name: string
  role: string
  active: boolean
  erased: boolean
  password: string | null
}

/** Reads rows as JSON, because an older version has fewer columns. */
async function readPeople(client: pg.Client): Promise<Person[]> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = 'users' AND relkind = 'r'`,
  )
  if (!rowCount) return []
  const { rows } = await client.query<Person>(
    `SELECT id, password, role, active, to_jsonb(u) ->> 'erased_at' IS NOT NULL AS erased,
            coalesce(email, nullif(concat_ws(' ', first_name, last_name), ''), id) AS name
     FROM users u ORDER BY id`,
  )
  return rows
}

function undoneBy(before: Person[], after: Person[]): string[] {
  const back = new Map(after.map((person) => [person.id, person]))
  const pairs = before.flatMap((was) => {
    const is = back.get(was.id)
    return is ? [{ was, is }] : []
  })
  const said = pairs.flatMap(({ was, is }) => changesOf(was, is))
  const passwords = pairs.filter(({ was, is }) => was.password && is.password && was.password !== is.password).length
  if (passwords) said.push(`${passwords} of the passwords are those of the day of the backup again.`)
  const gone = before.length - pairs.length
  if (gone) said.push(`${gone} of the people are not in the backup: they came later.`)
  return said
}

function changesOf(was: Person, is: Person): string[] {
  if (was.erased && !is.erased) return [`${is.name} was erased and is back: erase the family again.`]
  const said: string[] = []
  if (was.role !== 'admin' && is.role === 'admin') said.push(`${is.name} is an administrator again.`)
  if (was.role === 'admin' && is.role !== 'admin') said.push(`${is.name} is no administrator anymore.`)
  if (!was.active && is.active) said.push(`${is.name} was blocked and may sign in again.`)
  if (was.active && !is.active) said.push(`${is.name} is blocked again.`)
  return said
}
