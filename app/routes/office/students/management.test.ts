import { beforeEach, describe, expect, test } from 'vitest'
import { useAnswer } from '~/components/form/use-answer'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { editStudentSchema } from '~/models/people/accounts/student.schema'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { prisma } from '~/platform/db.server'
import { action as lessonAction, loader as lessonLoader } from '~/routes/office/lessons/new/new-lesson'
import { toDbDate } from '~/utils/dates'
import {
  emptyTables,
  openOffice,
  recordedRide,
  rider,
  rideTypes,
  signedIn,
  weeklyPlace,
  weeklyRider,
} from '../../../../test/factories'
import { rendered } from '../../../../test/rendered'
import { shownAfter } from '../../../../test/shown-after'
import { Visitor } from '../../../../test/visitor'
import { action as editAction, loader as editLoader } from './edit-student'
import { loader as exportLoader } from './export'
import { action, loader } from './management'
import { loader as listLoader } from './month'
import { action as newAction } from './new-student'
import RemoveStudent, { action as removeAction, loader as removeLoader } from './remove-student'
import { action as resetAction, loader as resetLoader } from './reset-usage'
import { action as pageAction, loader as pageLoader } from './student/student'

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
const form = {
  firstName: 'Emma',
  lastName: 'Stone',
  email: 'emma@stone.example',
  phone: '',
  parentName: 'Ann Stone',
  packageId: '',
  lessonsUsed: '0',
  privateLessonsUsed: '0',
  hacksUsed: '0',
  horseUseUsed: '0',
  makeupsUsed: '0',
  reason: '',
}
const editPath = () => `/students-management/${emma.id}/edit?month=2026-11`
const edit = (change: Record<string, string>) =>
  office.post(editAction, editPath(), { ...form, ...change }, { id: emma.id })

test('a row is edited: contact, the package given by the office, and counters with the reason', async () => {
  await recordedRide(emma.id, '2026-11-03')
  const sold = { name: 'Package 1 - Basic', price: '220', lessonsPerMonth: 4, makeupLessons: 1 }
  const { id: packageId } = await prisma.package.create({ data: sold })
  const { body } = await office.get(editLoader, `/students-management/${emma.id}/edit`, { id: emma.id })
  expect(body.counters[0]).toMatchObject({ field: 'lessonsUsed', used: 1, allowed: 0 })
  const answer = await edit({
    version: body.version,
    lessonsUsed: '3',
    packageId: String(packageId),
    reason: 'Rode with us in the barn',
  })
  expect(answer).toRedirect('/students-management?month=2026-11')
  expect(await prisma.user.findUniqueOrThrow({ where: { id: emma.id } })).toMatchObject({
    phone: null,
    parentName: 'Ann Stone',
  })
  expect((await allowanceOf(emma.id, day)).lessons).toEqual({ used: 3, allowed: 4 })
  expect(await prisma.usageAdjustment.findFirst()).toMatchObject({
    delta: 2,
    reason: 'Rode with us in the barn',
    byId: officeId,
  })
})

test.each([
  [{ lessonsUsed: '-1' }, 'lessonsUsed', 'Please enter a whole number from 0 to 99'],
  [{ lessonsUsed: '1.5' }, 'lessonsUsed', 'Please enter a whole number from 0 to 99'],
  [{ hacksUsed: 'abc' }, 'hacksUsed', 'Please enter a whole number from 0 to 99'],
  [{ makeupsUsed: '' }, 'makeupsUsed', 'Please enter a whole number from 0 to 99'],
  [{ email: 'emma@' }, 'email', 'Please enter a valid email address'],
  [{ packageId: '9999' }, 'packageId', 'Package not found'],
])('an edit with %j changes nothing', async (change, field, message) => {
  const { status, body } = await edit({ firstName: 'Changed', ...change })
  expect(status).toBe(400)
  expect(body.lastResult.error[field]).toEqual([message])
  expect(await prisma.user.findUniqueOrThrow({ where: { id: emma.id } })).toMatchObject({ firstName: 'Emma' })
})

