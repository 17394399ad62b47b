import { beforeEach, describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { offlinePaymentsOf, setOfflinePayment } from '~/models/money/payments/offline/offline-payment.server'
import { portalTotals } from '~/models/money/payments/payment-year.server'
import { lockCustomer } from '~/models/money/sync/bought-order.server'
import { storeToken } from '~/models/people/accounts/links/auth-token.server'
import { newToken } from '~/models/people/accounts/token'
import { register } from '~/models/people/accounts/user.server'
import { peopleOf } from '~/models/privacy/erasure.server'
import { rideHistory } from '~/models/schedule/rides/ride.server'
import { setHidden } from '~/models/students/hide-student.server'
import { editStudent } from '~/models/students/student-edit.server'
import { prisma } from '~/platform/db.server'
import * as mergeRoute from '~/routes/office/students/family/merge'
import * as studentRoute from '~/routes/office/students/student/student'
import { toDbDate } from '~/utils/dates'
import { grant, horse, openOffice, rider, signedIn, weeklyPlace } from '../../../test/factories'
import { FAMILY, fullFamily, type Marks, OTHERS } from '../../../test/family'
import { mergeAccounts } from './merge.server'
import { findPair, mergeToConfirm, whatStops } from './merge-check.server'
import { MOVED, STAYS, YEARLY } from './merge-columns'
import { undoMerge } from './merge-undo.server'

const { office, officeId: ann } = await openOffice('2026-11-20T15:00:00Z')

const merge = (kept: string, merged: string) => mergeAccounts(ann, kept, merged, 'kept')
const userOf = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } })
const stops = async (kept: string, merged: string) => {
  const pair = await findPair(prisma, kept, merged)
  return (await whatStops(prisma, pair!)).join(' | ')
}

/** Returns every row of the tables that a merge changes, as text. */
async function dump(): Promise<Record<string, string[]>> {
  const tables = [
    'recorded_payments',
    ...MOVED.map(({ table }) => table),
    ...YEARLY.flatMap(({ table, months }) => [table, months]),
  ]
  const rows: Record<string, string[]> = {}
  for (const table of new Set(tables)) {
    const found = await prisma.$queryRawUnsafe<{ row: string }[]>(
      `SELECT (to_jsonb(t) - 'updated_at')::text AS row FROM ${table} t ORDER BY 1`,
    )
    rows[table] = found.map(({ row }) => row)
  }
  return rows
}

test('Every column of the schema that refers to a person either moves or stays for a reason', async () => {
  const rows = await prisma.$queryRaw<{ place: string }[]>`
    SELECT c.conrelid::regclass::text || '.' || a.attname AS place
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY(c.conkey)
    WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass`
  const known = [
    ...MOVED.map(({ table, column }) => `${table}.${column}`),
    ...YEARLY.map(({ table }) => `${table}.user_id`),
    ...Object.keys(STAYS),
  ]
  expect(known.sort()).toEqual(rows.map(({ place }) => place).sort())
})

