import { beforeEach, expect, test } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { admin, emptyTables, grant, rider, rideTypes, weeklyPlace, weeklyRider } from '../../../test/factories'
import { listStudents, studentStats } from './student-list.server'
import { listUnpaid } from './unpaid.server'

const month = { year: 2026, month: 11 }

beforeEach(async () => {
  setClock('2026-11-20T15:00:00Z')
  await emptyTables()
  await rideTypes()
})

const sell = (name: string, price: string) => prisma.package.create({ data: { name, price, lessonsPerMonth: 4 } })
const order = (userId: string, subtotal: number, packageId: number) =>
  prisma.order.create({
    data: {
      userId,
      nonce: userId,
      methodType: 'card',
      subtotal,
      fee: 0,
      total: subtotal,
      validFrom: toDbDate('2026-11-01'),
      validTo: toDbDate('2026-11-30'),
      items: {
        create: { riderId: userId, type: 'package', packageId, name: 'Basic', quantity: 1, unitPrice: subtotal },
      },
    },
  })
const subscribe = (userId: string, change: object) =>
  prisma.subscription.create({
    data: {
      userId,
      riderId: userId,
      packagePrice: 300,
      currentPeriodStart: toDbDate('2026-11-01'),
      currentPeriodEnd: toDbDate('2026-12-01'),
      createdAt: new Date('2026-09-01T12:00:00Z'),
      ...change,
    },
  })
const unpaid = async (sort?: 'name' | 'owed' | 'since') => {
  const { students, ...sums } = await listUnpaid({ month, order: sort })
  return { rows: students.map(({ name, what, owed, since }) => [name.split(' ')[1], what, owed, since]), ...sums }
}

test('A student with neither a ride nor a package in a month is not unpaid', async () => {
  await rider({ lastName: 'Idle' })
  await weeklyRider({ lastName: 'Left' }, { startDate: '2026-09-01', endDate: '2026-11-01' })
  await weeklyRider({ lastName: 'Rides' }, { startDate: '2026-09-01' })
  const rode = await rider({ lastName: 'Rode' })
  const ride = { type: 'Hack', scheduledTime: '10:00', attendance: 'present' }
  await prisma.ride.create({ data: { ...ride, studentId: rode.id, scheduledDate: toDbDate('2026-11-03') } })
  expect((await unpaid()).rows).toEqual([
    ['Rides', null, null, null],
    ['Rode', null, null, null],
  ])
  expect(await studentStats(month)).toMatchObject({ total: 4, paid: 0, clearing: 0, pending: 2 })
  const { students } = await listStudents({ month })
  expect(students.map(({ paymentStatus }) => paymentStatus)).toEqual(['None', 'None', 'Pending', 'Pending'])
})

test('The owed package is the office’s grant, the running subscription, or the payment that failed', async () => {
  const [basic, plus] = [await sell('Basic', '220'), await sell('Plus', '350.50')]
  const given = await rider({ lastName: 'Given' })
  await grant(given.id, '2026-11-01', '2026-11-30', { packageId: basic.id })
  const subscribed = await rider({ lastName: 'Subscribed' })
  await subscribe(subscribed.id, { status: 'past_due', packageId: plus.id })
  const failed = await rider({ lastName: 'Failed' })
  const { id: orderId } = await order(failed.id, 440, basic.id)
  await grant(failed.id, '2026-11-01', '2026-11-30', { packageId: basic.id, status: 'withdrawn', orderId })
  const later = await rider({ lastName: 'Later' })
  const { id: next } = await prisma.order.create({
    data: {
      userId: later.id,
      nonce: 'n',
      methodType: 'card',
      subtotal: 1,
      fee: 0,
      total: 1,
      validFrom: toDbDate('2026-12-01'),
      validTo: toDbDate('2026-12-31'),
    },
  })
  await subscribe(later.id, { status: 'trialing', packageId: plus.id, orderId: next })
  const { rows, count, owed } = await unpaid()
  expect(rows).toEqual([
    ['Failed', 'Basic', 44000, null],
    ['Given', 'Basic', 22000, null],
    ['Subscribed', 'Plus', 30000, null],
  ])
  expect([count, owed]).toEqual([3, 96000])
})

test('The unpaid list is sorted by name, by what is owed, or by the day since', async () => {
  const [basic, plus] = [await sell('Basic', '220'), await sell('Plus', '350')]
  const [ann, bob, cleo] = [
    await rider({ lastName: 'Ann' }),
    await rider({ lastName: 'Bob' }),
    await rider({ lastName: 'Cleo' }),
  ]
  await grant(ann.id, '2026-11-01', '2026-11-30', { packageId: basic.id })
  await grant(bob.id, '2026-11-01', '2026-11-30', { packageId: plus.id })
  await weeklyPlace({ startDate: '2026-09-01', riderId: cleo.id })
  await grant(ann.id, '2026-10-01', '2026-10-31', {
    packageId: basic.id,
    orderId: (await order(ann.id, 220, basic.id)).id,
  })
  await prisma.offlinePayment.create({
    data: { userId: bob.id, year: 2026, months: { create: [{ month: 9, amount: 350 }] } },
  })
  const names = async (sort?: 'name' | 'owed' | 'since') => (await unpaid(sort)).rows.map(([name]) => name)
  expect(await names()).toEqual(['Ann', 'Bob', 'Cleo'])
  expect(await names('owed')).toEqual(['Bob', 'Ann', 'Cleo'])
  expect(await names('since')).toEqual(['Cleo', 'Bob', 'Ann'])
  expect((await unpaid()).rows.map(([, , , since]) => since)).toEqual(['2026-11-01', '2026-10-01', null])
})

test('A month that a sponsorship paid is not unpaid, and the day since is after it', async () => {
  const [emma, by] = [await rider({ lastName: 'Sponsored' }), await admin()]
  await weeklyPlace({ startDate: '2026-09-01', riderId: emma.id })
  const donation = await prisma.donation.create({
    data: { zeffyId: 'z1', status: 'completed', amount: 100, donatedAt: new Date() },
  })
  const credit = await prisma.donationCredit.create({
    data: { userId: emma.id, donationId: donation.id, creditAmount: 100, usedAmount: 50 },
  })
  const use = { creditId: credit.id, year: 2026, amount: 50, byId: by.id }
  await prisma.donationCreditUse.create({ data: { ...use, month: 10 } })
  expect((await unpaid()).rows).toEqual([['Sponsored', null, null, '2026-11-01']])
  await prisma.donationCreditUse.create({ data: { ...use, month: 11 } })
  expect((await unpaid()).rows).toEqual([])
})
