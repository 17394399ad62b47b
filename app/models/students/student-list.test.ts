import { beforeEach, expect, test } from 'vitest'
import { counterOf } from '~/models/allowance/allowance'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { countResets, resetUsage, undoReset } from '~/models/allowance/usage.server'
import { addStudent } from '~/models/people/families/student.server'
import { setHidden } from '~/models/students/hide-student.server'
import { COUNTERS, type CounterName } from '~/models/vocabulary/counters'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import { toDbDate } from '~/utils/dates'
import { admin, emptyTables, grant, recordedRide, rider, rideTypes } from '../../../test/factories'
import { allowanceLedger } from '../../../test/ledger'
import { editStudent } from './student-edit.server'
import { findStudentRow, listStudents, studentStats } from './student-list.server'

const november = { year: 2026, month: 11 }
const day = '2026-11-20'

beforeEach(async () => {
  setClock(`${day}T15:00:00Z`)
  await emptyTables()
  await rideTypes()
})

const basic = () =>
  prisma.package.create({ data: { name: 'Package 1 - Basic', price: '220', lessonsPerMonth: 4, makeupLessons: 1 } })
const order = (userId: string, nonce: string) =>
  prisma.order.create({
    data: {
      userId,
      nonce,
      methodType: 'card',
      subtotal: 220,
      fee: 6.6,
      total: 226.6,
      validFrom: toDbDate('2026-11-01'),
      validTo: toDbDate('2026-11-30'),
    },
  })
const used = async (id: string, counter: CounterName = 'lessons') => counterOf(await allowanceOf(id, day), counter).used
const set = (actor: string, id: string, used: number, shown?: number) =>
  editStudent(
    actor,
    id,
    { month: november, contact: {}, usage: [{ counter: 'lessons', used }], reason: null },
    shown === undefined ? undefined : versionOf({ lessons: shown }),
  )

test('A student is Paid by an order or a recorded amount, Clearing by a bank payment, otherwise Pending', async () => {
  const { id: packageId } = await basic()
  const [paid, clearing, offline, given] = await Promise.all(
    ['Paid', 'Clearing', 'Offline', 'Given'].map((lastName) => rider({ lastName })),
  )
  await grant(paid!.id, '2026-11-03', '2026-11-30', { packageId, orderId: (await order(paid!.id, 'a')).id })
  const bank = { packageId, status: 'clearing', orderId: (await order(clearing!.id, 'b')).id }
  await grant(clearing!.id, '2026-11-03', '2026-11-30', bank)
  await prisma.offlinePayment.create({
    data: { userId: offline!.id, year: 2026, months: { create: [{ month: 11, amount: 220 }] } },
  })
  await grant(given!.id, '2026-11-01', '2026-11-30', { packageId })
  const { students, total } = await listStudents({ month: november })
  expect(total).toBe(4)
  expect(students.map(({ lastName, paymentStatus, lastPayment }) => [lastName, paymentStatus, lastPayment])).toEqual([
    ['Clearing', 'Clearing', null],
    ['Given', 'Pending', null],
    ['Offline', 'Paid', '2026-11-15'],
    ['Paid', 'Paid', null],
  ])
  expect(students[3]?.package).toEqual({ id: packageId, name: 'Package 1 - Basic', price: 220 })
  expect(await studentStats(november)).toEqual({
    total: 4,
    paid: 2,
    clearing: 1,
    renews: 0,
    pending: 1,
    nothingDue: 0,
    ridden: 0,
  })
  expect(await studentStats({ year: 2026, month: 12 })).toMatchObject({ total: 4, paid: 0, pending: 0 })
})

test.each([
  ['stone', ['Stone']],
  ['EMMA ST', ['Stone']],
  ['basic', ['Young']],
  ['young@', ['Young']],
  ['%', []],
  ['_', []],
  ['nobody', []],
])('A search for %j finds %j', async (search, names) => {
  const { id: packageId } = await basic()
  await rider({ firstName: 'Emma', lastName: 'Stone' })
  const young = await rider({ firstName: 'Lee', lastName: 'Young', email: 'young@example.test' })
  await grant(young.id, '2026-11-01', '2026-11-30', { packageId })
  const { students } = await listStudents({ month: november, search })
  expect(students.map(({ lastName }) => lastName)).toEqual(names)
})