describe('Of two desks that edit one student', () => {
  const version = async (): Promise<string> => (await office.get(editLoader, editPath(), { id: emma.id })).body.version
  const row = () => prisma.user.findUniqueOrThrow({ where: { id: emma.id } })

  test('the second keeps what the first saved and what it did not touch itself', async () => {
    const sold = { name: 'Package 1 - Basic', price: '220', lessonsPerMonth: 4 }
    const { id: packageId } = await prisma.package.create({ data: sold })
    const opened = await version()
    await edit({ version: opened, parentName: '', phone: '555-0199', packageId: String(packageId), lessonsUsed: '2' })
    const second = await edit({ version: opened, phone: '555-0100-200' })
    expect(second.status).toBe(302)
    expect(await row()).toMatchObject({ phone: '555-0199', parentName: 'Ann Stone' })
    expect((await allowanceOf(emma.id, day)).lessons).toEqual({ used: 2, allowed: 4 })
    await expect(office).toToast('Student Updated', {
      description:
        'Emma Stone. Someone else changed and we kept: phone 555-0199, package given by the office Package 1 - Basic, group lessons used 2',
    })
  })

  test('the second, whose form was refused for a typing mistake, still keeps what the first saved', async () => {
    const opened = await version()
    await edit({ version: opened, phone: '555-0199' })
    const refused = await edit({ version: opened, phone: '555-0100-200', firstName: 'Emmy', email: 'emma@' })
    const values = { version: await version() }
    const { version: next = '' } = await shownAfter(() => useAnswer(editStudentSchema, values), refused.body)
    expect((await edit({ version: next, phone: '555-0100-200', firstName: 'Emmy' })).status).toBe(302)
    expect(await row()).toMatchObject({ phone: '555-0199', firstName: 'Emmy' })
  })

  test('the second is told of each field that both changed, and saves it with the next try', async () => {
    const opened = await version()
    await edit({ version: opened, phone: '555-0199', lessonsUsed: '2', firstName: 'Emmy' })
    const sent = { phone: '555-0111', lessonsUsed: '4' }
    const { status, body } = await edit({ version: opened, ...sent })
    expect([status, body.lastResult.error]).toEqual([
      409,
      {
        '': [
          'Phone was 555-0100-200 and is now 555-0199. Group lessons used was 0 and is now 2. What you typed is still here: save again to put it in place.',
        ],
      },
    ])
    expect(body.lastResult.initialValue).toMatchObject(sent)
    expect([await lessonsUsed(), (await row()).phone]).toEqual([2, '555-0199'])
    expect((await edit({ version: body.version, ...sent })).status).toBe(302)
    expect([await lessonsUsed(), await row()]).toEqual([
      4,
      expect.objectContaining({ phone: '555-0111', firstName: 'Emmy' }),
    ])
  })
})

test('a student is added with what is typed, once for an address', async () => {
  const add = (change = {}) =>
    office.post(newAction, '/students/new?month=2026-11', {
      firstName: 'Bo',
      lastName: 'Lee',
      email: ' BO@lee.example',
      phone: '',
      parentName: '',
      ...change,
    })
  const added = await add()
  const { id } = await prisma.user.findFirstOrThrow({ where: { email: 'bo@lee.example' } })
  expect(added).toRedirect(`/students/${id}?month=2026-11`)
  await expect(office).toToast('Student Added')
  expect((await add()).body.lastResult.error).toEqual({ email: ['That email is already in use.'] })
  expect((await add({ firstName: '' })).body.lastResult.error.firstName).toEqual(['First name is required'])
  expect((await office.get(listLoader, '/students?search=bo+lee')).body.students).toMatchObject([
    { email: 'bo@lee.example', paymentStatus: 'None' },
  ])
})

