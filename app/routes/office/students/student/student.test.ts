import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { grantPackage } from '~/models/money/payments/office-grant.server'
import { recordPayment } from '~/models/money/payments/offline/record-payment.server'
import { setClock, today } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { action as loginAction } from '~/routes/auth/auth'
import { loader as listLoader } from '~/routes/office/students/management'
import { admin, emptyTables, rider, signedIn } from '../../../../../test/factories'
import { rendered } from '../../../../../test/rendered'
import { Visitor } from '../../../../../test/visitor'
import { action as editAction, loader as editLoader } from './edit'
import StudentPage, { action, loader } from './student'

let office: Visitor
let officeId: string
let emma: { id: string }

beforeAll(() => {
  setClock('2026-11-20T15:00:00Z')
})
beforeEach(async () => {
  await emptyTables()
  const user = await admin()
  officeId = user.id
  office = await signedIn(user)
  emma = await rider({ email: 'emma@stone.example' })
})

const counters = { lessonsUsed: '0', privateLessonsUsed: '0', hacksUsed: '0', horseUseUsed: '0', makeupsUsed: '0' }
const form = {
  firstName: 'Emma',
  lastName: 'Stone',
  email: 'emma@stone.example',
  phone: '',
  parentName: '',
  packageId: '',
}
const path = (id: string) => `/students/${id}/edit?month=2026-10`
const edit = async (change: Record<string, string>, id = emma.id) => {
  const { body } = await office.get(editLoader, path(id), { id })
  return office.post(editAction, path(id), { ...form, ...counters, version: body.version, ...change }, { id })
}
const pageOf = async (id: string) => (await office.get(loader, `/students/${id}`, { id })).body
const row = (id = emma.id) => prisma.user.findUniqueOrThrow({ where: { id } })

test("Edit Student on a student's page leads back to that page and its month", async () => {
  expect((await office.get(editLoader, path(emma.id), emma)).body.closeTo).toBe(`/students/${emma.id}?month=2026-10`)
  expect(await edit({ phone: '555-0199' })).toRedirect(`/students/${emma.id}?month=2026-10`)
  expect(await row()).toMatchObject({ phone: '555-0199' })
})

test('A package that was paid in cash says so, and the payment is in the list beside those of the portal', async () => {
  const month = { year: 2026, month: 11 }
  const { id: packageId } = await prisma.package.create({ data: { name: 'Package 1', price: 180, lessonsPerMonth: 4 } })
  const given = async () => (await pageOf(emma.id)).ledger.map(({ note }: { note: string }) => note)
  await grantPackage(prisma, officeId, { userId: emma.id, month }, packageId)
  expect(await given()).toEqual(['Given by the office'])
  const cash = { amount: 18_000, month, method: 'cash' as const, paidOn: '2026-11-18', packageId: null }
  await recordPayment(officeId, emma.id, cash)
  expect(await given()).toEqual(['Paid to the office: Cash, $180.00'])
  expect((await pageOf(emma.id)).payments).toMatchObject([
    { day: '2026-11-18', description: 'Cash, for November 2026', amount: 18_000, status: 'succeeded' },
  ])
})

test('An amount that was typed into the grid for a month to come is not a payment of a day to come', async () => {
  const december = { userId: emma.id, year: 2026, months: { create: { month: 12, amount: 80, method: 'check' } } }
  await prisma.offlinePayment.create({ data: december })
  const { payments } = await pageOf(emma.id)
  expect(payments).toMatchObject([{ day: today(), description: 'Check, for December 2026', amount: 8_000 }])
})

test('Where a student has no rides, the office doesn’t read what families are told', async () => {
  const html = await rendered(StudentPage, await pageOf(emma.id))
  expect(html).toContain('No rides in the next three months.')
  expect(html).toContain('No past rides yet.')
  expect(html).not.toMatch(/Check back later|Start riding/)
})

