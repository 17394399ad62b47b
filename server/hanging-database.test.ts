import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '~/platform/advisory-lock.server'
import { prisma, rootClient } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { migrate } from '~/platform/migrate.server'
import { withTx } from '~/platform/tx.server'
import { unavailable } from '~/platform/unavailable.server'
import { type Cluster, startCluster } from '../test/harness/cluster'

const LIMIT_MS = 1_500

let cluster: Cluster
const usual = globalThis.stirrupPrisma
const { databaseUrl, databasePool } = getEnv()

beforeAll(async () => {
  const started = await startCluster()
  if (!started) throw new Error('There is no PostgreSQL here to start')
  cluster = started
  await migrate(cluster.url)
  Object.assign(getEnv(), { databaseUrl: cluster.url, databasePool: 3 })
  globalThis.stirrupPrisma = undefined
  rootClient(LIMIT_MS)
})

afterAll(async () => {
  await globalThis.stirrupPrisma?.$disconnect()
  Object.assign(getEnv(), { databaseUrl, databasePool })
  // The counts are those of the most recent pool.
  await usual?.$disconnect()
  globalThis.stirrupPrisma = undefined
  await cluster?.remove()
})

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error) => unavailable(error)?.kind ?? String(error),
  )
/** Returns the processes that serve the application's connections. */
const connections = () =>
  withClient(cluster.url, async (beside) => {
    const { rows } = await beside.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    )
    return rows.map(({ pid }) => pid)
  })
const sleep = (seconds: number) => prisma.$queryRaw`SELECT 1 AS done FROM pg_sleep(${seconds})`

test('While the database hangs, a read, a change and a transaction are refused in time, and all work again once it resumes', async () => {
  await prisma.school.upsert({ where: { id: 1 }, create: { id: 1, name: 'Before' }, update: { name: 'Before' } })
  // Each query uses an open connection.
  await Promise.all([sleep(0.2), sleep(0.2), sleep(0.2)])
  let middle = () => {}
  const inMiddle = new Promise<void>((resolve) => {
    middle = resolve
  })
  let go = () => {}
  const hangs = new Promise<void>((resolve) => {
    go = resolve
  })
  const half = withTx(async (tx) => {
    await tx.school.update({ where: { id: 1 }, data: { name: 'Half done' } })
    middle()
    await hangs
    await tx.school.update({ where: { id: 1 }, data: { name: 'Done' } })
  })
  await inMiddle
  const stood = await connections()
  cluster.hang()
  go()
  const look = prisma.horse.findMany()
  const change = prisma.school.update({ where: { id: 1 }, data: { name: 'Lost' } })
  const said = await Promise.all([half, change, look].map(kindOf))
  cluster.goOn()
  expect(said).toEqual(['lost', 'lost', 'lost'])
  await expect.poll(() => prisma.horse.count().catch(() => -1)).toBe(0)
  // The hanging database still runs what it was sent once it resumes: `lost` means that the outcome is unknown.
  await expect.poll(async () => (await connections()).filter((pid) => stood.includes(pid))).toEqual([])
  // No connection is left in the abandoned transaction.
  for (let i = 0; i < 6; i++) await prisma.school.update({ where: { id: 1 }, data: { name: `After ${i}` } })
  const { rows } = await withClient(cluster.url, (beside) => beside.query('SELECT name FROM school'))
  expect(rows).toEqual([{ name: 'After 5' }])
})

test('A statement that takes too long is canceled in the database, and nothing of it was saved', async () => {
  expect(await kindOf(sleep(20))).toMatch(/away|lost/)
  await expect
    .poll(
      () => prisma.$queryRaw`SELECT FROM pg_stat_activity WHERE query LIKE '%pg_sleep($1)'
    AND state = 'active' AND pid <> pg_backend_pid()`,
    )
    .toEqual([])
})

test('Work with a longer limit has it for each statement', async () => {
  await withTx((tx) => tx.$queryRaw`SELECT 1 AS done FROM pg_sleep(${(2 * LIMIT_MS) / 1000})`, { timeout: 60_000 })
})
