import { beforeEach, expect, test } from 'vitest'
import { mergeAccounts } from '~/models/merge/merge.server'
import { undoMerge } from '~/models/merge/merge-undo.server'
import { eraseWithProvider } from '~/models/money/families/erase-family.server'
import { readersOf } from '~/models/notices/readers.server'
import { listInvited } from '~/models/people/families/invitations/invite.server'
import { editStudent } from '~/models/students/student-edit.server'
import { listUnpaid } from '~/models/students/unpaid.server'
import { recordPaper } from '~/models/waivers/signature.server'
import { prisma } from '~/platform/db.server'
import { action as record } from '~/routes/office/payments/record-payment'
import { action as edit, loader as editLoader } from '~/routes/office/students/edit-student'
import { action as add } from '~/routes/office/students/new-student'
import { loader as student } from '~/routes/office/students/student/student'
import { loader as statement } from '~/routes/portal/statement/statement'
import { toDbDate } from '~/utils/dates'
import { familyDownload } from '~/web/family-download.server'
import { emptyTables, openOffice, rider, signedIn, weeklyPlace } from '../../../../test/factories'
import type { Visitor } from '../../../../test/visitor'
import { addFamilyRider, linkRider, undoFamilyChange, unlinkRider } from './family-change.server'
import { familyCandidates, linkToConfirm } from './family-search.server'

let office: Visitor
let officeId: string
let dora: { id: string }

beforeEach(async () => {
  await emptyTables()
  ;({ office, officeId } = await openOffice('2026-11-20T15:00:00Z'))
  await office.post(add, '/students-management/new', {
    firstName: 'Dora',
    lastName: 'Quill',
    email: '',
    phone: '555-0123',
  })
  dora = await prisma.user.findFirstOrThrow({ where: { lastName: 'Quill' } })
})

const findOffice = async () => ({ ...(await prisma.user.findUniqueOrThrow({ where: { id: officeId } })) }) as never
const emailOf = async (id: string) => (await prisma.user.findUniqueOrThrow({ where: { id } })).email
const period = { currentPeriodStart: toDbDate('2026-11-01'), currentPeriodEnd: toDbDate('2026-12-01') }
const subscribe = (userId: string) =>
  prisma.subscription.create({ data: { userId, riderId: userId, status: 'active', ...period } })

const child = { firstName: 'Pip', lastName: 'Quill', birthDate: '2016-01-01', level: null }

test('The office adds a family without an email and serves it: rider, place, waiver, payment, statement', async () => {
  expect(await emailOf(dora.id)).toBeNull()
  const pip = await addFamilyRider(officeId, dora.id, child)
  await weeklyPlace({ startDate: '2026-11-03', riderId: pip })
  const { students } = await listUnpaid({ month: { year: 2026, month: 11 } })
  expect(students).toMatchObject([{ id: pip, payer: null }])
  const paid = { amount: '238.50', month: '2026-11', method: 'cash', paidOn: '2026-11-05', packageId: '' }
  await office.post(record, `/students/payment/${pip}`, paid, { id: pip })
  const version = await prisma.waiverVersion.create({
    data: {
      number: 1,
      title: 'Release',
      text: 'I ride.',
      asksAgain: true,
      publishedById: officeId,
      publishedAt: new Date(),
    },
  })
  await recordPaper(officeId, pip, { name: 'Dora Quill', paperOn: '2026-11-02', note: '' })
  expect(await prisma.waiverSignature.findMany()).toMatchObject([{ riderId: pip, versionId: version.id }])
  const { body } = await office.get(statement, `/statement?year=2026&student=${dora.id}`)
  expect(JSON.stringify(body)).toContain('23850')
  expect((await office.get(student, `/students/${dora.id}`, dora)).body.riders).toMatchObject([{ id: pip }])
  expect((await familyDownload(await findOffice(), dora.id, { notes: false })).status).toBe(200)
})

test('A family without an email gets none, is named where nobody is reached, and is invited once it has an address', async () => {
  const pip = await addFamilyRider(officeId, dora.id, child)
  expect((await readersOf(prisma, [pip, dora.id], 'ride-reminder')).unreached).toHaveLength(2)
  expect(await listInvited()).toMatchObject([{ id: dora.id, state: 'unreached' }])
  const { version, student: shown } = (await office.get(editLoader, `/students-management/${dora.id}/edit`, dora)).body
  const fields = { firstName: 'Dora', lastName: 'Quill', phone: shown.phone, parentName: '', version }
  const used = { lessonsUsed: '0', privateLessonsUsed: '0', hacksUsed: '0', horseUseUsed: '0', makeupsUsed: '0' }
  const save = (email: string, again = version) =>
    office.post(
      edit,
      `/students-management/${dora.id}/edit`,
      { ...fields, ...used, packageId: '', email, version: again },
      dora,
    )
  expect((await save('')).status).toBe(302)
  await save('dora@quill.example')
  expect(await listInvited()).toMatchObject([{ id: dora.id, state: 'new' }])
})

