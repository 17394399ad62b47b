import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { withClient } from '~/platform/advisory-lock.server'
import { readMigrations } from '~/platform/migrate.server'
import { startScratchDatabase } from '../../test/scratch-database'
import { load } from './load'
import { type Backup, backupName, keepNewest, makeBackup } from './make-backup'
import { moveDatabase } from './move-database'
import { checkBackup, readBackup } from './read-file'
import { restoreDatabase, SEQUENCE_STEP } from './restore-database'
import { inSnapshot, type Piece, sumDatabase } from './snapshot'

const ODD = 'tab\there, line\nbreak, back\\slash, \\N, \\., quote " and é 🐴'
const PAYMENTS = 2000

let target: { url: string; stop(): Promise<void> }
let file: string
let backup: Backup
/** The time before the backup began. */
let before: number

const source = () => process.env.DATABASE_URL ?? ''
const sumsOf = (url: string) => withClient(url, (client) => inSnapshot(client, () => sumDatabase(client)))
const run = (url: string, sql: string) => withClient(url, (client) => client.query(sql))

interface RestoreOptions {
  pieces?: AsyncIterable<Piece>
  replace?: boolean
  migrations?: { name: string; sql: string }[]
  client?: pg.Client
}

async function restore({ pieces = readBackup(file), replace = false, migrations, client }: RestoreOptions = {}) {
  const { header } = await checkBackup(file)
  const options = { replace, migrations: migrations ?? (await readMigrations()) }
  const fill = (to: pg.Client) => load(to, header, pieces, options)
  return client ? fill(client) : withClient(target.url, fill)
}

/** Yields the backup's pieces, and calls `happen` before its fourth page of rows. */
async function* untilPage(happen: () => void) {
  let pages = 0
  for await (const piece of readBackup(file)) {
    if (piece.kind === 'rows' && pages++ === 3) happen()
    yield piece
  }
}

/** Adds riders whose guardian comes after them in key order, and texts with special characters. */
const fillSchool = (client: pg.Client) =>
  client.query(`
    INSERT INTO school (id, name, address) VALUES (1, 'Hill "Top" Stables', ${pg.escapeLiteral(ODD)});
    INSERT INTO users (id, email, password, first_name)
      SELECT 'z' || i, 'z' || i || '@stirrup.example', 'x', ${pg.escapeLiteral(ODD)} FROM generate_series(1, 300) i;
    INSERT INTO users (id, first_name, guardian_id) SELECT 'a' || i, '', 'z' || i FROM generate_series(1, 300) i;
    INSERT INTO payment_transactions (user_id, stripe_payment_intent_id, amount, fee, description, packages, lines,
                                      status, raw_status, provider_created_at, updated_at)
      SELECT 'z' || (1 + i % 300), 'pi_' || i, 226.60, 6.60, 'Package 1', ARRAY['Package 1, "basic"', 'NULL', ''],
             '[{"name": "é\\n"}]', 'succeeded', 'succeeded', now(), now()
      FROM generate_series(1, ${PAYMENTS}) i;`)

beforeAll(async () => {
  await withClient(source(), fillSchool)
  target = await startScratchDatabase()
  file = path.join(inject('runDir'), `${process.pid}-${backupName()}`)
  let writing = true
  let written = 0
  const writer = withClient(source(), async (client) => {
    for (; writing; written++) {
      // In one transaction.
      await client.query('BEGIN')
      await client.query(`INSERT INTO horses (name) VALUES ('Horse ${written}')`)
      await client.query(`INSERT INTO rate_limits (key, reset_at) VALUES ('horse ${written}', now())`)
      await client.query('COMMIT')
      await setTimeout(1)
    }
  })
  while (written < 20) await setTimeout(1)
  before = written
  backup = await withClient(source(), (client) => makeBackup(client, file))
  writing = false
  await writer
})
afterAll(() => target.stop())

