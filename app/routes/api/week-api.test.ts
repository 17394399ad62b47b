import { beforeAll, describe, expect, it } from 'vitest'
import { setClock } from '~/platform/clock.server'
import { horse, smallSchool } from '../../../test/factories'
import { Visitor } from '../../../test/visitor'
import * as rideAttendance from './admin-lessons-id-attendance'
import * as lessons from './admin-lessons-index'
import * as lessonsToday from './admin-lessons-today'
import * as tracking from './horse-usage-tracking'
import * as horseRoute from './horses-id'
import * as attendanceData from './lessons-attendance-data'
import * as assignments from './lessons-horse-assignments'
import * as recordRemoval from './lessons-record-removal'
import * as removals from './lessons-removals-date'
import * as participants from './one-time-participants'
import * as participantsOn from './one-time-participants-date'
import * as temporary from './temporary-lessons'
import * as addStudent from './temporary-lessons-add-student'
import * as temporaryOne from './temporary-lessons-id'
import * as timeslot from './weekly-schedule-timeslot'

let office: Visitor
let family: Visitor
let emma: string
let tom: string
const today = '2026-11-24'

beforeAll(async () => {
  setClock('2026-11-24T15:00:00Z')
  ;({ office, family, emma, tom } = await smallSchool())
  return () => setClock(null)
})

const call = async (route: { action: Parameters<Visitor['json']>[0] }, body: unknown, method = 'POST', params = {}) =>
  office.json(route.action, '/api/x', body, method, params)
const list = async (route: { loader: Parameters<Visitor['get']>[0] }, query = '', params = {}) =>
  (await office.get(route.loader, `/api/x${query}`, params)).body
const inLessons = async (day: string) =>
  (await list(lessons, `?startDate=${day}&endDate=${day}`)).map(
    (ride: { studentName: string; time: string; type: string }) => `${ride.time} ${ride.type} ${ride.studentName}`,
  )

it('is 401 signed out and 403 for a customer, whatever the method', async () => {
  const actions = [
    timeslot,
    temporary,
    addStudent,
    participants,
    recordRemoval,
    assignments,
    horseRoute,
    rideAttendance,
  ]
  const methods = ['PUT', 'POST', 'POST', 'DELETE', 'POST', 'POST', 'DELETE', 'PATCH']
  const nobody = new Visitor()
  for (const [i, { action }] of actions.entries()) {
    expect((await nobody.json(action, '/api/x', {}, methods[i])).status).toBe(401)
    expect((await family.json(action, '/api/x', {}, methods[i])).status).toBe(403)
    expect((await office.json(action, '/api/x', {}, 'OPTIONS')).status).toBe(405)
  }
  for (const { loader } of [
    lessons,
    lessonsToday,
    tracking,
    attendanceData,
    assignments,
    removals,
    participantsOn,
    temporaryOne,
  ]) {
    expect((await nobody.get(loader, '/api/x')).status).toBe(401)
    expect((await family.get(loader, '/api/x')).status).toBe(403)
  }
})

describe('weekly-schedule/timeslot', () => {
  const edit = {
    dayOfWeek: 2,
    oldTime: '4:00 PM',
    oldType: 'Group Lesson',
    newTime: '5:00 PM',
    newType: 'Hack',
    lessonDate: '2026-12-01',
  }

  it('moves a lesson from a day on, and ends it', async () => {
    expect(await call(timeslot, edit, 'PUT')).toMatchObject({ status: 200, body: { message: 'Lesson Updated' } })
    expect(await inLessons(today)).toEqual(['4:00 PM Group Lesson Emma Stone'])
    expect(await inLessons('2026-12-01')).toEqual(['5:00 PM Hack Emma Stone'])
    expect((await call(timeslot, edit, 'PUT')).status).toBe(404)
    const end = { dayOfWeek: 2, scheduledTime: '17:00', lessonType: 'Hack', fromDate: '2026-12-09' }
    expect(await call(timeslot, end, 'DELETE')).toMatchObject({
      status: 200,
      body: { message: 'Lesson Deleted - Future lessons have been removed from the schedule' },
    })
    expect(await inLessons('2026-12-15')).toEqual([])
    expect((await call(timeslot, end, 'DELETE')).status).toBe(404)
  })

  it.each([
    [{ newTime: '5:15 PM' }, 'newTime'],
    [{ oldTime: '25:00' }, 'oldTime'],
    [{ lessonDate: '2026-02-30' }, 'lessonDate'],
    [{ newType: '' }, 'newType'],
    [{ dayOfWeek: 7 }, 'dayOfWeek'],
  ])('refuses %o naming the field', async (change, field) => {
    expect(await call(timeslot, { ...edit, ...change }, 'PUT')).toMatchObject({ status: 400, body: { field } })
  })
})

