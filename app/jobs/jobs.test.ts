import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { countTry } from '~/platform/rate-limit.server'
import { statementsOf } from '../../test/statements'
import { startJobs, stopJobs } from '.'

const DAY = 24 * 60 * 60 * 1000

beforeEach(async () => {
  await prisma.rateLimit.deleteMany()
  await prisma.jobRun.deleteMany()
})
afterEach(stopJobs)

test('The schedule deletes expired counts of tries', async () => {
  await countTry('over', { max: 3, seconds: 60 })
  await prisma.rateLimit.updateMany({ data: { resetAt: new Date(0) } })
  await countTry('still counted', { max: 3, seconds: 60 })
  await startJobs()
  expect(await prisma.rateLimit.findMany({ select: { key: true } })).toEqual([{ key: 'still counted' }])
})

test('A job that has just run does not run again at the next start', async () => {
  await startJobs()
  await countTry('over', { max: 3, seconds: 60 })
  await prisma.rateLimit.updateMany({ data: { resetAt: new Date(0) } })
  await startJobs()
  expect(await prisma.rateLimit.count()).toBe(1)
})

test('Processes that start at once run a job once', async () => {
  const { statements } = await statementsOf(() => Promise.all([startJobs(), startJobs(), startJobs()]))
  expect(statements.filter((sql) => /^DELETE FROM \S*"?rate_limits/.test(sql))).toHaveLength(1)
})

test('A database clock that was a day ahead and is right again stops no job and no limit', async () => {
  await startJobs()
  await prisma.$executeRaw`UPDATE job_runs SET started_at = now() + interval '1 day'`
  setClock(new Date(Date.now() + DAY))
  for (let tries = 0; tries < 3; tries++) await countTry('a family', { max: 3, seconds: 60 })
  setClock(null)
  expect(await countTry('a family', { max: 3, seconds: 60 })).toBe(0)
  await stopJobs()
  await startJobs()
  const ahead = await prisma.jobRun.findMany({ where: { startedAt: { gt: new Date(Date.now() + 60_000) } } })
  expect(ahead.map(({ name }) => name)).toEqual([])
})

test('A server whose clock is an hour ahead counts tries as the others do', async ({ onTestFinished }) => {
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY / 24 })
  await countTry('a family', { max: 1, seconds: 600 })
  vi.useRealTimers()
  const wait = await countTry('a family', { max: 1, seconds: 600 })
  expect(wait).toBeGreaterThan(500)
  expect(wait).toBeLessThanOrEqual(600)
})

test('A stop waits for the jobs that run, so that none meets a closed database', async () => {
  void startJobs()
  await expect.poll(() => prisma.jobRun.count({ where: { finishedAt: null } })).toBeGreaterThan(0)
  await stopJobs()
  expect(await prisma.jobRun.count({ where: { finishedAt: null } })).toBe(0)
})
