import { expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { seedCatalog } from '../../../prisma/seed/catalog'
import { admin, grant, recordedRide, rider, rideTypes, signedIn } from '../../../test/factories'
import { addOnId } from '../../../test/payments'
import { statementsOf } from '../../../test/statements'

const NOTHING = Object.fromEntries(
  'january february march april may june july august september october november december'
    .split(' ')
    .map((month) => [month, 0]),
)

/** Creates a year with two months that were bought, used in part by rides and by a correction of the office. */
async function ridden() {
  await seedCatalog()
  await rideTypes()
  const { id } = await rider()
  await grant(id, '2026-03-10', '2026-03-31', { lessons: 4, privateLessons: 1, hacks: 2 })
  const { id: grantId } = await grant(id, '2026-04-01', '2026-04-30', { lessons: 4 })
  await grant(id, '2026-05-01', '2026-05-31', { lessons: 4, status: 'withdrawn' })
  const credit = { userId: id, grantId, addOnId: await addOnId('Horse Use Fee'), quantity: 3, credit: 'horse_use' }
  await prisma.userAddOn.create({ data: credit })
  const ride = (day: string, type: string, attendance: string) => recordedRide(id, day, { type, attendance })
  await ride('2026-03-12', 'Group Lesson', 'present')
  await ride('2026-03-13', 'Group Lesson', 'absent')
  await ride('2026-03-14', 'Private Lesson', 'present')
  await ride('2026-04-02', 'Hack', 'present')
  await ride('2026-04-03', 'Group Lesson', 'makeup')
  await ride('2026-04-04', 'Horse Use', 'present')
  return id
}

test('A yearly record says what was used in each month and what was bought for the year', async () => {
  const userId = await ridden()
  const office = await signedIn(await admin())
  await office.api('/api/payments/update-amount', {
    method: 'POST',
    body: { userId, year: 2026, month: 3, amount: 90 },
  })
  const { status, body } = await office.api('/api/payments/2026')
  expect(status).toBe(200)
  const { id } = await prisma.studentPayment.findFirstOrThrow({ where: { userId } })
  expect(body.find((row: { userId: string }) => row.userId === userId)).toEqual({
    id,
    userId,
    year: 2026,
    paymentMethod: 'check',
    ...NOTHING,
    march: 90,
    lessonsUsed: { ...NOTHING, march: 2 },
    privateLessonsUsed: { ...NOTHING, march: 1 },
    hacksUsed: { ...NOTHING, april: 1 },
    makeupsUsed: { ...NOTHING, april: 1 },
    horseUseUsed: { ...NOTHING, april: 1 },
    groupLessonsPurchased: 8,
    privateLessonsPurchased: 1,
    hacksPurchased: 2,
    horseUsePurchased: 3,
  })
})

test('The yearly records of many students are read fifty students at a time', async () => {
  const office = await signedIn(await admin())
  const { id: guardianId } = await rider()
  const data = Array.from({ length: 120 }, (_, i) => ({ firstName: `Rider ${i}`, lastName: 'Many', guardianId }))
  await prisma.user.createMany({ data })
  const { answer, statements } = await statementsOf(() => office.api('/api/payments/2026'))
  expect(answer.body.length).toBeGreaterThanOrEqual(data.length)
  const allowances = statements.filter((text) => text.includes('usage_adjustments'))
  expect(allowances).toHaveLength(Math.ceil(answer.body.length / 50))
})

test('An offline row includes its ID and how it was paid', async () => {
  const { id: userId } = await rider()
  await rider()
  const office = await signedIn(await admin())
  await office.api(`/api/admin/offline-payments/${userId}/2026/5`, { method: 'PUT', body: { amount: 80 } })
  const { id } = await prisma.offlinePayment.findFirstOrThrow({ where: { userId } })
  const row = { id, userId, year: 2026, paymentMethod: 'check', ...NOTHING, may: 80, cents: { ...NOTHING, may: 8_000 } }
  expect((await office.api(`/api/admin/offline-payments/2026?studentId=${userId}`)).body).toEqual([row])
  expect((await office.api('/api/admin/offline-payments/2026')).body).toContainEqual(row)
})

test('Twelve months of a new year that are recorded at the same time are one record', async () => {
  const { id: userId } = await rider()
  const office = await signedIn(await admin())
  const note = (month: number) =>
    office.api('/api/payments/update-amount', { method: 'POST', body: { userId, year: 2027, month, amount: month } })
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => note(i + 1)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(await prisma.studentPayment.findMany({ where: { userId }, select: { year: true, months: true } })).toEqual([
    { year: 2027, months: expect.objectContaining({ length: 12 }) },
  ])
})

test.each([
  [45.5, 45.5],
  ['45.50', 45.5],
  ['45.00', 45],
  ['', 0],
])('A month of the yearly record accepts %j dollars', async (amount, kept) => {
  const { id: userId } = await rider()
  const office = await signedIn(await admin())
  const body = { userId, year: 2026, month: 'march', amount }
  expect((await office.api('/api/payments/update-amount', { method: 'POST', body })).status).toBe(200)
  const rows: { userId: string }[] = (await office.api('/api/payments/2026')).body
  expect(rows.find((row) => row.userId === userId)).toMatchObject({ march: kept, april: 0 })
})

test.each([45.555, -1, '4x', 100_000_000, null])('A month of the yearly record refuses %j dollars', async (amount) => {
  const { id: userId } = await rider()
  const office = await signedIn(await admin())
  const body = { userId, year: 2026, month: 3, amount }
  expect(await office.api('/api/payments/update-amount', { method: 'POST', body })).toMatchObject({
    status: 400,
    body: { field: 'amount', message: 'amount: Enter dollars such as 45 or 45.50' },
  })
})

test('The yearly records have a row for each student, and for a removed one who has a record', async () => {
  const [listed, removed, recorded] = [
    await rider(),
    await rider({ hiddenAt: new Date() }),
    await rider({ hiddenAt: new Date() }),
  ]
  const office = await signedIn(await admin())
  const change = { userId: recorded.id, year: 2026, paymentMethod: 'cash' }
  await office.api('/api/payments/update-method', { method: 'POST', body: change })
  const rows: { userId: string }[] = (await office.api('/api/payments/2026')).body
  const rowOf = ({ id }: { id: string }) => rows.find(({ userId }) => userId === id)
  expect(rowOf(listed)).toMatchObject({ id: null, paymentMethod: 'check', ...NOTHING, groupLessonsPurchased: 0 })
  expect(rowOf(recorded)).toMatchObject({ id: expect.any(Number), paymentMethod: 'cash' })
  expect(rowOf(removed)).toBeUndefined()
})