it('keeps lessons of one day with their students', async () => {
  const slot = { scheduledTime: '9:00 AM', lessonType: 'Private Lesson', lessonDate: '2026-11-25' }
  const added = await call(temporary, { dayOfWeek: 3, ...slot })
  expect(added).toMatchObject({ status: 201, body: { ...slot, dayOfWeek: 3, students: [] } })
  expect(await call(temporary, slot)).toMatchObject({
    status: 409,
    body: { message: 'Lesson already exists - A lesson for this time slot already exists for this date' },
  })
  expect(await call(addStudent, { ...slot, studentId: tom })).toMatchObject({
    status: 201,
    body: { studentName: 'Tom Hill' },
  })
  expect((await call(addStudent, { ...slot, studentId: 'nobody' })).status).toBe(404)
  expect(await list(temporaryOne, '', { id: '2026-11-25' })).toEqual([
    {
      ...added.body,
      students: [{ id: tom, name: 'Tom Hill', horseAssignment: 'Not assigned', attendance: 'scheduled' }],
    },
  ])
  expect(await list(participantsOn, '', { date: '2026-11-25' })).toEqual([
    expect.objectContaining({ studentId: tom, dayOfWeek: 3, ...slot }),
  ])
  expect((await call(participants, { ...slot, studentId: tom }, 'DELETE')).status).toBe(200)
  expect((await call(participants, { ...slot, studentId: tom }, 'DELETE')).status).toBe(404)
  const remove = () => call(temporaryOne, {}, 'DELETE', { id: String(added.body.id) })
  expect(await remove()).toMatchObject({ status: 200, body: { message: 'One Time Lesson Removed' } })
  expect((await remove()).status).toBe(404)
  expect((await office.get(temporaryOne.loader, '/api/x', { id: '2026-02-30' })).status).toBe(400)
})

it('assigns horses, tracks them, records attendance by id, and removes a horse', async () => {
  const bella = await horse('Bella')
  const use = {
    horseName: 'bella',
    usageDate: today,
    lessonTime: '4:00 PM',
    studentName: 'Emma Stone',
    lessonType: 'Group Lesson',
  }
  expect(await call(assignments, use)).toMatchObject({ status: 200, body: { message: 'Horse Assigned' } })
  expect((await call(assignments, { ...use, studentName: 'Nobody' })).status).toBe(404)
  expect((await call(assignments, { ...use, horseName: 'Pegasus' })).status).toBe(400)
  expect(await list(assignments, `?week=${today}`)).toEqual([
    expect.objectContaining({ ...use, horseName: 'Bella', studentId: emma }),
  ])
  expect(await list(tracking, '?week=2026-11-26')).toEqual([
    expect.objectContaining({
      horseName: 'Bella',
      weekStartDate: '2026-11-23',
      year: 2026,
      weekNumber: 48,
      usageCount: 1,
    }),
  ])
  expect((await office.get(tracking.loader, '/api/x?week=soon')).status).toBe(400)
  const [ride] = await list(lessonsToday)
  expect(ride).toMatchObject({ studentId: emma, horseAssignment: 'Bella', attendance: 'scheduled', instructor: 'TBD' })
  const mark = (id: string, attendance: string) => call(rideAttendance, { attendance }, 'PATCH', { id })
  expect(await mark(ride.id, 'present')).toMatchObject({ status: 200, body: { message: 'Attendance Recorded' } })
  expect((await mark(ride.id, 'asleep')).status).toBe(400)
  expect((await mark('999999', 'present')).status).toBe(404)
  expect((await mark('2026-11-24T16:00~nobody', 'present')).status).toBe(404)
  expect(await list(attendanceData, `?week=${today}`)).toEqual([
    expect.objectContaining({
      studentId: emma,
      attendanceStatus: 'present',
      rideType: 'Group Lesson',
      horseName: 'Bella',
    }),
  ])
  expect((await call(horseRoute, {}, 'DELETE', { id: String(bella.id) })).body).toEqual({ message: 'Horse Removed' })
  expect((await call(horseRoute, {}, 'DELETE', { id: 'x' })).status).toBe(404)
  expect(await list(tracking)).toEqual([expect.objectContaining({ horseName: 'Bella', usageCount: 1 })])
})

it('records removals free of charge, and lists them', async () => {
  const removal = { studentId: emma, lessonDate: today, lessonTime: '4:00 PM', removalType: 'daily' }
  expect((await call(recordRemoval, removal)).status).toBe(201)
  expect((await call(recordRemoval, removal)).status).toBe(404)
  expect(await list(removals, '', { date: today })).toEqual([
    expect.objectContaining({
      studentId: emma,
      studentName: 'Emma Stone',
      lessonTime: '4:00 PM',
      removalType: 'one-time',
    }),
  ])
  expect((await call(recordRemoval, { ...removal, removalType: 'forever' })).body.field).toBe('removalType')
  expect((await call(recordRemoval, { lessonDate: today, lessonTime: '4:00 PM' })).body.field).toBe('lessonType')
})

it.each([
  '',
  '?startDate=2026-11-01',
  '?startDate=2026-11-02&endDate=2026-11-01',
  '?startDate=2020-01-01&endDate=2026-11-01',
])('refuses lessons%s', async (query) => {
  expect((await office.get(lessons.loader, `/api/x${query}`)).status).toBe(400)
})
