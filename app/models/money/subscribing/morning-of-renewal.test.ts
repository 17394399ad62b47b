import { beforeEach, expect, test } from 'vitest'
import { setDefaultMethod } from '~/models/money/methods/default-method.server'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { findStudentRow } from '~/models/students/student-list.server'
import { listUnpaid } from '~/models/students/unpaid.server'
import { prisma } from '~/platform/db.server'
import { loader as exportLoader } from '~/routes/office/students/export'
import { action as payLink } from '~/routes/office/students/unpaid/pay-link'
import { toDbDate } from '~/utils/dates'
import { seedCatalog } from '../../../../prisma/seed/catalog'
import { admin, emptyTables, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import { monthlyPurchase, openTestProvider, payingRider, saveMethod } from '../../../../test/payments'
import type { Visitor } from '../../../../test/visitor'
import { cancelSubscription, createSubscription } from './subscriptions.server'

const { sandbox, provider, goTo } = openTestProvider()
const FIRST = '2027-02-01'
let desk: Awaited<ReturnType<typeof admin>>
let office: Visitor
let ana: { id: string }

beforeEach(async () => {
  await emptyTables()
  await rideTypes()
  await seedCatalog()
  sandbox.faults.events = 'deliver'
  desk = await admin()
})

/** Creates a family that rides every week and subscribed three weeks before a 1st. */
async function subscriber() {
  ana = await payingRider(provider)
  await createSubscription(ana.id, await monthlyPurchase())
  await sandbox.idle()
  await weeklyPlace({ startDate: FIRST, riderId: ana.id })
}

const statusNow = async (month = 2) => ({
  row: (await findStudentRow(ana.id, { year: 2027, month }))?.paymentStatus,
  api: (await office.api(`/api/admin/students?month=2027-0${month}`)).body[0].paymentStatus,
  stats: (await office.api(`/api/admin/stats?month=2027-0${month}`)).body,
  unpaid: (await listUnpaid({ month: { year: 2027, month } })).count,
})
const RENEWS = { row: 'Renews', api: 'Renews', stats: { renews: 1, pending: 0, paid: 0, totalStudents: 1 }, unpaid: 0 }
const UNPAID = { row: 'Pending', api: 'Pending', stats: { renews: 0, pending: 1 }, unpaid: 1 }
const ridesOn = async (day: string) =>
  (await loadOfficeWeek(day, { today: day, time: '12:30' })).days.flatMap(({ date, lessons }) =>
    lessons.flatMap(({ riders }) => (date === day ? riders.map(({ word, due }) => [word, due]) : [])),
  )
const at = async (day: string, hours: number) => {
  goTo(day, hours)
  await sandbox.idle()
  // Weeks pass between the two mornings: the office's week of grace is over, and a second step would be required.
  await prisma.secondFactor.deleteMany()
  office = await signedIn(desk)
}

test('Until its renewal is charged, a month is shown as renewing and not as unpaid; after that as paid, or unpaid if the card was declined', async () => {
  await at('2027-01-10', 12)
  await subscriber()
  expect(await statusNow()).toMatchObject(RENEWS)
  await at(FIRST, 9)
  expect(await statusNow()).toMatchObject(RENEWS)
  expect((await office.get(exportLoader, '/students/export?month=2027-02')).body).toContain('Renews Feb 1')
  await office.post(payLink, `/students/${ana.id}/pay-link`, { month: '2027-02', back: '/students' }, { id: ana.id })
  expect(await prisma.outboxEmail.count({ where: { dedupeKey: { startsWith: 'pay-link' } } })).toBe(0)
  await at(FIRST, 12.5)
  expect(await prisma.subscription.findFirst()).toMatchObject({ status: 'active', currentPeriodStart: toDbDate(FIRST) })
  expect(await statusNow()).toMatchObject(RENEWS)
  expect(await ridesOn(FIRST)).toEqual([['renews Feb 1', undefined]])
  await at(FIRST, 14)
  expect(await statusNow()).toMatchObject({ row: 'Paid', stats: { renews: 0, paid: 1 }, unpaid: 0 })
  expect(await ridesOn(FIRST)).toEqual([[undefined, undefined]])
  await setDefaultMethod(ana.id, await saveMethod(provider, ana.id, 'pm_card_chargeCustomerFail'))
  await at('2027-03-01', 12.5)
  expect(await statusNow(3)).toMatchObject(RENEWS)
  await at('2027-03-01', 14)
  expect(await statusNow(3)).toMatchObject(UNPAID)
})

test('The month after the last one of a canceled subscription is unpaid', async () => {
  await at('2027-04-10', 12)
  await subscriber()
  await cancelSubscription(ana.id)
  await sandbox.idle()
  expect(await statusNow(5)).toMatchObject(UNPAID)
})

test('A month whose draft is never charged is unpaid after three days, and its rides are flagged', async () => {
  await at('2027-06-10', 12)
  await subscriber()
  const { stripeSubscriptionId } = await prisma.subscription.findFirstOrThrow()
  await provider.stripe.subscriptions.update(stripeSubscriptionId!, { pause_collection: { behavior: 'keep_as_draft' } })
  await at('2027-07-01', 14)
  expect(await statusNow(7)).toMatchObject(RENEWS)
  await at('2027-07-05', 12)
  expect(await statusNow(7)).toMatchObject(UNPAID)
  expect(await ridesOn('2027-07-05')).toEqual([['not paid', true]])
})