test('A wrong address can be removed again, and whoever signed in by it is signed out', async () => {
  const month = { year: 2026, month: 11 }
  const save = (email: string | null) =>
    editStudent(officeId, dora.id, { month, contact: { email }, usage: [], reason: null })
  await save('wrong@stranger.example')
  const stranger = await signedIn(dora)
  await prisma.user.update({ where: { id: dora.id }, data: { password: 'scrypt$theirs', calendarKey: 'theirs' } })
  const { id } = await subscribe(dora.id)
  await expect(save(null)).rejects.toMatchObject({ status: 400, field: 'email' })
  await prisma.subscription.update({ where: { id }, data: { status: 'canceled' } })
  await save(null)
  const closed = { email: null, emailVerifiedAt: null, password: 'none', calendarKey: null }
  expect(await prisma.user.findUniqueOrThrow({ where: { id: dora.id } })).toMatchObject(closed)
  expect((await stranger.api('/api/auth/user')).status).toBe(401)
})

test('A student added twice without an email is stored once', async () => {
  const again = { firstName: 'dora', lastName: 'Quill', email: '', phone: '555-0123' }
  const send = (student: object) => office.post(add, '/students-management/new', { ...again, ...student })
  const [one, two] = await Promise.all([send({ phone: '555-0199' }), send({ phone: '555-0199' })])
  expect([one.status, two.status].sort()).toEqual([302, 409])
  expect((await send({})).status).toBe(409)
  expect(await prisma.user.count({ where: { lastName: 'Quill' } })).toBe(2)
})

test('An adult leaves a family without an email, and the office is promised no sign-in', async () => {
  const pip = await addFamilyRider(officeId, dora.id, { ...child, birthDate: '1990-01-01' })
  expect((await office.get(student, `/students/${pip}`, { id: pip })).body.guardian).toMatchObject({ email: null })
  expect(await linkToConfirm(pip, dora.id)).toMatchObject({ guardian: { email: null } })
  await unlinkRider(officeId, pip, { email: null })
  expect(await prisma.user.findUniqueOrThrow({ where: { id: pip } })).toMatchObject({ guardianId: null, email: null })
})

test('A served child and the account that its parent registered are two people', async () => {
  const parent = await rider({ firstName: 'Pip', lastName: 'Quill' })
  const pip = await prisma.user.create({ data: { firstName: 'Pip', birthDate: toDbDate(child.birthDate) } })
  for (const [kept, merged] of [
    [pip.id, parent.id],
    [parent.id, pip.id],
  ] as const) {
    await expect(mergeAccounts(officeId, kept, merged, 'kept')).rejects.toThrow('Link the child to a guardian first')
  }
})

test('A family without an email is found, linked and unlinked, merged into an account with an email, and erased', async () => {
  const kim = await rider({ firstName: 'Kim', lastName: 'Quill' })
  expect((await familyCandidates(kim.id, 'guardian', 'dora')).map(({ id }) => id)).toEqual([dora.id])
  const lone = await prisma.user.create({ data: { firstName: 'Lone', lastName: 'Quill' } })
  const linked = await linkRider(officeId, { rider: lone.id, guardian: dora.id })
  await undoFamilyChange(officeId, linked!.change, lone.id)
  expect(await prisma.user.count({ where: { guardianId: dora.id } })).toBe(0)
  await mergeAccounts(officeId, lone.id, kim.id, 'kept')
  expect(await emailOf(lone.id)).toBe(kim.email)
  await undoMerge(officeId, kim.id)
  expect([await emailOf(lone.id), await emailOf(kim.id)]).toEqual([null, kim.email])
  await mergeAccounts(officeId, kim.id, lone.id, 'kept')
  expect(await emailOf(kim.id)).toBe(kim.email)
  await undoMerge(officeId, lone.id)
  await eraseWithProvider(officeId, dora.id, 'Dora Quill')
  expect(await prisma.user.findUniqueOrThrow({ where: { id: dora.id } })).toMatchObject({ firstName: 'Former' })
})

test('The database requires an email of whoever signs in, and the API accepts a student without one', async () => {
  const set = (data: object) => prisma.user.update({ where: { id: dora.id }, data })
  for (const data of [{ role: 'admin' }, { magicLinkToken: 'x' }, { emailVerifiedAt: new Date() }]) {
    await expect(set(data)).rejects.toThrow('users_can_sign_in_or_is_served')
  }
  const kim = await rider()
  await expect(prisma.user.update({ where: { id: kim.id }, data: { password: null } })).rejects.toThrow(
    'users_can_sign_in_or_is_served',
  )
  const body = { firstName: 'Ned', lastName: 'Quill' }
  expect(await office.api('/api/admin/students', { method: 'POST', body })).toMatchObject({
    status: 201,
    body: { email: null },
  })
})

test('Undoing a merge leaves no subscription with an account that has no email', async () => {
  const kim = await rider({ firstName: 'Kim', lastName: 'Quill' })
  await mergeAccounts(officeId, dora.id, kim.id, 'kept')
  const { id } = await subscribe(dora.id)
  await expect(undoMerge(officeId, kim.id)).rejects.toBeRefused('in_the_way')
  expect(await emailOf(dora.id)).toBe(kim.email)
  await prisma.subscription.update({ where: { id }, data: { status: 'canceled' } })
  expect(await undoMerge(officeId, kim.id)).toMatchObject({ stays: ['1 subscription'] })
  expect(await emailOf(dora.id)).toBeNull()
})
