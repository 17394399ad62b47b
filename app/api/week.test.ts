import { beforeEach, describe, expect, test } from 'vitest'
import { emptyTables, horse, smallSchool } from '../../test/factories'
import { Visitor } from '../../test/visitor'

let office: Visitor
let family: Visitor
let emma: string
let tom: string
const today = '2026-11-24'

beforeEach(async () => {
  await emptyTables()
  ;({ office, family, emma, tom } = await smallSchool('2026-11-24T15:00:00Z'))
})

const call = (path: string, body: unknown, method = 'POST') => office.api(`/api/${path}`, { method, body })
const list = async (path: string) => (await office.api(`/api/${path}`)).body
const inLessons = async (day: string) =>
  (await list(`admin/lessons?startDate=${day}&endDate=${day}`)).map(
    (ride: { studentName: string; time: string; type: string }) => `${ride.time} ${ride.type} ${ride.studentName}`,
  )

test('A call of the week answers 401 without a sign-in and 403 to a customer, whatever the method', async () => {
  const nobody = new Visitor()
  for (const [path, method] of [
    ['weekly-schedule/timeslot', 'PUT'],
    ['temporary-lessons', 'POST'],
    ['temporary-lessons/add-student', 'POST'],
    ['one-time-participants', 'DELETE'],
    ['lessons/record-removal', 'POST'],
    ['lessons/horse-assignments', 'POST'],
    ['horses/1', 'DELETE'],
    ['admin/lessons/1/attendance', 'PATCH'],
  ]) {
    expect((await nobody.api(`/api/${path}`, { method, body: {} })).status).toBe(401)
    expect((await family.api(`/api/${path}`, { method, body: {} })).status).toBe(403)
    expect((await office.sendApi(`/api/${path}`, { method: 'OPTIONS' })).status).toBe(405)
  }
  for (const path of [
    'admin/lessons',
    'admin/lessons/today',
    'horse-usage/tracking',
    'lessons/attendance-data',
    'lessons/horse-assignments',
    'lessons/removals/2026-11-24',
    'one-time-participants/2026-11-24',
    'temporary-lessons/2026-11-24',
  ]) {
    expect((await nobody.api(`/api/${path}`)).status).toBe(401)
    expect((await family.api(`/api/${path}`)).status).toBe(403)
  }
})

test('A day at the end of the calendar is refused at once', async () => {
  const assigned = await call('lessons/horse-assignments', {
    horseName: 'Maple',
    usageDate: '9999-12-31',
    lessonTime: '9:00 AM',
    studentName: 'Emma Stone',
    lessonType: 'Group Lesson',
  })
  expect([assigned.status, assigned.body.field]).toEqual([400, 'usageDate'])
  const listed = await office.api('/api/admin/lessons?startDate=9999-12-27&endDate=9999-12-31')
  expect([listed.status, listed.body.field]).toEqual([400, 'startDate'])
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

  test('It moves a lesson from a day on, and ends it', async () => {
    expect(await call('weekly-schedule/timeslot', edit, 'PUT')).toMatchObject({
      status: 200,
      body: { message: 'Lesson Updated' },
    })
    expect(await inLessons(today)).toEqual(['4:00 PM Group Lesson Emma Stone'])
    expect(await inLessons('2026-12-01')).toEqual(['5:00 PM Hack Emma Stone'])
    expect((await call('weekly-schedule/timeslot', edit, 'PUT')).status).toBe(404)
    const end = { dayOfWeek: 2, scheduledTime: '17:00', lessonType: 'Hack', fromDate: '2026-12-09' }
    expect(await call('weekly-schedule/timeslot', end, 'DELETE')).toMatchObject({
      status: 200,
      body: { message: 'Lesson Deleted - Future lessons have been removed from the schedule' },
    })
    expect(await inLessons('2026-12-15')).toEqual([])
    expect((await call('weekly-schedule/timeslot', end, 'DELETE')).status).toBe(404)
  })

  test.each([
    [{ newTime: '9:15 PM' }, 'newTime'],
    [{ oldTime: '25:00' }, 'oldTime'],
    [{ lessonDate: '2026-02-30' }, 'lessonDate'],
    [{ newType: '' }, 'newType'],
    [{ dayOfWeek: 7 }, 'dayOfWeek'],
  ])('It refuses %o and names the field', async (change, field) => {
    expect(await call('weekly-schedule/timeslot', { ...edit, ...change }, 'PUT')).toMatchObject({
      status: 400,
      body: { field },
    })
  })
})

test('One-time lessons are stored with their students', async () => {
  const slot = { scheduledTime: '9:00 AM', lessonType: 'Private Lesson', lessonDate: '2026-11-25' }
  const added = await call('temporary-lessons', { dayOfWeek: 3, ...slot })
  expect(added).toMatchObject({ status: 201, body: { ...slot, dayOfWeek: 3, students: [] } })
  expect(await call('temporary-lessons', slot)).toMatchObject({
    status: 409,
    body: { message: 'Lesson already exists - A lesson for this time slot already exists for this date' },
  })
  expect(await call('temporary-lessons/add-student', { ...slot, studentId: tom })).toMatchObject({
    status: 201,
    body: { studentName: 'Tom Hill' },
  })
  expect((await call('temporary-lessons/add-student', { ...slot, studentId: 'nobody' })).status).toBe(404)
  expect(await list('temporary-lessons/2026-11-25')).toEqual([
    {
      ...added.body,
      students: [{ id: tom, name: 'Tom Hill', horseAssignment: 'Not assigned', attendance: 'scheduled' }],
    },
  ])
  expect(await list('one-time-participants/2026-11-25')).toEqual([
    expect.objectContaining({ studentId: tom, dayOfWeek: 3, ...slot }),
  ])
  expect((await call('one-time-participants', { ...slot, studentId: tom }, 'DELETE')).status).toBe(200)
  expect((await call('one-time-participants', { ...slot, studentId: tom }, 'DELETE')).status).toBe(404)
  const remove = () => call(`temporary-lessons/${added.body.id}`, {}, 'DELETE')
  expect(await remove()).toMatchObject({ status: 200, body: { message: 'One Time Lesson Removed' } })
  expect((await remove()).status).toBe(404)
  expect((await office.api('/api/temporary-lessons/2026-02-30')).status).toBe(400)
})