describe('a backup', () => {
  test('A backup made while people write restores to one moment of the database, which continues counting from there', async () => {
    expect(await restore()).toEqual(backup.sums)
    expect(await sumsOf(target.url)).toEqual(backup.sums)
    await run(
      target.url,
      `INSERT INTO payment_transactions (user_id, stripe_payment_intent_id, amount, description, status, raw_status,
                                         provider_created_at, updated_at)
       VALUES ('z1', 'pi_new', 1, '', 'succeeded', 'succeeded', now(), now())`,
    )
    const { rows } = await run(
      target.url,
      `SELECT max(id) AS last, (SELECT count FROM payment_transaction_count) AS count,
              (SELECT first_name FROM users WHERE id = 'z7') AS name,
              (SELECT count(*)::int FROM horses) AS horses, (SELECT count(*)::int FROM rate_limits) AS limits
       FROM payment_transactions`,
    )
    expect(rows).toMatchObject([{ last: PAYMENTS + 1, count: String(PAYMENTS + 1), name: ODD }])
    expect(rows[0].horses).toBe(rows[0].limits)
    expect(rows[0].horses).toBeGreaterThanOrEqual(before)
    await expect(run(target.url, "DELETE FROM users WHERE id = 'z1'")).rejects.toThrow('foreign key')
  })

  test('The file is readable by its owner alone, and the office sees when it was made', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const { rows } = await run(
      source(),
      "SELECT finished_at IS NOT NULL AS finished FROM job_runs WHERE name = 'backup'",
    )
    expect(rows).toEqual([{ finished: true }])
  })

  test('The oldest backups of a folder are deleted, and other files stay', async () => {
    const folder = path.join(inject('runDir'), `keep-${process.pid}`)
    const names = [1, 2, 3].map((day) => backupName(new Date(Date.UTC(2026, 0, day))))
    await withClient(source(), (client) => makeBackup(client, path.join(folder, names[0] ?? '')))
    for (const name of [...names.slice(1), 'mine.gz']) await writeFile(path.join(folder, name), '')
    expect(await keepNewest(folder, 2)).toEqual([names[0]])
  })

  const changed = (change: (text: string) => string) => async (bytes: Buffer) =>
    gzipSync(change(gunzipSync(bytes).toString()))

  test.each<[string, (bytes: Buffer) => Promise<Buffer>]>([
    ['cut off', async (bytes) => bytes.subarray(0, bytes.length - 2_000)],
    ['empty', async () => Buffer.alloc(0)],
    ['no gzip', async () => Buffer.from('hello')],
    ['another text', changed(() => 'hello\n')],
    ['one byte changed', async (bytes) => Buffer.from(bytes).fill(bytes[9_000]! ^ 1, 9_000, 9_001)],
    ['an amount changed', changed((text) => text.replace('226.60', '126.60'))],
    ['a row left out', changed((text) => text.replace(/^a17\t.*\n/m, ''))],
    ['a table left out', changed((text) => text.replace(/^COPY "horses"[\s\S]*?\n\\\.\n/m, ''))],
    ['a sequence changed', changed((text) => text.replace(`"last":"${PAYMENTS}"`, '"last":"1"'))],
    ['its school changed', changed((text) => text.replace('Hill', 'Bill'))],
    ['its end left out', changed((text) => text.replace(/-- Stirrup contents.*\n/, ''))],
    ['two of them', changed((text) => text + text)],
  ])('An incomplete file is refused before the database is opened: %s', async (_, change) => {
    const broken = `${file}.broken`
    await writeFile(broken, await change(await readFile(file)))
    await expect(checkBackup(broken)).rejects.toThrow('is no whole backup')
  })
})

describe('a restore', () => {
  test('A file that does not exist, or that this user may not read, is refused with a sentence', async () => {
    await expect(checkBackup('/nowhere/school.backup')).rejects.toThrow('no such file')
  })

  test('A database that is not empty is left as it is, unless it may be replaced', async () => {
    const held = await sumsOf(target.url)
    await expect(restore()).rejects.toThrow(`The database is not empty (rows: payment_transactions ${PAYMENTS + 1}`)
    expect(await sumsOf(target.url)).toEqual(held)
  })

  test('A database that the application used a moment ago is not replaced', async () => {
    await run(target.url, "INSERT INTO job_runs (name, started_at) VALUES ('send-mail', now() - interval '9 seconds')")
    await expect(restore({ replace: true })).rejects.toThrow(/worked with this database \d+ seconds ago/)
    await run(target.url, "DELETE FROM job_runs WHERE name = 'send-mail'")
  })

  test('A restore that fails halfway changes nothing', async () => {
    const held = await sumsOf(target.url)
    const pieces = untilPage(() => {
      throw new Error('The disk is gone')
    })
    await expect(restore({ pieces, replace: true })).rejects.toThrow('The disk is gone')
    expect(await sumsOf(target.url)).toEqual(held)
  })

  test('A restore whose connection is lost changes nothing', async () => {
    const held = await sumsOf(target.url)
    const client = new pg.Client({ connectionString: target.url })
    client.on('error', () => undefined)
    await client.connect()
    const { connection } = client as unknown as { connection: pg.Connection }
    const pieces = untilPage(() => connection.stream.destroy())
    await expect(restore({ pieces, replace: true, client })).rejects.toThrow('onnection')
    expect(await sumsOf(target.url)).toEqual(held)
  })

  test('The backup of a newer version is refused, and one of an older version replaces the data and is migrated', async () => {
    const migrations = await readMigrations()
    await expect(restore({ migrations: migrations.slice(0, -1) })).rejects.toThrow('made by a newer version')
    const later = {
      name: '29990101000000_later',
      sql: "ALTER TABLE horses ADD COLUMN color text NOT NULL DEFAULT 'bay'",
    }
    await restore({ migrations: [...migrations, later], replace: true })
    const { rows } = await run(
      target.url,
      'SELECT (SELECT color FROM horses LIMIT 1), max(migration_name) AS last FROM _prisma_migrations',
    )
    expect(rows).toEqual([{ color: 'bay', last: later.name }])
  })
})