test('300 students are read one page at a time', async () => {
  await prisma.user.createMany({
    data: Array.from({ length: 300 }, (_, i) => ({
      email: `s${i}@example.test`,
      password: 'none',
      firstName: 'S',
      lastName: String(i).padStart(3, '0'),
    })),
  })
  const { students, total } = await listStudents({ month: november, page: 3, pageSize: 50 })
  expect([total, students.length, students[0]?.lastName]).toEqual([300, 50, '100'])
})

test('A removed student leaves the lists, keeps everything, and can be restored', async () => {
  const office = await admin()
  const { id } = await rider()
  await setHidden(office.id, id, true)
  await setHidden(office.id, id, true)
  expect((await listStudents({ month: november })).total).toBe(0)
  expect((await listStudents({ month: november, hidden: true })).total).toBe(1)
  expect(await prisma.user.findUniqueOrThrow({ where: { id } })).toMatchObject({ active: true })
  await setHidden(office.id, id, false)
  expect((await listStudents({ month: november })).total).toBe(1)
  const entries = await prisma.auditEntry.findMany({ where: { entityId: id }, orderBy: { id: 'asc' } })
  expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['student.remove', office.id],
    ['student.restore', office.id],
  ])
})

test('An email address is used once, and the refusal says if a removed student has it', async () => {
  const office = await admin()
  const student = { firstName: 'A', lastName: 'B', email: 'ab@example.test', phone: null, parentName: null }
  const id = await addStudent(office.id, student)
  await expect(addStudent(office.id, student)).rejects.toMatchObject({ field: 'email', status: 409 })
  await setHidden(office.id, id, true)
  await expect(addStudent(office.id, student)).rejects.toThrow('Restore that student instead')
  const other = await rider()
  const edit = { month: november, contact: { email: 'ab@example.test' }, usage: [], reason: null }
  await expect(editStudent(office.id, other.id, edit)).rejects.toMatchObject({ field: 'email' })
  await expect(editStudent(office.id, office.id, edit)).rejects.toMatchObject({ status: 404 })
})

test('A counter set by the office is an adjustment with who, when and why', async () => {
  const office = await admin()
  const { id } = await rider()
  await recordedRide(id, '2026-11-03')
  await set(office.id, id, 3)
  expect(await used(id)).toBe(3)
  const [row, ...rest] = await prisma.usageAdjustment.findMany()
  expect(row).toMatchObject({ studentId: id, delta: 2, kind: 'edit', byId: office.id, counter: 'lessons', ...november })
  expect(rest).toEqual([])
  await set(office.id, id, 3)
  expect(await prisma.usageAdjustment.count()).toBe(1)
  expect(await prisma.auditEntry.count({ where: { action: 'usage.edit' } })).toBe(1)
})

test('Setting a counter works from a sum below zero', async () => {
  const office = await admin()
  const { id } = await rider()
  const recorded = await recordedRide(id, '2026-11-03')
  await set(office.id, id, 0)
  await prisma.ride.update({ where: { id: recorded.id }, data: { attendance: 'scheduled' } })
  expect(await used(id)).toBe(0)
  await set(office.id, id, 2)
  expect(await used(id)).toBe(2)
})

test('If two people change one counter, the later one has to check again', async () => {
  const [ann, bob] = [await admin(), await admin()]
  const { id } = await rider()
  await set(ann.id, id, 2, 0)
  await expect(set(bob.id, id, 5, 0)).rejects.toMatchObject({ status: 409 })
  expect(await used(id)).toBe(2)
})

