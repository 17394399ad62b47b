import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { getEnv } from '~/platform/env.server'
import { webhookProblems } from '~/services/stripe/connection-problems.server'
import { EVENT_TYPES } from '~/services/stripe/event-types'
import { examine } from './examine.server'

const env = { ...getEnv() }
const url = () => process.env.DATABASE_URL ?? ''

afterEach(() => void Object.assign(getEnv(), env))

test('The doctor reports what the status page reports', async () => {
  expect(await examine(url())).toContainEqual(expect.stringMatching(/^Backup\. No backup yet\. Run npm run backup/))
})

test.each([
  [
    'a database that is away',
    'postgresql://rider:hidden-word@127.0.0.1:1/school',
    'PostgreSQL at 127.0.0.1:1 does not answer',
  ],
  ['a host that nobody knows', 'postgresql://rider:hidden-word@no-such.invalid/school', 'has a name that nobody knows'],
])('The doctor reports %s, without a password', async (_, address, says) => {
  const told = (await examine(address)).join('\n')
  expect(told).toContain(says)
  expect(told).not.toContain('hidden-word')
})

test('The doctor reports a database that lacks migrations', async () => {
  const [last] = await prisma.$queryRaw<{ name: string }[]>`SELECT max(migration_name) AS name FROM _prisma_migrations`
  await prisma.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = ${last?.name}`
  expect(await examine(url())).toContain('The database lacks 1 migrations. A start applies them, or npm run migrate.')
  await prisma.$executeRaw`UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE migration_name = ${last?.name}`
})

test('The doctor reports rows that break a constraint added after them', async () => {
  await prisma.$executeRaw`ALTER TABLE ride_types ADD CONSTRAINT ride_types_blue CHECK (color = 'blue') NOT VALID`
  const told = await examine(url())
  await prisma.$executeRaw`ALTER TABLE ride_types DROP CONSTRAINT ride_types_blue`
  expect(told).toContainEqual(
    expect.stringMatching(
      /^Rows of the table ride_types break its rule ride_types_blue, .* VALIDATE CONSTRAINT ride_types_blue$/,
    ),
  )
})

test('The doctor reports a mail server that ends the connection, without its password', async () => {
  const server = createServer((socket) => socket.end('554 no\r\n')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  Object.assign(getEnv(), { smtpUrl: `smtp://school:hidden-word@127.0.0.1:${port}` })
  const told = (await examine(url())).join('\n')
  expect(told).toContain(`The mail server 127.0.0.1:${port} takes no email from us`)
  expect(told).not.toContain('hidden-word')
  server.close()
})

test('The doctor checks that the webhook exists, is enabled, and gets every event', () => {
  const address = 'https://school.example/webhooks/stripe'
  const hook = { url: address, status: 'enabled', enabled_events: [...EVENT_TYPES] as string[] }
  const told = (...data: (typeof hook)[]) => webhookProblems({ data } as Parameters<typeof webhookProblems>[0], address)
  expect(told(hook)).toEqual([])
  expect(told({ ...hook, enabled_events: ['*'] })).toEqual([])
  expect(told()).toEqual([expect.stringContaining('Stripe has no webhook with the address')])
  expect(told({ ...hook, status: 'disabled' })).toEqual([expect.stringContaining('is disabled at Stripe')])
  expect(told({ ...hook, enabled_events: EVENT_TYPES.slice(1) })).toEqual([
    expect.stringContaining(`does not get ${EVENT_TYPES[0]}`),
  ])
})
