import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { Prisma } from '~/generated/prisma/client'
import { copyOut } from './copy-out.server'

const large = Prisma.sql`SELECT repeat('x', 100) || n || E'\n' AS line FROM generate_series(1, ${200_000}::int) AS n`

const textOf = async (file: AsyncIterable<Buffer>) => {
  const parts: Buffer[] = []
  for await (const part of file) parts.push(part)
  return Buffer.concat(parts).toString()
}

test('A file contains every row exactly once, however long it is', async () => {
  const rows = Prisma.sql`SELECT n || repeat(${'é'}, n * n % 100000) AS line FROM generate_series(1, ${600}::int) AS n`
  const expected = Array.from({ length: 600 }, (_, i) => i + 1).map((n) => n + 'é'.repeat((n * n) % 100_000))
  expect(await textOf(await copyOut('head\n', rows))).toBe(`head\n${expected.join('')}`)
})

test('A query without rows gives a file with only its header', async () => {
  expect(await textOf(await copyOut('head\n', Prisma.sql`SELECT 'x' AS line WHERE false`))).toBe('head\n')
})

test('A file that is read slowly waits in the database, not in memory', async () => {
  const file = await copyOut('head\n', large)
  await once(file, 'readable')
  await setTimeout(300)
  expect(file.readableLength).toBeLessThan(1024 * 1024)
  expect((await textOf(file)).split('\n')).toHaveLength(200_002)
})

test('A download that its reader or the database breaks off frees its place', async () => {
  for (let i = 0; i < 5; i++) (await copyOut('', large)).destroy()
  for (let i = 0; i < 5; i++) {
    const failing = await copyOut('', Prisma.sql`SELECT (1 / (3 - n))::text AS line FROM generate_series(1, 5) AS n`)
    await expect(textOf(failing)).rejects.toThrow('division by zero')
  }
  expect(await textOf(await copyOut('', Prisma.sql`SELECT 'still here' AS line`))).toBe('still here')
})

test('A download that waits long for its connection does not count as stalled', async () => {
  const connect = pg.Client.prototype.connect
  const slow = vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(async function (this: pg.Client, ...given) {
    await setTimeout(5_500)
    return Reflect.apply(connect, this, given)
  } as typeof connect)
  const row = Prisma.sql`SELECT 'row' AS line`
  const files = await Promise.all([copyOut('one ', row), copyOut('two ', row)])
  slow.mockRestore()
  expect(await Promise.all(files.map(textOf))).toEqual(['one row', 'two row'])
})

test('A third download at once is refused with a message, and the first two are complete', async () => {
  const files = await Promise.all([copyOut('', large), copyOut('', large)])
  await expect(copyOut('', large)).rejects.toMatchObject({ code: 'busy' })
  for (const file of files) expect(await textOf(file)).toHaveLength(21_288_895)
})
