import { beforeEach, describe, expect, test } from 'vitest'
import { eraseFamily } from '~/models/privacy/erase.server'
import { sweepOldData } from '~/models/privacy/sweep.server'
import { audit, auditStrangers } from '~/platform/audit.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { admin, emptyTables, rider } from '../../../test/factories'
import { checkLog, sealLog } from './chain.server'

let actorId: string

beforeEach(async () => {
  await emptyTables()
  actorId = (await admin()).id
})

const write = (entityId: string, detail = {}) =>
  audit(prisma, { actorId, action: 'horse.save', entity: 'horse', entityId, detail })
const breaks = async () => (await checkLog()).breaks
const writeThree = async () => {
  const ids = [await write('1', { from: 'Bay' }), await write('2'), await write('3')]
  await sealLog()
  return ids as [number, number, number]
}

describe('The log is a chain', () => {
  test('The chain grows with each run, and is valid', async () => {
    await writeThree()
    const { head } = await checkLog()
    expect(await sealLog()).toBe(0)
    await write('4')
    expect((await checkLog()).waiting).not.toBeNull()
    expect(await sealLog()).toBe(1)
    const chain = await checkLog()
    expect(chain).toMatchObject({ breaks: [], seals: 4, waiting: null })
    expect(chain.head).not.toBe(head)
  })

  test('A chain without entries is valid too', async () => {
    expect(await checkLog()).toEqual({ breaks: [], seals: 0, head: null, waiting: null })
  })

  test('The newest entries of the chain can be checked alone: damage before them is found by checking all', async () => {
    const [first, second] = await writeThree()
    await prisma.$executeRaw`DELETE FROM audit_log WHERE id = ${first}`
    expect((await checkLog(2)).breaks).toEqual([])
    expect((await checkLog(3)).breaks).toEqual([`Line ${first} was taken out`])
    await prisma.$executeRaw`UPDATE audit_log SET actor_id = NULL WHERE id = ${second}`
    expect((await checkLog(2)).breaks).toEqual([`Line ${second} was changed`])
    expect((await checkLog()).breaks).toHaveLength(2)
  })

  test('A long log from before is sealed in one run', async () => {
    await prisma.$executeRaw`
      INSERT INTO audit_log (action, entity, entity_id, detail) SELECT 'horse.save', 'horse', n, '{}' FROM generate_series(1, 1203) n`
    expect(await sealLog()).toBe(1203)
    expect(await checkLog()).toMatchObject({ breaks: [], seals: 1203 })
  })

  test('Processes that seal and write at once do not fork the chain', async () => {
    const work = Array.from({ length: 40 }, (_, n) => (n % 4 ? write(String(n)) : sealLog().catch(() => 0)))
    await Promise.all(work)
    await sealLog()
    expect(await checkLog()).toMatchObject({ breaks: [], seals: 30, waiting: null })
  })

  test('An entry that is written late is sealed late', async () => {
    const late = withTx(async (tx) => {
      await audit(tx, { actorId, action: 'horse.save', entity: 'horse', entityId: 'late' })
    })
    await write('early')
    await Promise.all([late, sealLog()])
    await sealLog()
    expect(await checkLog()).toMatchObject({ breaks: [], seals: 2 })
  })

  test.each<[string, (ids: [number, number, number]) => Promise<unknown>, RegExp]>([
    [
      'took a line out',
      ([, id]) => prisma.$executeRaw`DELETE FROM audit_log WHERE id = ${id}`,
      /Line \d+ was taken out/,
    ],
    [
      'changed who it was',
      ([, id]) => prisma.$executeRaw`UPDATE audit_log SET actor_id = NULL WHERE id = ${id}`,
      /Line \d+ was changed/,
    ],
    [
      'changed the time',
      ([, id]) => prisma.$executeRaw`UPDATE audit_log SET at = at - interval '1 second' WHERE id = ${id}`,
      /Line \d+ was changed/,
    ],
    [
      'changed the detail',
      ([id]) => prisma.$executeRaw`UPDATE audit_log SET detail = '{"from": "Gray"}' WHERE id = ${id}`,
      /The detail of line \d+ was changed/,
    ],
    [
      'took a line out with its seal',
      async ([, id]) => {
        await prisma.$executeRaw`DELETE FROM audit_log WHERE id = ${id}`
        await prisma.$executeRaw`DELETE FROM audit_seals WHERE line_id = ${id}`
      },
      /1 of the seals are missing/,
    ],
    [
      'closed the gap',
      async ([, id]) => {
        await prisma.$executeRaw`DELETE FROM audit_log WHERE id = ${id}`
        await prisma.$executeRaw`DELETE FROM audit_seals WHERE line_id = ${id}`
        await prisma.$executeRaw`UPDATE audit_seals SET seq = 2 WHERE seq = 3`
      },
      /The seal of line \d+ was changed/,
    ],
    [
      'said that it was old',
      async ([by, id]) => {
        await prisma.$executeRaw`DELETE FROM audit_log WHERE id = ${id}`
        await prisma.$executeRaw`UPDATE audit_seals SET gone_by = ${by} WHERE line_id = ${id}`
      },
      /does not say that 1 lines were forgotten/,
    ],
  ])('The chain shows where someone %s', async (_, tamper, says) => {
    const ids = await writeThree()
    await tamper(ids)
    expect(await breaks()).toEqual([expect.stringMatching(says)])
  })

  test('Deleting what is old and clearing names keeps the chain valid, and records how much it was', async () => {
    await writeThree()
    await prisma.$executeRaw`
      INSERT INTO audit_log (action, entity, entity_id, detail, at)
      SELECT action, 'ride', 'x', '{"text": "Shy", "to": 1}', now() - interval '10 years' FROM unnest(ARRAY['ride.note', 'horse.save']) action`
    await sealLog()
    await sweepOldData()
    expect(await prisma.auditEntry.count({ where: { entity: 'ride' } })).toBe(0)
    expect(await breaks()).toEqual([])
    await sealLog()
    expect(await checkLog()).toMatchObject({ breaks: [], waiting: null })
    const said = await prisma.auditEntry.findMany({ where: { action: 'log.forget' }, orderBy: { id: 'asc' } })
    expect(said.map(({ entityId, detail }) => [entityId, detail])).toEqual([
      ['retention', { lines: 1 }],
      ['retention', { lines: 2 }],
    ])
    await prisma.$executeRaw`DELETE FROM audit_log WHERE entity_id = '2'`
    expect(await breaks()).toHaveLength(1)
  })

  test('Erasing a family keeps the chain valid, and no seal reveals what was erased', async () => {
    const { id } = await rider({ firstName: 'Emma', lastName: 'Stone' })
    await audit(prisma, { actorId, action: 'student.edit', entity: 'student', entityId: id, detail: { to: 'Emma' } })
    await write('9', { text: 'Emma Stone rode him' })
    await writeThree()
    await eraseFamily(actorId, id, 'Emma Stone')
    expect(await breaks()).toEqual([])
    await sealLog()
    expect(await breaks()).toEqual([])
    expect(await prisma.auditSeal.count({ where: { detailBy: { not: null }, salt: null } })).toBe(2)
  })
})

test('Strangers can add at most thirty entries an hour', async () => {
  const of = { entity: 'account', entityId: 'unknown' } as const
  for (let tried = 0; tried < 40; tried++) {
    await auditStrangers(prisma, { actorId: null, action: 'account.sign-in-failed', ...of })
  }
  expect(await prisma.auditEntry.count({ where: of })).toBe(30)
})