test('After a move every table of the new database equals that of the old one, and a second move is refused', async () => {
  await run(target.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  const migrations = await readMigrations()
  const move = () => withClient(source(), (from) => withClient(target.url, (to) => moveDatabase(from, to, migrations)))
  const said = await move()
  expect(said).toMatch(/^users +600 +600 +\w{12} +equal$/m)
  expect(said).not.toContain('DIFFERENT')
  expect(await sumsOf(target.url)).toEqual(await sumsOf(source()))
  await expect(move()).rejects.toThrow('The database is not empty')
})

describe('What a restore ends and reverts', () => {
  const restoreAgain = async (secondsAgo = 0) => {
    const { header } = await checkBackup(file)
    const createdAt = new Date(Date.now() - secondsAgo * 1000).toISOString()
    const migrations = await readMigrations()
    return withClient(target.url, (client) =>
      restoreDatabase(client, { ...header, createdAt }, readBackup(file), { replace: true, alone: true, migrations }),
    )
  }

  beforeAll(async () => {
    await run(
      source(),
      `INSERT INTO sessions (sid, sess, expire, user_id) VALUES ('open', '{}', now() + interval '1 day', 'z1');
       INSERT INTO rate_limits (key, count, reset_at) VALUES ('sign-in:email:z1', 10, now());
       UPDATE users SET magic_link_token = 'hash', magic_link_expiry = now() WHERE id = 'z2';
       UPDATE users SET reset_token = 'hash', reset_token_expiry = now(), role = 'admin' WHERE id = 'z3';
       INSERT INTO server_settings (name, value, hint) VALUES ('SMTP_URL', 'AQ', 'mail.example:465'), ('MAIL_FROM', 'a@b.example', NULL);
       INSERT INTO text_numbers (user_id, number, asked_at, code_hash, code_until) VALUES ('z4', '+18455550100', now(), 'hash', now());`,
    )
    backup = await withClient(source(), (client) => makeBackup(client, file))
    await restoreAgain()
  })

  test('After a restore nobody is signed in, and no link, code or limit from the backup is valid', async () => {
    const { rows } = await run(
      target.url,
      `SELECT (SELECT count(*)::int FROM sessions) + (SELECT count(*)::int FROM rate_limits) + count(magic_link_token)::int
              + count(reset_token)::int + (SELECT count(code_hash)::int FROM text_numbers) AS open FROM users`,
    )
    expect(rows).toEqual([{ open: 0 }])
  })

  test('New IDs after a restore are far from those given since the backup', async () => {
    const { rows } = await run(
      target.url,
      "SELECT nextval('orders_id_seq')::int AS next, nextval('payment_transactions_id_seq')::int AS later",
    )
    expect(rows[0].next).toBeGreaterThan(SEQUENCE_STEP)
    expect(rows[0].later).toBeGreaterThan(SEQUENCE_STEP + PAYMENTS)
  })

  test('A second restore of the same backup gives none of the IDs that were given after the first', async () => {
    const next = async () => Number((await run(target.url, "SELECT nextval('orders_id_seq') AS next")).rows[0].next)
    await restoreAgain(60)
    const first = await next()
    await restoreAgain(3600)
    // An hour's numbers, less those of the minute, and of what the first restore itself took.
    expect(await next()).toBeGreaterThan(first + 1800)
  })

  test('A restore lists whose rights, block, erasure or password it reverts, and what another server cannot decrypt', async () => {
    await run(
      target.url,
      `UPDATE users SET role = 'customer' WHERE id = 'z3';
       UPDATE users SET role = 'admin' WHERE id = 'z5';
       UPDATE users SET active = false WHERE id = 'z6';
       UPDATE users SET password = 'new' WHERE id IN ('z7', 'z8');
       UPDATE users SET erased_at = now(), former_number = 9, active = false, hidden_at = now(), first_name = 'Former',
              last_name = 'rider 9', email = NULL, password = NULL WHERE id = 'z9';
       INSERT INTO users (id, email, password) VALUES ('new', 'new@stirrup.example', 'x');`,
    )
    const { undone, sealed } = await restoreAgain()
    expect(sealed).toEqual(['SMTP_URL'])
    expect(undone).toEqual([
      'z3@stirrup.example is an administrator again.',
      'z5@stirrup.example is no administrator anymore.',
      'z6@stirrup.example was blocked and may sign in again.',
      'z9@stirrup.example was erased and is back: erase the family again.',
      '2 of the passwords are those of the day of the backup again.',
      '1 of the people are not in the backup: they came later.',
    ])
  })
})
