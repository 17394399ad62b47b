import pg from 'pg'
import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { bare, listStatement, plain, queryLists, rowList, text } from '~/platform/row-lists.server'
import { withTx } from '~/platform/tx.server'
import { takeDifferences } from './observe'

const differences = async () => (await takeDifferences()).map((found) => found.replace(/^\S+ /, ''))

test('A statement whose answer is not of the type at its call is found, outside and inside a transaction', async () => {
  await prisma.$queryRaw<{ a: number; list: string[] }[]>`SELECT 1 AS b, '[1]'::json AS list`
  expect(await differences()).toEqual([
    'has no column "a"',
    'has a column "b" that its type does not',
    '"list[]" is of kind number, not string',
  ])
  await withTx((tx) => tx.$queryRaw<{ a: number }[]>`SELECT 1::bigint AS a WHERE false`)
  expect(await differences()).toEqual(['"a" is of kind bigint, not number'])
  await prisma.$queryRawUnsafe<{ a: string }[]>('SELECT NULL::text AS a')
  expect(await differences()).toEqual(['"a" is null'])
})

test('So is one of the driver', async () => {
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  await client.query<{ a: string }>('SELECT 1 AS a')
  await client.end()
  expect(await differences()).toEqual(['"row.a" is of kind number, not string'])
})

test('A statement that answers as its type says is not', async () => {
  await prisma.$queryRaw<{ a: number | null; at: Date }[]>`SELECT NULL::integer AS a, now() AS at`
  expect(await differences()).toEqual([])
})

test('A list whose rows are not of the type at its call is found', async () => {
  const list = rowList<{ count: number; name: string; day: string }>(
    { count: text(`v.name`), name: text('nullif(v.name, v.name)'), day: plain('v.day') },
    `(VALUES ('one', '2026-11-27'::date)) v (name, day) WHERE $1`,
  )
  await queryLists(listStatement({ list }), [true])
  expect(await differences()).toEqual([
    '"row.count" is of kind string, not number',
    '"row.name" is of kind null, not string',
    '"count" is of kind string, not number',
  ])
})

test('So is one without rows, by what its columns may hold', async () => {
  const list = rowList<{ id: number; email: string; level: string; phone: string | null; name: number | null }>(
    { id: text('id'), email: text('email'), level: plain('level'), phone: plain('phone'), name: bare('first_name') },
    'users WHERE level IS NOT NULL AND $1 AND $2',
  )
  await queryLists(listStatement({ list }), [false, true])
  expect(await differences()).toEqual([
    '"id" is of kind string, not number',
    '"name" is of kind string, not number or null',
    '"email" may be null',
    '"phone" may hold a quote, so plain() cannot select it',
    '"name" is a text, so bare() cannot select it',
  ])
})

test('A list that answers as its type says is not', async () => {
  const list = rowList<{ time: string; day: string; on: string; year: number; known: boolean; also: string | null }>(
    {
      time: plain('scheduled_time'),
      day: plain('scheduled_date'),
      on: plain(`to_char(updated_at, 'YYYY')`),
      year: bare('extract(year FROM scheduled_date)'),
      known: bare('announced_at IS NOT NULL'),
      also: text('calendar'),
    },
    `lessons RIGHT JOIN (VALUES ('"')) v (calendar) ON true WHERE student_id IS NOT NULL`,
  )
  await queryLists(listStatement({ list }))
  expect(await differences()).toEqual([])
})
