import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync, utimesSync } from 'node:fs'
import { access, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { bundle } from '../../scripts/bundle.mjs'
import { DataDirInUse, startEmbeddedPostgres } from './index'
import { ensureTemplate } from './template'

let dataDir: string
const children: ChildProcess[] = []

beforeAll(() => bundle(['test/embedded-writer.ts']))
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(inject('runDir'), 'embedded-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function start(options: { fsync?: boolean; dataDir?: string } = {}) {
  return startEmbeddedPostgres({ dataDir, template: await ensureTemplate(), ...options })
}

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts a process with the database, which inserts rising numbers and prints each when its write is acknowledged. */
function spawnWriter() {
  const child = spawn(process.execPath, ['build/node/test/embedded-writer.js', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return { child, lines: createInterface({ input: child.stdout }) }
}

test('The embedded database starts migrated, keeps its data, and commits to the disk', async () => {
  const first = await start()
  await query(first.url, "INSERT INTO rate_limits (key, reset_at) VALUES ('kept', now())")
  expect(await query(first.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }])
  await first.stop()
  const second = await start()
  expect(await query(second.url, 'SELECT key FROM rate_limits')).toEqual([{ key: 'kept' }])
  await second.stop()
})

test('Only this user reaches the socket', async () => {
  const database = await start({ fsync: false })
  const { mode } = await stat(path.join(dataDir, 'socket'))
  expect(mode & 0o777).toBe(0o700)
  await database.stop()
})

test('A data folder with a long name gets its socket elsewhere', async () => {
  const long = path.join(dataDir, 'x'.repeat(120))
  await mkdir(long)
  const database = await start({ fsync: false, dataDir: long })
  expect(await query(database.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }])
  const socketDir = new URL(database.url).searchParams.get('host') ?? ''
  await database.stop()
  await expect(access(socketDir)).rejects.toThrow()
})

test('A second process is refused the folder until the first has stopped', async () => {
  const first = await start({ fsync: false })
  const refused = start({ fsync: false })
  await expect(refused).rejects.toThrow(DataDirInUse)
  await expect(refused).rejects.toThrow(`is in use by process ${process.pid}`)
  await first.stop()
  await (await start({ fsync: false })).stop()
})

test('The lock of a process that has ended, or of a later one with the same ID, does not count', async () => {
  const lock = path.join(dataDir, 'lock.json')
  const here = { host: hostname(), namespace: readlinkSync('/proc/self/ns/pid'), started: '1' }
  await writeFile(lock, JSON.stringify({ ...here, pid: process.pid }))
  await (await start({ fsync: false })).stop()
  await writeFile(lock, JSON.stringify({ ...here, pid: 2 ** 30 }))
  await (await start({ fsync: false })).stop()
})

test('A process of another container with the same host name holds the folder while it touches its lock', async () => {
  const lock = path.join(dataDir, 'lock.json')
  // Such as a command in a container beside the school's: there this process ID belongs to another process, or to none.
  await writeFile(lock, JSON.stringify({ pid: 2 ** 30, host: hostname(), namespace: 'pid:[1]', started: '1' }))
  const heartbeat = setInterval(() => utimesSync(lock, new Date(), new Date()), 50)
  try {
    await expect(start({ fsync: false })).rejects.toThrow(DataDirInUse)
  } finally {
    clearInterval(heartbeat)
  }
  utimesSync(lock, new Date(), new Date(Date.now() - 30_000))
  await (await start({ fsync: false })).stop()
})

test('Killing the process loses no acknowledged write', async () => {
  let acknowledged = 0
  for (const upTo of [40, 80]) {
    const { child, lines } = spawnWriter()
    for await (const line of lines) {
      acknowledged = Number(line)
      if (acknowledged >= upTo) break
    }
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const database = await start()
  const rows = await query<{ count: number }>(database.url, "SELECT count FROM rate_limits WHERE key = 'writer'")
  expect(acknowledged).toBeGreaterThanOrEqual(80)
  expect(rows[0]?.count).toBeGreaterThanOrEqual(acknowledged)
  await database.stop()
})
