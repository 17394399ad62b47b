import { beforeEach, expect, test } from 'vitest'
import { listRiders } from '~/models/people/families/student.server'
import { ridersToAdd } from '~/models/schedule/lessons/riders-to-add.server'
import { setClock } from '~/platform/clock.server'
import { admin, emptyTables, rider, rideTypes, signedIn, weeklyPlace } from '../../../test/factories'
import { findStudentRow, listStudents, studentStats } from './student-list.server'

const month = { year: 2026, month: 11 }
const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }

beforeEach(async () => {
  setClock('2026-11-20T15:00:00Z')
  await emptyTables()
  await rideTypes()
})

const idsOf = (people: readonly { id: string }[]) => people.map(({ id }) => id).sort()

test('A parent who does not ride is not a student, and is found by search', async () => {
  const parent = await rider({ firstName: 'Dana', lastName: 'Stone' })
  const ava = await rider({ firstName: 'Ava', lastName: 'Stone', email: null, guardianId: parent.id })
  expect(idsOf((await listStudents({ month })).students)).toEqual([ava.id])
  expect((await studentStats(month)).total).toBe(1)
  expect(idsOf(await listRiders())).toEqual([ava.id])
  expect(idsOf(await ridersToAdd(slot, []))).toEqual([ava.id])
  const office = await signedIn(await admin())
  const { body } = await office.api('/api/admin/students?month=11&year=2026')
  expect(idsOf(body)).toEqual([ava.id])
  expect(idsOf((await listStudents({ month, search: 'dana' })).students)).toEqual([ava.id, parent.id].sort())
  expect(idsOf(await listRiders('dana'))).toEqual([ava.id, parent.id].sort())
  expect(idsOf(await listRiders('', parent.id))).toEqual([ava.id, parent.id].sort())
  expect((await findStudentRow(parent.id, month))?.id).toBe(parent.id)
})

test('A parent with a place of their own is a student like the child', async () => {
  const parent = await rider({ firstName: 'Dana', lastName: 'Stone' })
  const ava = await rider({ firstName: 'Ava', lastName: 'Stone', email: null, guardianId: parent.id })
  await weeklyPlace({ riderId: parent.id, startDate: '2026-11-03' })
  const both = [ava.id, parent.id].sort()
  expect(idsOf((await listStudents({ month })).students)).toEqual(both)
  expect(idsOf(await listRiders())).toEqual(both)
  expect(idsOf(await ridersToAdd(slot, []))).toEqual(both)
})

test('Riders with the same name are distinguished by their guardian, even if one of them is in the lesson already', async () => {
  const [dana, noa] = [
    await rider({ firstName: 'Dana', lastName: 'Cohen' }),
    await rider({ firstName: 'Noa', lastName: 'Cohen' }),
  ]
  const ruby = { firstName: 'Ruby', lastName: 'Cohen', email: null }
  const [one, other] = [await rider({ ...ruby, guardianId: dana.id }), await rider({ ...ruby, guardianId: noa.id })]
  expect((await listRiders()).map(({ name }) => name).sort()).toEqual([
    'Ruby Cohen (Dana Cohen)',
    'Ruby Cohen (Noa Cohen)',
  ])
  expect(await ridersToAdd(slot, [{ riderId: one.id }])).toMatchObject([
    { id: other.id, name: 'Ruby Cohen (Noa Cohen)' },
  ])
})
