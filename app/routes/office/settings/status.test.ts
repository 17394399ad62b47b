import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { admin, rider, signedIn } from '../../../../test/factories'
import { loader } from './status'

test('The office reads how old the last backup is, and what the database is; families do not', async () => {
  const office = await signedIn(await admin())
  const read = async () => (await office.get(loader, '/settings/status')).body
  const backup = async () => (await read()).lines.find(({ subject }: { subject: string }) => subject === 'Backup')
  expect(await backup()).toMatchObject({ state: 'attention', says: 'No backup yet.', passOn: true })
  const finishedAt = new Date(Date.now() - 5 * 60_000)
  await prisma.jobRun.create({ data: { name: 'backup', startedAt: finishedAt, finishedAt } })
  expect(await backup()).toMatchObject({ state: 'attention', says: expect.stringContaining('None was restored yet') })
  await prisma.jobRun.create({ data: { name: 'backup-tried', startedAt: finishedAt, finishedAt } })
  expect(await backup()).toMatchObject({
    state: 'fine',
    says: expect.stringContaining('The last backup was made 5 minutes ago'),
  })
  expect(await read()).not.toHaveProperty('version.migration')
  const family = await signedIn(await rider())
  expect((await family.get(loader, '/settings/status')).status).not.toBe(200)
})

test('The page says if a proxy in front of the server is not trusted', async () => {
  const office = await signedIn(await admin())
  const subjects = async (headers: HeadersInit) => {
    const { body } = await office.send(loader, '/settings/status', { headers })
    return body.lines.map(({ subject }: { subject: string }) => subject)
  }
  expect(await subjects({})).not.toContain('Proxy')
  expect(await subjects({ 'X-Forwarded-For': '203.0.113.9' })).toContain('Proxy')
})
