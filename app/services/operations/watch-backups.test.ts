import { mkdtemp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { admin } from '../../../test/factories'
import { watchBackups } from './watch-backups.server'

const HOUR = 60 * 60 * 1000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)
const before = { ...getEnv() }
let tries = 0

const works = async () => void tries++
const fails = async () => {
  tries++
  throw new Error('The database did not take the rows')
}
const mails = async () => {
  const rows = await prisma.outboxEmail.findMany({ select: { subject: true, recipient: true }, orderBy: { id: 'asc' } })
  return rows.map(({ subject, recipient }) => `${recipient}: ${subject}`)
}
const made = (hours: number) =>
  prisma.jobRun.upsert({
    where: { name: 'backup' },
    create: { name: 'backup', startedAt: ago(hours), finishedAt: ago(hours) },
    update: { finishedAt: ago(hours) },
  })
const tried = () => prisma.jobRun.findUnique({ where: { name: 'backup-tried' } })

beforeAll(async () => {
  const backupDir = await mkdtemp(path.join(inject('runDir'), 'backups-'))
  Object.assign(getEnv(), { mode: 'production', backupDir })
  await admin({ email: 'joan@stirrup.example', createdAt: ago(100) })
})
afterAll(() => void Object.assign(getEnv(), before))
beforeEach(async () => {
  tries = 0
  await prisma.outboxEmail.deleteMany()
  await prisma.jobRun.deleteMany()
})

test('After 36 hours without a backup the administrators are notified, once a week', async () => {
  await made(35)
  await watchBackups(works)
  expect(await mails()).toEqual([])
  await made(37)
  await watchBackups(works)
  await watchBackups(works)
  expect(await mails()).toEqual(['joan@stirrup.example: Needs attention: the last backup is old'])
  await made(37 + 7 * 24)
  await watchBackups(works)
  expect(await mails()).toHaveLength(2)
})

test('A school that never had a backup is notified too', async () => {
  await watchBackups(works)
  expect(await mails()).toEqual(['joan@stirrup.example: Needs attention: there is no backup'])
})

test('A backup that was not copied to its other place is reported, once a week', async () => {
  await made(1)
  await prisma.jobRun.create({ data: { name: 'backup-copied', finishedAt: ago(25), failedAt: ago(1) } })
  await watchBackups(works)
  expect(await mails()).toEqual([])
  Object.assign(getEnv(), { copiesBackups: true })
  await watchBackups(works)
  await watchBackups(works)
  expect(await mails()).toEqual(['joan@stirrup.example: Needs attention: the last backup was not copied'])
  await prisma.jobRun.update({ where: { name: 'backup-copied' }, data: { finishedAt: ago(0) } })
  await watchBackups(works)
  expect(await mails()).toHaveLength(1)
})

test('Without a backup in the folder there is nothing to test: what has another name is none of ours', async () => {
  await made(1)
  await writeFile(path.join(getEnv().backupDir, 'the-school-before-the-move.backup.gz'), '')
  await watchBackups(works)
  expect(tries).toBe(0)
})

test('The newest backup is tested once a week by one process, and one that cannot be restored is reported and tested again the next day', async () => {
  await made(1)
  await writeFile(path.join(getEnv().backupDir, 'stirrup-2026-11-23-031700.backup.gz.age'), '')
  await Promise.all([watchBackups(works), watchBackups(works)])
  expect(tries).toBe(1)
  expect((await tried())?.finishedAt).not.toBeNull()
  await prisma.jobRun.update({
    where: { name: 'backup-tried' },
    data: { startedAt: ago(24), finishedAt: ago(24) },
  })
  await watchBackups(works)
  expect(tries).toBe(1)
  await prisma.jobRun.update({
    where: { name: 'backup-tried' },
    data: { startedAt: ago(8 * 24), finishedAt: ago(8 * 24) },
  })
  await watchBackups(fails)
  await watchBackups(fails)
  expect(tries).toBe(2)
  expect(await mails()).toEqual(['joan@stirrup.example: Needs attention: the newest backup could not be restored'])
  await prisma.jobRun.update({ where: { name: 'backup-tried' }, data: { startedAt: ago(24) } })
  await watchBackups(works)
  expect(tries).toBe(3)
})
