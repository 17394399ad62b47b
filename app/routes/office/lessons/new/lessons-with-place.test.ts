import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { loader as addStudent } from '~/routes/office/lessons/rider/add-rider'
import { openOffice, rider, weeklyPlace } from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import { loader as newLesson } from './new-lesson'
import { loader as newRide } from './new-ride'

const { office } = await openOffice('2026-11-25T17:00:00Z')
const emma = (await rider()).id
beforeEach(async () => {
  await emptySchedule()
  const tom = await rider({ firstName: 'Tom' })
  // On Tuesdays: a free lesson, one for a level, a full one, one when she rides elsewhere, and one she rides in.
  await weeklyPlace({ riderId: tom.id, startDate: '2026-11-24', time: '14:00' })
  const { id: leveled } = await weeklyPlace({ startDate: '2026-11-24', time: '15:00' })
  const { id: full } = await weeklyPlace({ riderId: tom.id, startDate: '2026-11-24', time: '16:00' })
  await weeklyPlace({ startDate: '2026-11-24', time: '17:30' })
  await weeklyPlace({ riderId: emma, startDate: '2026-11-24', time: '17:00', type: 'Hack' })
  await prisma.weeklyPlace.update({ where: { id: full }, data: { capacity: 1 } })
  await prisma.weeklyPlace.update({ where: { id: leveled }, data: { level: 'beginner' } })
})

test.each([
  ['Schedule Lesson', newLesson, '/admin/lessons/new'],
  ['Add New Ride', newRide, '/admin/rides/new'],
])('%s begins with the lessons of the week in which the student has a place', async (_, loader, path) => {
  const open = async (query: string) => (await office.get(loader, `${path}?${query}`)).body.open
  expect(await open(`student=${emma}`)).toMatchObject({ week: '2026-11-23', thisWeek: '2026-11-23', days: [] })
  const { days } = await open(`student=${emma}&week=2026-11-30`)
  expect(days).toMatchObject([{ date: '2026-12-01', lessons: [{ time: '14:00' }, { time: '15:00' }] }])
  expect(days[0].lessons).toHaveLength(2)
  expect(await open('week=2026-11-30')).toBeFalsy()
  expect(await open('student=nobody')).toBeFalsy()
})

test('Add Student has whoever was scheduled chosen, at the top, and nobody who is not on the list', async () => {
  const slot = { date: '2026-12-01', time: '14:00', type: 'Group Lesson' }
  const dialog = async (student: string) =>
    (await office.get(addStudent, `/admin/lessons/2026-12-01/14:00/Group%20Lesson/add?student=${student}`, slot)).body
  await rider({ firstName: 'Abe', lastName: 'Abbot' })
  const { chosen, students } = await dialog(emma)
  expect([chosen, students[0].id]).toEqual([emma, emma])
  expect((await dialog('nobody')).chosen).toBeUndefined()
})