describe('The office blocks a sign-in', () => {
  test('which ends the sessions at once, and unblocks it, with both in the log', async () => {
    const family = await signedIn(emma)
    await prisma.user.update({ where: { id: emma.id }, data: { magicLinkToken: 'hash' } })
    expect((await edit({ blocked: 'on' })).status).toBe(302)
    expect((await family.page()).viewer).toBeNull()
    expect(await row()).toMatchObject({ active: false, magicLinkToken: null })
    expect(await prisma.session.count({ where: { userId: emma.id } })).toBe(0)
    expect((await pageOf(emma.id)).student.active).toBe(false)
    expect((await office.get(listLoader, '/students-management')).body.students).toMatchObject([{ active: false }])
    const login = { intent: 'login', email: 'emma@stone.example', password: 'x' }
    await new Visitor().post(loginAction, '/auth', login)
    expect(await prisma.session.count({ where: { userId: emma.id } })).toBe(0)
    await edit({ phone: '555-0188', blocked: 'on' })
    expect(await row()).toMatchObject({ active: false, phone: '555-0188' })
    await edit({})
    expect(await row()).toMatchObject({ active: true })
    const log = await prisma.auditEntry.findMany({ where: { action: { contains: 'block' } }, orderBy: { id: 'asc' } })
    expect(log.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['student.block', officeId],
      ['student.unblock', officeId],
    ])
  })

  test('which an older page of another desk does not take back', async () => {
    const { body } = await office.get(editLoader, path(emma.id), emma)
    await edit({ phone: '555-0100-200', blocked: 'on' })
    await office.post(
      editAction,
      path(emma.id),
      { ...form, ...counters, phone: '555-0177', version: body.version },
      emma,
    )
    expect(await row()).toMatchObject({ active: false, phone: '555-0177' })
    expect((await office.page()).toast?.description).toContain('sign-in blocked')
  })

  test('but never that of an administrator', async () => {
    expect(
      (await office.post(editAction, path(officeId), { ...form, ...counters, blocked: 'on' }, { id: officeId })).status,
    ).toBe(404)
    expect(
      (await office.api(`/api/admin/students/${officeId}`, { method: 'PATCH', body: { active: false } })).status,
    ).toBe(404)
    expect(await row(officeId)).toMatchObject({ active: true })
  })

  test('by the API too, which refuses what it cannot change', async () => {
    const patch = (body: object) => office.api(`/api/admin/students/${emma.id}`, { method: 'PATCH', body })
    const family = await signedIn(emma)
    expect((await patch({ active: false })).body).toMatchObject({ active: false })
    expect((await family.page()).viewer).toBeNull()
    expect((await patch({ phone: '555-0166' })).body).toMatchObject({ active: false, phone: '555-0166' })
    expect((await patch({ active: true })).body).toMatchObject({ active: true })
    const { status, body } = await patch({ firstName: 'X', totalLessons: 8, paymentStatus: 'Paid' })
    expect([status, body.message]).toEqual([
      400,
      'totalLessons, paymentStatus cannot be changed here. What can: firstName, lastName, email, phone, parentName, level, birthDate, weightLb, active, packageId, lessonsUsed, privateLessonsUsed, hacksUsed, horseUseUsed, makeupsUsed, reason, month, year',
    ])
    expect(await row()).toMatchObject({ firstName: 'Emma' })
  })
})

describe('A rider held by a guardian', () => {
  test("stands on the guardian's page, and names the guardian on the own one", async () => {
    const child = { email: null, phone: null, password: null, guardianId: emma.id }
    const leo = await rider({ ...child, firstName: 'Leo' })
    const gone = await rider({ ...child, firstName: 'Mia', hiddenAt: new Date() })
    expect((await pageOf(emma.id)).riders).toMatchObject([
      { id: leo.id, name: 'Leo Stone', removed: false },
      { id: gone.id, name: 'Mia Stone', removed: true },
    ])
    expect((await pageOf(leo.id)).guardian).toMatchObject({ id: emma.id, name: 'Emma Stone' })
    expect(await pageOf(emma.id)).toMatchObject({ guardian: null })
  })

  test('is edited without an email address', async () => {
    const leo = await rider({ firstName: 'Leo', email: null, phone: null, password: null, guardianId: emma.id })
    expect((await edit({ firstName: 'Leonard', email: '' }, leo.id)).status).toBe(302)
    expect(await row(leo.id)).toMatchObject({ firstName: 'Leonard', email: null })
    const patch = { method: 'PATCH', body: { email: null } }
    expect((await office.api(`/api/admin/students/${leo.id}`, patch)).status).toBe(200)
  })
})

test('The page of a removed student says so and restores', async () => {
  await prisma.user.update({ where: { id: emma.id }, data: { hiddenAt: new Date() } })
  expect(await pageOf(emma.id)).toMatchObject({ removed: true })
  const answer = await office.post(action, `/students/${emma.id}?month=2026-10`, { restore: 'yes' }, emma)
  expect(answer).toRedirect(`/students/${emma.id}?month=2026-10`)
  await expect(office).toToast('Student Restored')
  expect(await pageOf(emma.id)).toMatchObject({ removed: false })
  expect(await row()).toMatchObject({ hiddenAt: null })
})
