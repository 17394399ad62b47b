import { beforeEach, expect, test } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { openMakeups } from '~/models/schedule/makeups/book-makeup.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { withTx } from '~/platform/tx.server'
import { addDays, type LocalDate, toDbDate } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, rider, rideTypes } from '../../../../test/factories'
import { packageId } from '../../../../test/payments'
import { grantPackage } from './office-grant.server'

const TODAY = '2027-03-10'
const MARCH = { year: 2027, month: 3 }
const RIDE = { lessonType: 'Group Lesson', rideTime: '16:00' }
let officeId: string

beforeEach(async () => {
  await seedCatalog()
  await rideTypes()
  setClock(`${TODAY}T17:00:00Z`)
  officeId = (await admin()).id
})

async function give(userId: string, name: string | null) {
  const id = name && (await packageId(name))
  await withTx((tx) => grantPackage(tx, officeId, { userId, month: MARCH }, id || null))
}

const absence = async (studentId: string, ride: LocalDate) => {
  const days = { rideDate: toDbDate(ride), validFrom: toDbDate(ride), validTo: toDbDate(addDays(ride, 60)) }
  const why = { why: 'absence', reason: 'Called off in time' }
  return (await prisma.makeup.create({ data: { studentId, byId: officeId, ...why, ...RIDE, ...days } })).id
}
const open = async (riderId: string) => (await openMakeups(riderId, TODAY)).map(({ id }) => id)

test('The makeup of a month is withdrawn with the package that the office gave for it, stays with another one, and returns', async () => {
  const { id } = await rider()
  await give(id, 'Package 1 - Basic')
  const makeup = await absence(id, '2027-03-08')
  const ofOtherMonth = await absence(id, '2027-02-22')
  await give(id, 'Package 2 - Premium')
  expect(await open(id)).toEqual([ofOtherMonth, makeup])
  expect(await prisma.makeup.findUnique({ where: { id: makeup } })).toMatchObject({ revokedAt: null })
  await give(id, null)
  expect(await open(id)).toEqual([ofOtherMonth])
  await give(id, 'Package 1 - Basic')
  expect(await open(id)).toEqual([ofOtherMonth, makeup])
})

test('A booked makeup stays when the office withdraws its month’s package, and is reported to the office', async () => {
  const { id } = await rider()
  await give(id, 'Package 1 - Basic')
  const makeup = await absence(id, '2027-03-08')
  const slot = { lessonDate: toDbDate('2027-03-22'), scheduledTime: '16:00', lessonType: RIDE.lessonType }
  await prisma.makeupBooking.create({ data: { makeupId: makeup, studentId: id, byId: officeId, ...slot } })
  await give(id, 'Package 2 - Premium')
  expect(await openIssues(id)).toEqual([])
  await give(id, null)
  expect(await openIssues(id)).toMatchObject([{ kind: 'makeup-unpaid', stripeId: `makeup:${makeup}` }])
  expect(await prisma.makeup.findUnique({ where: { id: makeup } })).toMatchObject({ revokedAt: null })
})