test('Horses are assigned, tracked and removed, and attendance is recorded by id', async () => {
  const bella = await horse('Bella')
  const use = {
    horseName: 'bella',
    usageDate: today,
    lessonTime: '4:00 PM',
    studentName: 'Emma Stone',
    lessonType: 'Group Lesson',
  }
  expect(await call('lessons/horse-assignments', use)).toMatchObject({
    status: 200,
    body: { message: 'Horse Assigned' },
  })
  expect((await call('lessons/horse-assignments', { ...use, studentName: 'Nobody' })).status).toBe(404)
  expect((await call('lessons/horse-assignments', { ...use, horseName: 'Pegasus' })).status).toBe(400)
  expect(await list(`lessons/horse-assignments?week=${today}`)).toEqual([
    expect.objectContaining({ ...use, horseName: 'Bella', studentId: emma }),
  ])
  expect(await list('horse-usage/tracking?week=2026-11-26')).toEqual([
    expect.objectContaining({
      horseName: 'Bella',
      weekStartDate: '2026-11-23',
      year: 2026,
      weekNumber: 48,
      usageCount: 1,
    }),
  ])
  expect((await office.api('/api/horse-usage/tracking?week=soon')).status).toBe(400)
  const [ride] = await list('admin/lessons/today')
  expect(ride).toMatchObject({ studentId: emma, horseAssignment: 'Bella', attendance: 'scheduled', instructor: 'TBD' })
  const mark = (id: string, attendance: string) => call(`admin/lessons/${id}/attendance`, { attendance }, 'PATCH')
  expect(await mark(ride.id, 'present')).toMatchObject({ status: 200, body: { message: 'Attendance Recorded' } })
  expect((await mark(ride.id, 'asleep')).status).toBe(400)
  expect((await mark('999999', 'present')).status).toBe(404)
  expect((await mark('2026-11-24T16:00~nobody', 'present')).status).toBe(404)
  expect(await list(`lessons/attendance-data?week=${today}`)).toEqual([
    expect.objectContaining({
      studentId: emma,
      attendanceStatus: 'present',
      rideType: 'Group Lesson',
      horseName: 'Bella',
    }),
  ])
  expect((await call(`horses/${bella.id}`, {}, 'DELETE')).body).toEqual({ message: 'Horse Removed' })
  expect((await call('horses/x', {}, 'DELETE')).status).toBe(404)
  expect(await list('horse-usage/tracking')).toEqual([expect.objectContaining({ horseName: 'Bella', usageCount: 1 })])
})

test('Removals are recorded without charge, and listed', async () => {
  const removal = { studentId: emma, lessonDate: today, lessonTime: '4:00 PM', removalType: 'daily' }
  expect((await call('lessons/record-removal', removal)).status).toBe(201)
  expect((await call('lessons/record-removal', removal)).status).toBe(404)
  expect(await list(`lessons/removals/${today}`)).toEqual([
    expect.objectContaining({
      studentId: emma,
      studentName: 'Emma Stone',
      lessonTime: '4:00 PM',
      removalType: 'one-time',
    }),
  ])
  const named = { studentName: 'Emma Stone', lessonDate: '2026-12-01', lessonTime: '4:00 PM', removalType: 'weekly' }
  expect(await call('lessons/record-removal', { ...named, studentName: 'Nobody' })).toMatchObject({ status: 404 })
  expect(await inLessons('2026-12-01')).toEqual(['4:00 PM Group Lesson Emma Stone'])
  expect(await call('lessons/record-removal', named)).toMatchObject({
    status: 201,
    body: { message: 'Student Removed' },
  })
  expect(await inLessons('2026-12-01')).toEqual([])
  expect((await call('lessons/record-removal', { ...removal, removalType: 'forever' })).body.field).toBe('removalType')
  expect((await call('lessons/record-removal', { lessonDate: today, lessonTime: '4:00 PM' })).body.field).toBe(
    'lessonType',
  )
})

test.each([
  '',
  '?startDate=2026-11-01',
  '?startDate=2026-11-02&endDate=2026-11-01',
  '?startDate=2020-01-01&endDate=2026-11-01',
])('Lessons%s are refused', async (query) => {
  expect((await office.api(`/api/admin/lessons${query}`)).status).toBe(400)
})

test('Attendance of a student who is not on the schedule adds the student to the lesson that is named', async () => {
  const mark = {
    studentId: tom,
    lessonDate: today,
    lessonTime: '10:00 AM',
    attendanceStatus: 'present',
    lessonType: 'makeup',
  }
  expect((await call('lessons/attendance', mark)).status).toBe(404)
  expect((await call('lessons/attendance', { ...mark, rideType: 'Polo' })).status).toBe(400)
  expect(await call('lessons/attendance', { ...mark, rideType: 'Hack' })).toMatchObject({
    status: 200,
    body: { attendanceStatus: 'makeup' },
  })
  expect(await inLessons(today)).toContain('10:00 AM Hack Tom Hill')
  expect(
    (await list(`lessons/attendance-data?week=${today}`)).map((one: { studentName: string }) => one.studentName),
  ).toContain('Tom Hill')
})
