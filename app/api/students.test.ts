import { beforeEach, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { prisma } from '~/platform/db.server'
import { emptyTables, openOffice, recordedRide, rider, signedIn } from '../../test/factories'
import { Visitor } from '../../test/visitor'

const day = '2026-11-20'
let office: Visitor
let officeId: string
let emma: Awaited<ReturnType<typeof rider>>

beforeEach(async () => {
  await emptyTables()
  ;({ office, officeId } = await openOffice(`${day}T15:00:00Z`))
  emma = await rider({ email: 'emma@stone.example' })
})

const lessonsUsed = async () => (await allowanceOf(emma.id, day)).lessons.used

test('The API lists, adds, changes, resets and removes students', async () => {
  await recordedRide(emma.id, '2026-11-03')
  const [row] = (await office.api('/api/admin/students')).body
  expect(row).toEqual({
    id: emma.id,
    firstName: 'Emma',
    lastName: 'Stone',
    email: 'emma@stone.example',
    phone: '555-0100-200',
    parentName: null,
    active: true,
    package: null,
    lessonsUsed: 1,
    totalLessons: 0,
    privateLessonsUsed: 0,
    totalPrivateLessons: 0,
    hacksUsed: 0,
    totalHacks: 0,
    horseUseUsed: 0,
    totalHorseUse: 0,
    oneTimeHorseUse: 0,
    makeupsUsed: 0,
    totalMakeups: 0,
    absences: 0,
    paymentStatus: 'Pending',
    lastPayment: null,
    currentMonth: 11,
    currentYear: 2026,
  })
  expect((await office.api('/api/admin/students-monthly?month=2026-10')).body[0]).toMatchObject({
    lessonsUsed: 0,
    currentMonth: 10,
  })
  expect(await office.api('/api/admin/students?month=2026-13')).toMatchObject({ status: 400 })
  const added = await office.api('/api/admin/students', {
    method: 'POST',
    body: {
      firstName: 'B',
      lastName: 'L',
      email: 'bl@x.example',
    },
  })
  expect([added.status, added.body.email]).toEqual([201, 'bl@x.example'])
  const one = (body: unknown, method = 'PATCH', id = emma.id) =>
    office.api(`/api/admin/students/${id}`, { method, body })
  expect((await one({ phone: '555', lessonsUsed: 4 })).body).toMatchObject({
    phone: '555',
    lessonsUsed: 4,
    lastName: 'Stone',
    parentName: null,
  })
  expect(await one({ lessonsUsed: '4' })).toMatchObject({ status: 400, body: { field: 'lessonsUsed' } })
  expect((await one({}, 'PATCH', 'none')).status).toBe(404)
  expect((await one({ firstName: 'X' }, 'PATCH', officeId)).status).toBe(404)
  expect((await office.api('/api/reset-monthly-usage', { method: 'POST', body: {} })).body).toMatchObject({
    students: 1,
  })
  expect(await lessonsUsed()).toBe(0)
  expect((await office.api('/api/reset-monthly-usage', { method: 'POST', body: { undo: true } })).body).toMatchObject({
    students: 1,
  })
  expect((await office.api('/api/admin/stats')).body).toMatchObject({
    totalStudents: 2,
    paid: 0,
    pending: 1,
    thisMonth: 1,
  })
  const rows: { paymentStatus: string | null }[] = (await office.api('/api/admin/students')).body
  expect(rows.map(({ paymentStatus }) => paymentStatus)).toEqual([null, 'Pending'])
  expect((await office.api('/api/admin/stats')).body).toMatchObject({ clearing: 0, nothingDue: 1 })
  expect((await office.api('/api/admin/subscriptions')).body).toEqual([])
  expect((await one({}, 'DELETE')).body).toEqual({ success: true, message: 'Student removed' })
  expect((await office.api('/api/admin/students')).body).toHaveLength(1)
  expect((await one({}, 'DELETE', officeId)).status).toBe(404)
})

test.each(['/api/admin/students', '/api/admin/students-monthly', '/api/admin/stats', '/api/admin/subscriptions'])(
  'GET %s answers 401 without a sign-in and 403 to a family',
  async (path) => {
    expect((await new Visitor().api(path)).status).toBe(401)
    expect((await (await signedIn(emma)).api(path)).status).toBe(403)
  },
)

test('A package ID that is too large for any row is refused without a query', async () => {
  const { status, body } = await office.api(`/api/admin/students/${emma.id}`, {
    method: 'PATCH',
    body: { packageId: 2_147_483_648 },
  })
  expect([status, body.field]).toEqual([400, 'packageId'])
})

test.each([
  ['half a character', '"a\\ud800"'],
  ['half a character in a name of a field', '"a", "\\udfff": 1'],
  ['a zero', '"\\u0000"'],
])('A body with %s is refused, because the database cannot store it', async (_, lastName) => {
  const body = `{"firstName": "Ann", "email": "a@b.example", "lastName": ${lastName}}`
  const headers = { 'Content-Type': 'application/json' }
  const answer = await office.sendApi('/api/admin/students', { method: 'POST', headers, body })
  expect([answer.status, answer.body.message]).toEqual([400, 'The body has a character that can’t be saved'])
})

test('Characters beyond 16 bits are stored, however they are written', async () => {
  const body = '{"firstName": "Ann \\ud83d\\udc0e", "lastName": "\\\\ud800", "email": "a@b.example"}'
  const headers = { 'Content-Type': 'application/json' }
  expect((await office.sendApi('/api/admin/students', { method: 'POST', headers, body })).status).toBe(201)
  expect(await prisma.user.findFirst({ where: { email: 'a@b.example' } })).toMatchObject({
    firstName: 'Ann 🐎',
    lastName: '\\ud800',
  })
})
