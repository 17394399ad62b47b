import { beforeEach, expect, test } from 'vitest'
import { openIssues } from '~/models/money/issues/payment-issue.server'
import { findStudentRow } from '~/models/students/student-list.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as page } from '~/routes/office/students/student/student'
import { action } from '~/routes/office/students/student/use-credit'
import { admin, emptyOnly, rider, rideTypes, signedIn, weeklyPlace } from '../../../../test/factories'
import { creditsOf, spendCredit, undoCreditUse } from './credit.server'
import { readDonation } from './donation.schema'
import { saveDonations } from './donation.server'

const november = { year: 2026, month: 11 }
await rideTypes()
const ann = await admin()
const office = await signedIn(ann)
let student: string

beforeEach(async () => {
  setClock('2026-11-20T12:00:00-05:00')
  await emptyOnly('donations', 'donation_credits', 'audit_log', 'donation_credit_uses')
  student = (await rider()).id
  await donate('completed')
})

async function donate(status: string) {
  const record = { id: 'd1', amount: '40.00', date: '2026-11-10', purpose: 'Lesson sponsorship', studentId: student }
  const { data, error } = readDonation(
    { ...record, status, firstName: 'Martha', lastName: 'Ellis' },
    'America/New_York',
  )
  if (!data) throw error
  await saveDonations([data])
}
const credit = async () => {
  const [only] = await creditsOf(student)
  if (!only) throw new Error('There is no credit')
  return only
}
const spend = async (amount: number, used?: number) =>
  spendCredit(ann.id, { creditId: (await credit()).id, studentId: student, month: november, amount }, used?.toString())
const status = async (month = november) => (await findStudentRow(student, month))?.paymentStatus
const post = async (fields: Record<string, string>, visitor = office) =>
  visitor.post(action, `/students/${student}/credit?month=2026-11`, fields, { id: student })

test('The office pays for a month with a credit on the student’s page, and undoes it', async () => {
  await weeklyPlace({ riderId: student, startDate: '2026-11-03' })
  expect(await status()).toBe('Pending')
  const { id } = await credit()
  await post({ credit: String(id), month: '2026-11', amount: '15.00' })
  expect([(await office.page()).toast?.type, (await credit()).used]).toEqual(['error', 0])
  const sent = await post({ credit: String(id), month: '2026-11', amount: '15.00', version: '0' })
  expect(sent).toRedirect(`/students/${student}?month=2026-11`)
  await expect(office).toToast('Credit Used', { description: '$15.00 used, $25.00 left' })
  const { body } = await office.get(page, `/students/${student}?month=2026-11`, { id: student })
  expect(body.student.paymentStatus).toBe('Paid')
  expect(body.credits).toMatchObject([
    { donor: 'Martha Ellis', left: 2500, uses: [{ monthName: 'November 2026', amount: 1500, by: 'Ann Office' }] },
  ])
  expect(await status({ year: 2026, month: 12 })).not.toBe('Paid')
  await post({ undo: String(body.credits[0].uses[0].id) })
  expect([await status(), (await credit()).left, (await credit()).uses]).toEqual(['Pending', 4000, []])
  const actions = await prisma.auditEntry.findMany({ where: { entityId: student }, orderBy: { id: 'asc' } })
  expect(actions.map(({ action }) => action)).toEqual(['credit.use', 'credit.undo'])
})

test.each(['0', '-5', '40.01', 'ten', ''])('An amount of %o is refused', async (amount) => {
  const { id } = await credit()
  await post({ credit: String(id), month: '2026-11', amount, version: '0' })
  expect((await office.page()).toast?.type).toBe('error')
  expect((await credit()).used).toBe(0)
})

test('Two desks at once use a credit once', async () => {
  const shown = (await credit()).used
  const results = await Promise.allSettled([spend(1500, shown), spend(1500, shown)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await credit()).used).toBe(1500)
  await expect(spend(1500, shown)).rejects.toBeRefused('outdated')
})

test('However many use it at once, no more is used than was donated', async () => {
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => spend(1500)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await credit()).toMatchObject({ used: 3000, left: 1000 })
})

test('A use is undone once, even by two desks', async () => {
  await spend(1500)
  await spend(500)
  const use = (await credit()).uses.find(({ amount }) => amount === 1500)?.id ?? 0
  await Promise.all([undoCreditUse(ann.id, student, use), undoCreditUse(ann.id, student, use)])
  expect(await credit()).toMatchObject({ used: 500, left: 3500 })
})

test('The returned part of a refunded sponsorship cannot be used again', async () => {
  await spend(1500)
  await donate('refunded')
  expect(await credit()).toMatchObject({ amount: 1500, left: 0 })
  await undoCreditUse(ann.id, student, (await credit()).uses[0]?.id ?? 0)
  expect(await credit()).toMatchObject({ amount: 0, used: 0, left: 0 })
})

test('A credit pays only for its own student, and only the office can use it', async () => {
  const other = await rider()
  const { id: creditId } = await credit()
  const wrong = spendCredit(ann.id, { creditId, studentId: other.id, month: november, amount: 100 })
  await expect(wrong).rejects.toBeRefused('not_found')
  await spend(1500)
  const use = (await credit()).uses[0]?.id ?? 0
  await expect(undoCreditUse(ann.id, other.id, use)).rejects.toBeRefused('not_found')
  const family = await signedIn({ id: student })
  expect((await post({ undo: String(use) }, family)).status).toBe(403)
})

test('A month paid by a credit is unpaid once its donation was refunded, and the office is asked until the use is undone', async () => {
  await weeklyPlace({ riderId: student, startDate: '2026-11-03' })
  await spend(4000)
  expect(await status()).toBe('Paid')
  await donate('refunded')
  expect(await status()).toBe('Pending')
  expect(await openIssues(student)).toMatchObject([
    { kind: 'sponsorship-returned', amount: 4000, detail: expect.stringContaining('November 2026') },
  ])
  await donate('completed')
  expect([await status(), await openIssues(student)]).toEqual(['Paid', []])
  await donate('refunded')
  await post({ undo: String((await credit()).uses[0]?.id) })
  expect([await status(), await openIssues(student)]).toEqual(['Pending', []])
})
