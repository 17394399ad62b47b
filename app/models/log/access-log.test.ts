import { beforeEach, describe, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { hashPassword } from '~/platform/password.server'
import { action as confirm } from '~/routes/auth/confirm'
import { loader as log } from '~/routes/office/settings/log'
import { loader as studentsExport } from '~/routes/office/students/export'
import { mailedToken } from '../../../test/api-school'
import { admin, emptyTables, rider, signedIn } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { sealLog } from './chain.server'
import { reportLog } from './tell-of-log.server'

const PASSWORD = 'barn-cat-sleeps'
const EMAIL = 'emma@stone.example'
let office: Visitor
let family: Awaited<ReturnType<typeof rider>>

beforeEach(async () => {
  await emptyTables()
  const password = await hashPassword(PASSWORD)
  office = await signedIn(await admin({ firstName: 'Joan', lastName: 'Ashby' }))
  family = await rider({ email: EMAIL, password, firstName: 'Emma', lastName: 'Stone' })
})

const call = (visitor: Visitor, path: string, body: unknown) => visitor.api(path, { method: 'POST', body })
const shown = async (query = '') => {
  const { body } = await office.get(log, `/settings/log${query}`)
  return body.lines.map(({ who, what }: { who: string; what: string }) => `${who} ${what}`)
}

describe('The log shows', () => {
  test('The log shows who signed in and out, by which way, and who tried', async () => {
    const visitor = new Visitor()
    await call(visitor, '/api/login', { email: EMAIL, password: 'wrong-one' })
    await call(visitor, '/api/login', { email: EMAIL, password: PASSWORD })
    await call(visitor, '/api/logout', {})
    await call(office, '/api/auth/magic-link', { email: EMAIL })
    await call(visitor, '/api/auth/magic-login', { token: await mailedToken('magic', EMAIL) })
    expect(await shown()).toEqual([
      'Emma Stone signed in with a mailed link',
      'Joan Ashby asked for a sign-in link: Emma Stone',
      'Emma Stone signed out',
      'Emma Stone signed in with a password',
      'Someone tried a wrong password for Emma Stone',
    ])
    expect(await shown('?show=links')).toEqual(['Joan Ashby asked for a sign-in link: Emma Stone'])
    expect(await shown('?show=sign-ins')).toHaveLength(4)
  })

  test('The log shows tries with an address that has no account, without what was typed', async () => {
    await call(new Visitor(), '/api/login', { email: 'barn-cat-sleeps@typed.example', password: 'typed-too' })
    expect(await shown()).toEqual(['Someone tried a wrong password for an address without an account'])
    expect(JSON.stringify(await prisma.auditEntry.findMany())).not.toMatch(/typed|barn-cat/)
  })

  test('The log shows who downloaded which file, without the search', async () => {
    await office.get(studentsExport, '/students/export?q=stone')
    expect(await shown('?show=files')).toEqual(['Joan Ashby downloaded /students/export'])
  })

  test('The log shows that a password was confirmed', async () => {
    const visitor = await signedIn(family)
    await prisma.$executeRaw`UPDATE sessions SET confirmed_at = NULL WHERE user_id = ${family.id}`
    await visitor.post(confirm, '/confirm?to=/profile/download', { 'own-password': 'wrong' })
    await visitor.post(confirm, '/confirm?to=/profile/download', { 'own-password': PASSWORD })
    expect(await shown()).toEqual([
      'Emma Stone said their password again',
      'Someone said a wrong password when asked again for Emma Stone',
    ])
  })

  test('The log shows fifty lines per page', async () => {
    await prisma.$executeRaw`
      INSERT INTO audit_log (action, entity, entity_id, detail)
      SELECT 'account.sign-in', 'account', ${family.id}, '{"way": "password"}' FROM generate_series(1, 60)`
    expect(await shown()).toHaveLength(50)
    expect(await shown('?page=2')).toHaveLength(10)
    expect(await shown('?show=files&page=7')).toEqual([])
  })
})

test('The command reports how far the log is sealed and what is wrong, and recognizes a hash that it reported earlier', async () => {
  const url = getEnv().databaseUrl ?? ''
  await office.get(studentsExport, '/students/export')
  await sealLog()
  const { tells, problems } = await reportLog(url)
  const head = /up to (\w{64})\.$/.exec(tells)?.[1]
  expect(problems).toEqual([])
  expect((await reportLog(url, head)).problems).toEqual([])
  // Rebuilding the chain without a line gives another chain.
  await prisma.auditEntry.deleteMany({ where: { action: 'file.download' } })
  await prisma.auditSeal.deleteMany()
  await call(new Visitor(), '/api/logout', {})
  await sealLog()
  expect((await reportLog(url)).problems).toEqual([])
  expect((await reportLog(url, head)).problems).toEqual(['The hash that you gave is not in the chain.'])
})
