import pg from 'pg'
import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { takeDifferences } from './observe'

const differences = () => takeDifferences().map((found) => found.replace(/^\S+ /, ''))

test('A statement whose answer is not of the type at its call is found, outside and inside a transaction', async () => {
  await prisma.$queryRaw<{ a: number; list: string[] }[]>`SELECT 1 AS b, '[1]'::json AS list`
  expect(differences()).toEqual([
    'has no column "a"',
    'has a column "b" that its type does not',
    '"list[]" is of kind number, not string',
  ])
  await withTx((tx) => tx.$queryRaw<{ a: number }[]>`SELECT 1::bigint AS a WHERE false`)
  expect(differences()).toEqual(['"a" is of kind bigint, not number'])
  await prisma.$queryRawUnsafe<{ a: string }[]>('SELECT NULL::text AS a')
  expect(differences()).toEqual(['"a" is null'])
})

test('So is one of the driver', async () => {
  const client = new pg.Client(process.env.DATABASE_URL)
  await client.connect()
  await client.query<{ a: string }>('SELECT 1 AS a')
  await client.end()
  expect(differences()).toEqual(['"row.a" is of kind number, not string'])
})

test('A statement that answers as its type says is not', async () => {
  await prisma.$queryRaw<{ a: number | null; at: Date }[]>`SELECT NULL::integer AS a, now() AS at`
  expect(differences()).toEqual([])
})
