import { beforeEach, expect, test } from 'vitest'
import { makeFirstAdmin } from '~/models/people/accounts/admins/first-admin.server'
import { makeFirstAdminLink as start } from '~/models/people/accounts/admins/first-admin-link.server'
import { listSettingChanges } from '~/models/school/settings-changes.server'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { emptyTables, rider } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import { action, loader } from './first-administrator'

beforeEach(async () => {
  await emptyTables()
  await prisma.rateLimit.deleteMany()
  const empty = { firstAdminToken: null, firstAdminUntil: null }
  await prisma.installation.upsert({ where: { id: 1 }, create: { key: 'k'.repeat(16) }, update: empty })
})

/** So that the next start is no longer one of the same moment. */
const later = (change: string) =>
  prisma.$executeRawUnsafe(`UPDATE installation SET first_admin_until = first_admin_until - interval '${change}'`)
const tokenOf = (link: string | null) => new URL(link ?? '').searchParams.get('token') ?? ''
const ANN = { firstName: 'Ann', lastName: 'Hill', email: 'ann@hill.example', password: 'a new long word' }
const send = (token: string, change: Partial<typeof ANN> = {}, visitor = new Visitor()) =>
  visitor.post(action, '/first-administrator', { token, ...ANN, ...change })
const look = async (token: string) => (await new Visitor().get(loader, `/first-administrator?token=${token}`)).status
const admins = () => prisma.user.count({ where: { role: 'admin' } })

test('The link of the first start makes the first administrator, once, and leads to Get started', async () => {
  const token = tokenOf(await start())
  expect(await prisma.installation.count({ where: { firstAdminToken: token } })).toBe(0)
  expect(await look(token)).toBe(200)
  const visitor = new Visitor()
  const answer = await send(token, {}, visitor)
  expect(answer).toRedirect('/settings/start')
  expect((await visitor.page()).viewer).toMatchObject({ role: 'admin', email: ANN.email })
  expect(await prisma.outboxEmail.findMany()).toMatchObject([{ recipient: ANN.email, kind: null }])
  expect(await listSettingChanges(['admin'])).toMatchObject([
    { who: 'Server administrator', what: 'made Ann Hill an administrator' },
  ])
  expect(await look(token)).toBe(404)
  expect((await send(token, { email: 'bob@hill.example' })).status).toBe(400)
  await later('1 minute')
  expect(await start()).toBeNull()
})

test('Servers that start together print one, and a later start ends the one before', async () => {
  const links = await Promise.all([start(), start(), start(), start()])
  expect(links.filter(Boolean)).toHaveLength(1)
  const before = tokenOf(links.find(Boolean) ?? null)
  await later('31 seconds')
  const after = tokenOf(await start())
  expect([await look(before), await look(after)]).toEqual([404, 200])
  await later('1 day')
  expect(await look(after)).toBe(404)
  expect((await send(after)).status).toBe(400)
})

test('Of two people with one link one becomes an administrator', async () => {
  const token = tokenOf(await start())
  const answers = await Promise.all([send(token), send(token, { email: 'bob@hill.example' })])
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 400])
  expect(await admins()).toBe(1)
})

test('A poor password and an address with an account leave the link as it is', async () => {
  const token = tokenOf(await start())
  await rider({ email: 'emma@stone.example' })
  const short = await send(token, { password: 'short1' })
  expect(Object.keys(short.body.lastResult.error)).toEqual(['password'])
  expect(JSON.stringify(short.body)).not.toContain('short1')
  expect((await send(token, { email: 'emma@stone.example' })).body.lastResult.error.email).toBeDefined()
  expect(await look(token)).toBe(200)
  await makeFirstAdmin(getEnv().databaseUrl!, 'emma@stone.example', 'https://school.example')
  expect(await look(token)).toBe(404)
  expect((await send(token)).status).toBe(400)
  expect(await admins()).toBe(1)
})

test('Guessing is limited', async () => {
  for (let n = 0; n < 30; n++) expect(await look('guess')).toBe(404)
  await expect(look('guess')).rejects.toThrow('Too many attempts')
  expect((await send('guess')).status).toBe(429)
})