test('A reset sets every counter to zero once a month, and can be undone', async () => {
  const office = await admin()
  const [one, two] = [await rider(), await rider()]
  await recordedRide(one.id, '2026-11-03')
  await recordedRide(one.id, '2026-11-04', { attendance: 'makeup' })
  await recordedRide(one.id, '2026-10-04')
  await recordedRide(two.id, '2026-11-03', { attendance: 'absent', type: 'Private Lesson' })
  expect(await resetUsage(office.id, november)).toBe(2)
  expect([await used(one.id), await used(one.id, 'makeups'), await used(two.id, 'private_lessons')]).toEqual([0, 0, 0])
  expect(counterOf(await allowanceOf(one.id, '2026-10-01'), 'lessons').used).toBe(1)
  await recordedRide(one.id, '2026-11-05')
  expect(await used(one.id)).toBe(1)
  expect(await resetUsage(office.id, november)).toBe(0)
  expect(await used(one.id)).toBe(1)
  expect(await countResets(prisma, november)).toBe(2)
  expect(await undoReset(office.id, november)).toBe(2)
  expect([await used(one.id), await used(two.id, 'private_lessons')]).toEqual([2, 1])
  expect(await resetUsage(office.id, november, one.id)).toBe(1)
  expect([await used(one.id), await used(two.id, 'private_lessons')]).toEqual([0, 1])
  const actions = (await prisma.auditEntry.findMany({ orderBy: { id: 'asc' } })).map(({ action }) => action)
  expect(actions).toEqual(['usage.reset', 'usage.reset-undo', 'usage.reset'])
})

test('Two resets at the same moment reset once', async () => {
  const office = await admin()
  const { id } = await rider()
  await recordedRide(id, '2026-11-03')
  const counts = await Promise.all([resetUsage(office.id, november), resetUsage(office.id, november)])
  expect(counts.sort()).toEqual([0, 1])
  expect(await used(id)).toBe(0)
})

test('The office gives a package for a month, changes and withdraws it, and does not affect what was bought', async () => {
  const office = await admin()
  const { id: packageId } = await basic()
  const { id } = await rider()
  await grant(id, '2026-11-03', '2026-11-30', { packageId, orderId: (await order(id, 'n')).id })
  const give = (chosen: number | null) =>
    editStudent(office.id, id, { month: november, contact: {}, packageId: chosen, usage: [], reason: null })
  const allowed = async () => (await findStudentRow(id, november))?.allowance.lessons.allowed
  await give(packageId)
  await give(packageId)
  expect(await allowed()).toBe(8)
  await give(null)
  expect(await allowed()).toBe(4)
  await expect(give(9999)).rejects.toMatchObject({ field: 'packageId' })
})

test('The ledger adds up to the allowance', async () => {
  const office = await admin()
  const { id: packageId } = await basic()
  const { id } = await rider()
  const bought = await grant(id, '2026-11-03', '2026-11-30', { packageId, hacks: 2 })
  const { id: addOnId } = await prisma.addOn.create({ data: { name: 'Hack', type: 'hack', price: 30 } })
  await prisma.userAddOn.create({ data: { userId: id, addOnId, quantity: 3, credit: 'hack', grantId: bought.id } })
  await grant(id, '2026-10-01', '2026-10-31')
  for (const [i, mark] of ['present', 'absent', 'makeup', 'reschedule', 'scheduled'].entries()) {
    await recordedRide(id, `2026-11-0${i + 1}`, { attendance: mark })
  }
  await recordedRide(id, '2026-11-09', { type: 'Horsemanship' })
  await recordedRide(id, '2026-11-10', { type: 'Hack' })
  await set(office.id, id, 5)
  await resetUsage(office.id, november)
  await undoReset(office.id, november)
  const entries = (await allowanceLedger(id, november)).filter(({ undone }) => !undone)
  const allowance = await allowanceOf(id, day)
  for (const { name: counter } of COUNTERS) {
    const sum = (key: 'allowed' | 'used') =>
      entries.filter((entry) => entry.counter === counter).reduce((total, entry) => total + entry[key], 0)
    expect({ counter, allowed: sum('allowed'), used: sum('used') }).toEqual({
      counter,
      ...counterOf(allowance, counter),
    })
  }
})