describe('Two accounts of one person', () => {
  let other: Marks
  let count = 0
  beforeEach(() => {
    count += 1
    other = { ...FAMILY, email: `other${count}@quill.example`, phone: `555-0177-9${count}0` }
  })

  test('Accounts of which the opposite was said about a horse are not merged until one of the two is removed', async () => {
    const [kept, merged] = [await rider(), await rider()]
    const bella = await horse()
    const pair = { horseId: bella.id, byId: ann }
    await prisma.horseWish.create({ data: { ...pair, studentId: kept.id, good: true } })
    await prisma.horseWish.create({ data: { ...pair, studentId: merged.id, good: false } })
    const why = `${bella.name} is good with one of them and not with the other. Remove one of the two first`
    expect(await stops(kept.id, merged.id)).toBe(why)
    await expect(merge(kept.id, merged.id)).rejects.toThrow(why)
    await prisma.horseWish.updateMany({ where: { studentId: kept.id }, data: { good: false } })
    expect(await stops(kept.id, merged.id)).toBe('')
    await prisma.horseWish.deleteMany({ where: { studentId: { in: [kept.id, merged.id] } } })
  })

  test('A merge moves everything to the surviving account, and an undo moves exactly that back', async () => {
    const { user, child } = await fullFamily(other, { id: ann })
    const kept = await rider()
    await prisma.offlinePayment.create({
      data: { userId: kept.id, year: 2026, months: { create: { month: 3, amount: '80' } } },
    })
    const before = await dump()
    expect((await mergeToConfirm(kept.id, user.id))?.moves).toEqual(
      expect.arrayContaining([
        '1 rider of the family',
        '1 recorded ride',
        '1 weekly spot',
        '1 payment',
        '1 package',
        '1 note',
      ]),
    )
    const { change } = await merge(kept.id, user.id)
    for (const { table, column } of MOVED) {
      const [row] = await prisma.$queryRawUnsafe<[{ count: number }]>(
        `SELECT count(*)::integer AS count FROM ${table} WHERE ${column} = $1`,
        user.id,
      )
      expect([table, row.count]).toEqual([table, 0])
    }
    expect((await userOf(child.id)).guardianId).toBe(kept.id)
    expect(await userOf(user.id)).toMatchObject({ active: false, mergedIntoId: kept.id, magicLinkToken: null })
    expect(await prisma.session.count({ where: { userId: user.id } })).toBe(0)
    expect((await rideHistory(kept.id, '2026-11-20')).map(({ date }) => date)).toContain('2026-10-06')
    expect((await allowanceOf(kept.id, '2026-10-10')).lessons.allowed).toBeGreaterThan(3)
    const months = await prisma.offlinePaymentMonth.findMany({ where: { record: { userId: kept.id } } })
    expect(months.map(({ month }) => month).sort()).toEqual([3, 9])
    expect(await prisma.auditEntry.count({ where: { id: change, action: 'family.merge' } })).toBe(1)

    expect(await undoMerge(ann, user.id)).toMatchObject({ gone: 0, stays: [] })
    const after = await dump()
    // Its mailed links were revoked with the merge.
    const noTokens = (text: string) => text.replace(/"(magic_link|reset)_token(_expiry)?": [^,]*/g, '')
    for (const table of Object.keys(before)) {
      expect(after[table]?.map(noTokens).sort()).toEqual(before[table]?.map(noTokens).sort())
    }
    await expect(undoMerge(ann, user.id)).rejects.toMatchObject({ status: 409 })
  })

  test('A month that was recorded for both merges once the office has cleared one of them', async () => {
    const [kept, merged] = [(await rider()).id, (await rider()).id]
    const note = (userId: string, dollars: number) => setOfflinePayment(ann, { userId, year: 2026, month: 5 }, dollars)
    await note(kept, 100)
    await note(merged, 80)
    expect(await stops(kept, merged)).toContain('Both have an amount noted for May 2026. Clear one of them first')
    await note(kept, 0)
    expect(await stops(kept, merged)).toBe('')
    await merge(kept, merged)
    const mayOf = async (userId: string) => ((await offlinePaymentsOf(2026, [userId])).get(userId)?.[4] ?? 0) / 100
    expect([await mayOf(kept), await mayOf(merged)]).toEqual([80, 0])
    await undoMerge(ann, merged)
    expect([await mayOf(kept), await mayOf(merged)]).toEqual([0, 80])
  })

  test('Payments for one are in the sums of the other, and move back with an undo', async () => {
    const [kept, merged] = [(await rider()).id, (await rider()).id]
    const lines = [
      { name: 'Package 1', quantity: 1, amount: 8_000, riderId: merged },
      { name: 'Hack', quantity: 1, amount: 2_000 },
    ]
    const paid = { description: 'Package 1', status: 'succeeded', rawStatus: 'succeeded' }
    const { id } = await prisma.paymentTransaction.create({
      data: { ...paid, userId: merged, amount: 100, lines, providerCreatedAt: new Date('2026-05-05T12:00:00Z') },
    })
    await merge(kept, merged)
    expect((await portalTotals(2026, [kept])).get(kept)?.[4]).toBe(10_000)
    const [named, plain] = await prisma.paymentTransaction
      .findUniqueOrThrow({ where: { id } })
      .then(({ lines }) => lines as object[])
    expect([named, plain]).toEqual([{ ...lines[0], riderId: kept }, lines[1]])
    await undoMerge(ann, merged)
    expect((await portalTotals(2026, [merged])).get(merged)?.[4]).toBe(10_000)
    expect((await prisma.paymentTransaction.findUniqueOrThrow({ where: { id } })).lines).toEqual(lines)
  })

  test('Facts that the surviving account lacks come from the other, and are removed with the undo unless they were changed', async () => {
    const kept = (await rider({ firstName: 'Mia', lastName: null, phone: null })).id
    const facts = { firstName: 'Maria', lastName: 'Kent', phone: '8455550170', birthDate: toDbDate('2010-05-01') }
    const merged = (await rider(facts)).id
    expect(await mergeToConfirm(kept, merged)).toMatchObject({ fills: ['last name', 'phone', 'birth date'] })
    await merge(kept, merged)
    expect(await userOf(kept)).toMatchObject({ ...facts, firstName: 'Mia' })
    await prisma.user.update({ where: { id: kept }, data: { phone: '8455550171' } })
    await undoMerge(ann, merged)
    expect(await userOf(kept)).toMatchObject({ firstName: 'Mia', lastName: null, phone: '8455550171', birthDate: null })
    expect(await userOf(merged)).toMatchObject(facts)
  })

  test('What has come since stays where it is, and what was deleted stays deleted', async () => {
    const [kept, merged] = [await rider(), await rider()]
    const place = await weeklyPlace({ riderId: merged.id, startDate: '2026-11-03', time: '10:00' })
    await grant(merged.id, '2026-11-01', '2026-11-30')
    await merge(kept.id, merged.id)
    await prisma.weeklyPlace.delete({ where: { id: place.id } })
    const later = await grant(kept.id, '2026-12-01', '2026-12-31')
    expect(await undoMerge(ann, merged.id)).toMatchObject({ gone: 1 })
    expect((await prisma.grant.findUniqueOrThrow({ where: { id: later.id } })).userId).toBe(kept.id)
    expect(await prisma.grant.count({ where: { userId: merged.id } })).toBe(1)
  })

  test('A makeup that the surviving account has booked since stays with its ride; one that was booked before moves back with it', async () => {
    const [kept, merged] = [(await rider()).id, (await rider()).id]
    const held = { validFrom: toDbDate('2026-11-01'), validTo: toDbDate('2026-12-31'), byId: ann }
    const owed = (reason: string) =>
      prisma.makeup.create({
        data: { ...held, studentId: merged, why: 'office', reason, lessonType: 'Group Lesson' },
        select: { id: true },
      })
    const book = (studentId: string, makeupId: number, day: string) =>
      prisma.makeupBooking.create({
        data: {
          ...{ studentId, makeupId, lessonDate: toDbDate(day), scheduledTime: '10:00' },
          ...{ lessonType: 'Group Lesson', byId: ann },
        },
      })
    const [before, since] = [await owed('A lame horse'), await owed('Another one')]
    await prisma.makeupRequest.create({
      data: { makeupId: since.id, studentId: merged, byId: ann, wish: 'After four' },
    })
    await book(merged, before.id, '2026-12-01')
    await merge(kept, merged)
    await book(kept, since.id, '2026-12-08')
    await undoMerge(ann, merged)
    const owners = await prisma.makeup.findMany({
      where: { id: { in: [before.id, since.id] } },
      orderBy: { id: 'asc' },
      select: { studentId: true, booking: { select: { studentId: true } } },
    })
    expect(owners).toEqual([
      { studentId: merged, booking: { studentId: merged } },
      { studentId: kept, booking: { studentId: kept } },
    ])
    expect(await prisma.makeupRequest.findFirstOrThrow({ where: { makeupId: since.id } })).toMatchObject({
      studentId: kept,
    })
  })

  test('No one can sign in with the merged account, and no one takes its email', async () => {
    const [kept, merged] = [await rider(), await rider({ email: `gone${count}@quill.example` })]
    const visitor = await signedIn(merged)
    await merge(kept.id, merged.id)
    expect((await visitor.api('/api/auth/user')).status).toBe(401)
    const email = merged.email ?? ''
    expect(await storeToken('magic', email, newToken())).toBeNull()
    await expect(
      register({ email, password: 'secret-1', firstName: 'A', lastName: 'B', phone: '1', parentName: null }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(setHidden(ann, merged.id, false)).rejects.toThrow('was merged into')
    const month = { year: 2026, month: 11 }
    const unblock = { month, contact: {}, blocked: false, usage: [], reason: null }
    await expect(editStudent(ann, merged.id, unblock)).rejects.toThrow('was merged into')
  })

  test('The office chooses whose email stays, and a change signs everyone out', async () => {
    const [kept, merged] = [
      await rider({ email: `a${count}@q.example` }),
      await rider({ email: `b${count}@q.example` }),
    ]
    const visitor = await signedIn(kept)
    await mergeAccounts(ann, kept.id, merged.id, 'merged')
    expect([(await userOf(kept.id)).email, (await userOf(merged.id)).email]).toEqual([merged.email, kept.email])
    expect((await visitor.api('/api/auth/user')).status).toBe(401)
    await undoMerge(ann, merged.id)
    expect([(await userOf(kept.id)).email, (await userOf(merged.id)).email]).toEqual([kept.email, merged.email])
  })

  test('An address stays as verified as it was, whosever it becomes, and a merge revokes what was unverified', async () => {
    const proofOf = async (id: string) => (await userOf(id)).emailVerifiedAt !== null
    const [kept, merged] = [await rider({ emailVerifiedAt: null, password: 'scrypt$somebodys' }), await rider()]
    const stranger = await signedIn(kept)
    await mergeAccounts(ann, kept.id, merged.id, 'merged')
    expect([await proofOf(kept.id), await proofOf(merged.id), (await userOf(kept.id)).password]).toEqual([
      true,
      false,
      'none',
    ])
    expect((await stranger.api('/api/auth/user')).status).toBe(401)
    await undoMerge(ann, merged.id)
    expect([await proofOf(kept.id), await proofOf(merged.id)]).toEqual([false, true])
  })

  test('The provider’s reports about the merged account’s customer go to the other account', async () => {
    const [kept, merged] = [await rider(), await rider({ stripeCustomerId: `cus_merged${count}` })]
    await merge(kept.id, merged.id)
    expect(await prisma.$transaction((tx) => lockCustomer(tx, `cus_merged${count}`))).toMatchObject({ id: kept.id })
    expect((await userOf(kept.id)).stripeCustomerId).toBeNull()
  })

  test('Erasing an account also erases the accounts that were merged into it', async () => {
    const [kept, merged] = [await rider(), await rider()]
    await merge(kept.id, merged.id)
    expect((await peopleOf(prisma, kept.id))?.people.map(({ id }) => id)).toEqual([kept.id, merged.id])
  })
})

describe('What blocks a merge', () => {
  test('Two accounts that ride at the same time, every week or once, cannot be merged', async () => {
    const [kept, merged] = [await rider(), await rider()]
    await weeklyPlace({ riderId: kept.id, startDate: '2026-11-03', time: '16:00' })
    await weeklyPlace({ riderId: merged.id, startDate: '2026-11-03', time: '16:30', type: 'Hack' })
    // For weekly lessons, the first day on which both ride.
    expect(await stops(kept.id, merged.id)).toBe('Both ride on Nov 3, 2026 at 4:30 PM. Take one of them off first')
    await expect(merge(kept.id, merged.id)).rejects.toMatchObject({ status: 409 })
    expect((await userOf(merged.id)).mergedIntoId).toBeNull()
  })

  test('A running subscription, a pending payment, and amounts recorded for both block a merge', async () => {
    const [kept, merged] = [await rider(), await rider()]
    const period = { currentPeriodStart: toDbDate('2026-11-01'), currentPeriodEnd: toDbDate('2026-12-01') }
    await prisma.subscription.create({ data: { userId: merged.id, riderId: merged.id, status: 'active', ...period } })
    expect(await stops(kept.id, merged.id)).toContain('Keep Emma Stone instead')
    expect(await stops(merged.id, kept.id)).toBe('')
    await prisma.subscription.create({ data: { userId: kept.id, riderId: kept.id, status: 'active', ...period } })
    expect(await stops(merged.id, kept.id)).toContain('Both have a subscription')
    const [a, b] = [await rider(), await rider()]
    for (const { id } of [a, b]) {
      await prisma.offlinePayment.create({
        data: { userId: id, year: 2026, months: { create: { month: 3, amount: '80' } } },
      })
    }
    const price = { subtotal: '89', fee: '0', total: '89', methodType: 'card', nonce: 'nonce of a merge' }
    const days = { validFrom: toDbDate('2026-11-01'), validTo: toDbDate('2026-11-30') }
    await prisma.order.create({ data: { userId: b.id, status: 'processing', kind: 'one_time', ...price, ...days } })
    const said = await stops(a.id, b.id)
    expect(said).toContain('A payment isn’t finished')
    expect(said).toContain('Both have an amount noted for March 2026')
  })

  test('A guardian and the child are two people, and an account is merged once', async () => {
    const [guardian, other] = [await rider(), await rider()]
    const child = await rider({ email: null, guardianId: guardian.id })
    expect(await stops(guardian.id, child.id)).toContain('two people')
    expect(await stops(guardian.id, guardian.id)).toContain('the same account')
    await merge(other.id, (await rider({ firstName: 'Once' })).id)
    const [again] = await prisma.user.findMany({ where: { mergedIntoId: other.id } })
    await expect(merge(guardian.id, again!.id)).rejects.toThrow('merged into another account already')
    await expect(merge(again!.id, guardian.id)).rejects.toMatchObject({ status: 409 })
    await expect(merge(guardian.id, 'nobody')).rejects.toMatchObject({ status: 404 })
    await expect(merge(guardian.id, ann)).rejects.toMatchObject({ status: 404 })
  })
})

test('If two desks merge two accounts into each other, one succeeds', async () => {
  for (let round = 0; round < 4; round++) {
    const [a, b] = [await rider(), await rider()]
    const results = await Promise.allSettled([merge(a.id, b.id), merge(b.id, a.id)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await prisma.user.count({ where: { id: { in: [a.id, b.id] }, mergedIntoId: null } })).toBe(1)
  }
})

test('The dialog finds the other account, says what moves, and the page of the merged one undoes it', async () => {
  const [kept, merged] = [await rider({ lastName: OTHERS.last }), await rider({ lastName: OTHERS.last })]
  await weeklyPlace({ riderId: merged.id, startDate: '2026-11-03', time: '08:00' })
  const at = { id: kept.id }
  const path = `/students/${kept.id}/merge`
  const { found } = (await office.get(mergeRoute.loader, path, at)).body
  expect(found.map(({ id }: { id: string }) => id)).toEqual([merged.id])
  const { preview } = (await office.get(mergeRoute.loader, `${path}?with=${merged.id}`, at)).body
  expect(preview).toMatchObject({ kept: { id: kept.id }, reasons: [], moves: ['1 weekly spot'] })
  const swapped = (await office.get(mergeRoute.loader, `${path}?with=${merged.id}&keep=${merged.id}`, at)).body.preview
  expect(swapped.kept.id).toBe(merged.id)
  expect((await office.get(mergeRoute.loader, `${path}?with=nobody`, at)).status).toBe(404)
  const sent = await office.post(mergeRoute.action, path, { keep: kept.id, merge: merged.id }, at)
  expect(sent.status).toBe(302)
  expect((await office.page()).toast?.description).toBe(
    `The records of the other account are now under Emma ${OTHERS.last}.`,
  )
  const page = (await office.get(studentRoute.loader, `/students/${merged.id}`, { id: merged.id })).body
  expect(page.mergedInto).toMatchObject({ id: kept.id })
  const undo = { 'undo-merge': 'yes' }
  expect((await office.post(studentRoute.action, `/students/${merged.id}`, undo, { id: merged.id })).status).toBe(302)
  expect(await userOf(merged.id)).toMatchObject({ mergedIntoId: null, active: true, hiddenAt: null })
})