test('a student is removed after a warning about what still runs, and restored', async () => {
  await prisma.subscription.create({
    data: {
      userId: emma.id,
      riderId: emma.id,
      currentPeriodStart: toDbDate(day),
      currentPeriodEnd: toDbDate('2026-11-30'),
    },
  })
  const path = `/students-management/${emma.id}/remove?month=2026-11`
  expect((await office.get(removeLoader, path, { id: emma.id })).body).toMatchObject({ subscription: 'Add-ons Only' })
  const answer = await office.post(removeAction, path, {}, { id: emma.id })
  expect(answer).toRedirect('/students-management?month=2026-11')
  const listed = async (query: string) =>
    (await office.get(loader, `/students-management${query}`)).body.students.length
  expect([await listed(''), await listed('?show=hidden')]).toEqual([0, 1])
  const { toast } = await office.page()
  await office.post(action, toast?.undo?.action ?? '', toast?.undo?.fields ?? {})
  expect(await listed('')).toBe(1)
})

test('the dialog that removes a student says how many lessons the student waits for', async () => {
  const shown = async () => {
    const { body } = await office.get(removeLoader, `/students-management/${emma.id}/remove`, { id: emma.id })
    return rendered(RemoveStudent, body)
  }
  expect(await shown()).not.toContain('On the waitlist')
  await rideTypes()
  const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
  const tom = await weeklyRider({ firstName: 'Tom' })
  await weeklyPlace({ riderId: tom.id, startDate: slot.date, time: '18:00' })
  await addToWaitlist(officeId, emma.id, slot, 'weekly')
  expect(await shown()).toContain('On the waitlist for 1 lesson. A held spot goes to the next in line.')
  await addToWaitlist(officeId, emma.id, { ...slot, time: '18:00' }, 'one-time')
  expect(await shown()).toContain('On the waitlist for 2 lessons. A held spot goes to the next in line.')
})

test('monthly usage is reset once and taken back from the toast', async () => {
  await recordedRide(emma.id, '2026-11-03')
  const path = '/students-management/reset?month=2026-11'
  await office.post(resetAction, path, { intent: 'reset' })
  expect(await lessonsUsed()).toBe(0)
  const { toast } = await office.page()
  expect(toast).toMatchObject({ title: 'Monthly usage reset', description: 'One student, November 2026' })
  expect((await office.get(resetLoader, path)).body.resets).toBe(1)
  await office.post(resetAction, path, { intent: 'reset' })
  await expect(office).toToast('Nothing to reset')
  await office.post(resetAction, toast?.undo?.action ?? '', toast?.undo?.fields ?? {})
  expect(await lessonsUsed()).toBe(1)
})

test("a student's page shows the month, and keeps notes", async () => {
  await recordedRide(emma.id, '2026-11-03')
  const params = { id: emma.id }
  const path = `/students/${emma.id}?month=2026-11`
  expect(
    (await office.post(pageAction, path, { text: ' ', readers: 'barn' }, params)).body.lastResult.error.text,
  ).toEqual(['Write a note first'])
  const asked = await office.post(pageAction, path, { text: 'Allergic to <hay>' }, params)
  expect(asked.body.lastResult.error.readers).toEqual(['Choose who reads it'])
  await office.post(pageAction, path, { text: 'Allergic to <hay>', readers: 'barn' }, params)
  const { body } = await office.get(pageLoader, path, params)
  expect(body.ledger).toMatchObject([{ counter: 'lessons', used: 1, what: 'Group Lesson, 4:00 PM', note: 'Present' }])
  expect(body.notes).toMatchObject([{ text: 'Allergic to <hay>', by: 'Ann Office', forBarn: true }])
  const other = await rider()
  const foreign = await office.post(
    pageAction,
    `/students/${other.id}`,
    { delete: String(body.notes[0].id) },
    { id: other.id },
  )
  expect(foreign.status).toBe(404)
  await office.post(pageAction, path, { delete: String(body.notes[0].id) }, params)
  expect(await prisma.studentNote.count()).toBe(0)
  expect((await office.get(pageLoader, '/students/none', { id: 'none' })).status).toBe(404)
})

