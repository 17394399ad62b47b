import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { withClient } from '~/platform/advisory-lock.server'
import { newKey } from './encrypt'
import { backupName, makeBackup } from './make-backup'
import { checkBackup, readBackup } from './read-file'
import type { Piece } from './snapshot'
import { newestBackup, newestProblems, tryBackup } from './try-backup'
import { writeBackup } from './write-file'

const NAME = 'Secretive Horse'

let key: string
let file: string
let bytes: Buffer

const source = () => process.env.DATABASE_URL ?? ''

beforeAll(async () => {
  key = await newKey()
  file = path.join(inject('runDir'), `encrypted-${process.pid}`, backupName(new Date(), true))
  await withClient(source(), async (client) => {
    await client.query(`INSERT INTO horses (name) VALUES ('${NAME}')`)
    // More than one piece of the format, and hard to compress.
    await client.query(
      `INSERT INTO rate_limits (key, reset_at) SELECT md5(i::text) || md5((-i)::text), now() FROM generate_series(1, 12000) i`,
    )
    await makeBackup(client, file, key)
  })
  bytes = await readFile(file)
})

afterEach(() => void vi.unstubAllEnvs())

describe('an encrypted backup', () => {
  test('An encrypted backup contains nothing readable, and its key opens it without this program', async () => {
    expect(bytes.length).toBeGreaterThan(3 * 65_536)
    expect(bytes.toString('latin1')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
    expect(() => gunzipSync(bytes)).toThrow()
    const decrypter = new Decrypter()
    decrypter.addIdentity(key)
    expect(gunzipSync(await decrypter.decrypt(new Uint8Array(bytes))).toString()).toContain(NAME)
  })

  test('An encrypted backup is the newest of its folder, and restores with its key', async () => {
    expect(await newestBackup(path.dirname(file))).toBe(file)
    const { header, sums } = await checkBackup(file, key)
    expect(await tryBackup(file, key, header)).toEqual(sums)
  })

  test('An encrypted backup without its key, or with another, gives one sentence that says what is missing', async () => {
    const another = await newKey()
    await expect(checkBackup(file)).rejects.toThrow(`${file} is encrypted: set BACKUP_KEY to the one that held when`)
    await expect(checkBackup(file, another)).rejects.toThrow('was encrypted with another key: set BACKUP_KEY')
    const told = await newestProblems(path.dirname(file), another)
    expect(told).toEqual([expect.stringContaining('was encrypted with another key')])
    expect(await newestProblems(path.dirname(file), key)).toEqual([])
    await expect(readBackup(file, another).next()).rejects.toThrow('was encrypted with another key')
  })

  test.each<[string, () => Buffer]>([
    ['cut off in its head', () => bytes.subarray(0, 60)],
    ['cut off in a piece', () => bytes.subarray(0, bytes.length - 2_000)],
    ['cut off between two pieces', () => bytes.subarray(0, headOf(bytes) + 2 * (65_536 + 16))],
    ['one bit changed', () => flipped(bytes.length - 9_000)],
    ['one bit of its head changed', () => flipped(headOf(bytes) - 20)],
    ['something behind it', () => Buffer.concat([bytes, Buffer.from('more')])],
  ])('An incomplete encrypted backup is refused: %s', async (_, broken) => {
    await writeFile(`${file}.broken`, broken())
    await expect(checkBackup(`${file}.broken`, key)).rejects.toThrow('is no whole backup')
  })
})

test('An unencrypted file is read with a key as without one', async () => {
  const plain = path.join(path.dirname(file), 'plain')
  await withClient(source(), (client) => makeBackup(client, plain))
  expect(await checkBackup(plain, key)).toEqual(await checkBackup(plain))
})

test('A backup that fails halfway leaves no file, and the next one deletes what a killed restore test left', async () => {
  const folder = await mkdtemp(path.join(inject('runDir'), 'failed-'))
  async function* pieces(): AsyncGenerator<Piece> {
    yield { kind: 'table', table: 'horses', columns: ['name'] }
    throw new Error('The disk is gone')
  }
  const { header, sums } = await checkBackup(file, key)
  await expect(writeBackup(path.join(folder, 'a.age'), header, pieces(), key)).rejects.toThrow('The disk is gone')
  expect(await readdir(folder)).toEqual([])

  const left = path.join(folder, 'restore-check-left')
  const young = path.join(folder, 'restore-check-other')
  for (const one of [left, young]) await mkdir(one)
  await utimes(left, 0, 0)
  vi.stubEnv('DATA_DIR', folder)
  expect(await tryBackup(file, key, header)).toEqual(sums)
  expect(await readdir(folder)).toEqual(['restore-check-other'])
})

test('npm run backup warns loudly that a file is not encrypted, unless that is intended', async () => {
  const folder = await mkdtemp(path.join(inject('runDir'), 'command-'))
  const backUp = async (setting: string, name: string) => {
    const env = { ...process.env, DATABASE_URL: source(), BACKUP_KEY: setting }
    const { stderr } = await promisify(execFile)('npx', ['tsx', 'scripts/backup.ts', path.join(folder, name)], { env })
    return stderr
  }
  expect(await backUp('', 'plain')).toContain('WARNING. This backup is not encrypted')
  expect(await backUp('none', 'meant')).not.toContain('WARNING')
  expect(await backUp(key, 'locked')).not.toContain('WARNING')
  expect((await checkBackup(path.join(folder, 'locked'), key)).header).toBeDefined()
})

/** Returns the length of the text before the pieces, and their nonce. */
const headOf = (whole: Buffer) => whole.indexOf('\n', whole.indexOf('\n---') + 1) + 1 + 16

function flipped(at: number) {
  const changed = Buffer.from(bytes)
  changed[at]! ^= 1
  return changed
}
