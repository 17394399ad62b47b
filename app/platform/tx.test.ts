import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { prisma, QueryOutsideTransaction } from './db.server'
import { type Tx, withTx } from './tx.server'

const resetAt = new Date('2030-01-01')
const newKey = () => `tx-test:${randomUUID()}`
const write = (db: Tx, key: string) => db.rateLimit.create({ data: { key, resetAt } })
const exists = async (key: string) => Boolean(await prisma.rateLimit.findUnique({ where: { key } }))

test('A transaction writes everything, or nothing if its work throws', async () => {
  const [kept, lost] = [newKey(), newKey()]
  await withTx((tx) => write(tx, kept))
  const failed = withTx(async (tx) => {
    await write(tx, lost)
    throw new Error('changed my mind')
  })
  await expect(failed).rejects.toThrow('changed my mind')
  expect(await exists(kept)).toBe(true)
  expect(await exists(lost)).toBe(false)
})

test('A query outside an open transaction throws at once and rolls it back', async () => {
  const key = newKey()
  const failed = withTx(async (tx) => {
    await write(tx, key)
    await prisma.rateLimit.count()
  })
  await expect(failed).rejects.toThrow(QueryOutsideTransaction)
  expect(await exists(key)).toBe(false)
})

test.each(['$queryRaw', '$executeRaw', '$transaction'] as const)(
  '%s outside an open transaction throws too',
  async (method) => {
    await expect(withTx(async () => prisma[method])).rejects.toThrow(`prisma.${method} was used inside withTx()`)
  },
)

test('Work that a transaction started may query after the transaction has ended', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  let later: Promise<number> | undefined
  await withTx(async () => {
    later = ended.then(() => prisma.rateLimit.count())
  })
  end()
  await expect(later).resolves.toBeTypeOf('number')
})

test('An inner transaction joins the outer one', async () => {
  const key = newKey()
  const failed = withTx(async (tx) => {
    await withTx((inner) => write(inner, key))
    expect(await tx.rateLimit.count({ where: { key } })).toBe(1)
    throw new Error('outer')
  })
  await expect(failed).rejects.toThrow('outer')
  expect(await exists(key)).toBe(false)
})

test('Fifty transactions at once, each reading before it writes, count to fifty', async () => {
  const key = newKey()
  await write(prisma, key)
  const increment = withTx.bind(null, async (tx: Tx) => {
    await tx.$queryRaw`SELECT key FROM rate_limits WHERE key = ${key} FOR UPDATE`
    const { count } = await tx.rateLimit.findUniqueOrThrow({ where: { key } })
    await tx.rateLimit.update({ where: { key }, data: { count: count + 1 } })
  })
  const reads = Array.from({ length: 50 }, () => prisma.rateLimit.findUnique({ where: { key } }))
  await Promise.all([...Array.from({ length: 50 }, () => increment()), ...reads])
  expect(await prisma.rateLimit.findUnique({ where: { key } })).toMatchObject({ count: 50 })
})

test('A raw statement that meets a deadlock runs again, and nothing is written twice', async () => {
  const key = newKey()
  let runs = 0
  await withTx(async (tx) => {
    runs += 1
    await write(tx, key)
    if (runs < 3)
      await tx.$executeRaw`DO $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = 'deadlock_detected'; END $$`
  })
  expect(runs).toBe(3)
  expect(await exists(key)).toBe(true)
})

test('A transaction that conflicts with another one runs again', async () => {
  const key = newKey()
  await write(prisma, key)
  const increment = () =>
    withTx(
      async (tx) => {
        const { count } = await tx.rateLimit.findUniqueOrThrow({ where: { key } })
        await tx.rateLimit.update({ where: { key }, data: { count: count + 1 } })
      },
      { isolationLevel: 'Serializable' },
    )
  await Promise.all([increment(), increment()])
  expect(await prisma.rateLimit.findUnique({ where: { key } })).toMatchObject({ count: 2 })
})

test('Relations that one query of a transaction asks for are read one after the other, without a warning of the driver', async () => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => warnings.push(message)
  process.on('warning', onWarning)
  await withTx(async (tx) => {
    await tx.user.create({ data: { firstName: 'Ada' } })
    return tx.user.findMany({ include: { sessions: true, grants: true, orders: true } })
  })
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})