test('the list is exported as it is searched, and no cell is a formula', async () => {
  await rider({ firstName: '=cmd|x', lastName: 'Zorn, "Z"', email: 'zorn@example.test' })
  const answer = await office.get(exportLoader, '/students/export?month=2026-11&search=zorn')
  expect(answer.headers.get('Content-Disposition')).toBe('attachment; filename="students_2026-11.csv"')
  const lines = String(answer.body).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"'=cmd|x","Zorn, ""Z""",zorn@example.test`)
})

test('A parent who does not ride is in the lists as a guardian, and stands with the children in the file and owes nothing', async () => {
  const mother = await rider({
    firstName: 'Maria',
    lastName: 'Zorn',
    email: 'maria@zorn.example',
    phone: '845 555 0177',
  })
  await rider({ firstName: 'Lia', lastName: 'Zorn', guardianId: mother.id, email: null, password: null, phone: null })
  const { students } = (await office.get(listLoader, '/students?month=2026-11&search=zorn')).body
  expect(students.map(({ firstName, rides }: { firstName: string; rides: boolean }) => [firstName, rides])).toEqual([
    ['Lia', true],
    ['Maria', false],
  ])
  const lines = async (query: string) =>
    String((await office.get(exportLoader, `/students/export?month=2026-11&search=zorn${query}`)).body)
      .trim()
      .split('\r\n')
      .slice(1)
  expect(await lines('')).toEqual([expect.stringMatching(/^Lia,Zorn,maria@zorn.example,845 555 0177,Maria Zorn,/)])
  expect(await lines('&status=unpaid')).toEqual([])
  await prisma.user.update({ where: { id: mother.id }, data: { ridesToo: true } })
  expect(await lines('')).toHaveLength(2)
})

test.each([
  ['/students', listLoader],
  ['/students/export', exportLoader],
  ['/students-management', loader],
  ['/students-management/reset', resetLoader],
  ['/students-management/x/edit', editLoader],
  ['/students-management/x/remove', removeLoader],
  ['/students/x', pageLoader],
])('%s is for the office alone', async (path, guarded) => {
  expect((await new Visitor().get(guarded, path, { id: 'x' })).headers.get('Location')).toMatch(/^\/auth\?redirectTo=/)
  expect((await (await signedIn(emma)).get(guarded, path, { id: 'x' })).status).toBe(403)
})

test.each([
  ['/students/new', newAction],
  ['/students-management', action],
  ['/students-management/reset', resetAction],
  ['/students-management/x/edit', editAction],
  ['/students-management/x/remove', removeAction],
  ['/students/x', pageAction],
])('a form posted to %s by a family is refused', async (path, guarded) => {
  expect((await (await signedIn(emma)).post(guarded, path, { text: 'x' }, { id: emma.id })).status).toBe(403)
})

test('Schedule Lesson puts the chosen student into a new lesson, or into the one that is there', async () => {
  const bo = await rider({ firstName: 'Bo', lastName: 'Lee' })
  const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson', scope: 'weekly' }
  expect((await office.get(lessonLoader, `/admin/lessons/new?student=${emma.id}`)).body.student.name).toBe('Emma Stone')
  for (const { id } of [emma, bo]) {
    expect((await office.post(lessonAction, `/admin/lessons/new?student=${id}`, slot)).status).toBe(302)
  }
  const places = await prisma.weeklyPlace.findMany({ where: { studentId: { not: null } } })
  expect(places.map(({ studentId }) => studentId).sort()).toEqual([emma.id, bo.id].sort())
  const again = await office.post(lessonAction, `/admin/lessons/new?student=${bo.id}`, slot)
  expect(again.status).toBeGreaterThanOrEqual(400)
})
