import { describe, expect, test } from 'vitest'
import { allowanceOf } from '~/models/allowance/allowance.server'
import { prisma } from '~/platform/db.server'
import { horse, smallSchool } from '../../test/factories'
import { Visitor } from '../../test/visitor'

const nobody = new Visitor()

const { office, family, emma, tom } = await smallSchool('2026-11-20T15:00:00Z')

describe('access to the schedule’s calls', () => {
  test.each([
    ['GET /api/weekly-schedule', (visitor: Visitor) => visitor.api('/api/weekly-schedule')],
    [
      'POST /api/weekly-schedule',
      (visitor: Visitor) => visitor.api('/api/weekly-schedule', { method: 'POST', body: {} }),
    ],
    [
      'DELETE /api/weekly-schedule/1',
      (visitor: Visitor) => visitor.api('/api/weekly-schedule/1', { method: 'DELETE', body: {} }),
    ],
    [
      'POST /api/lessons/attendance',
      (visitor: Visitor) => visitor.api('/api/lessons/attendance', { method: 'POST', body: {} }),
    ],
    ['GET /api/horses', (visitor: Visitor) => visitor.api('/api/horses')],
    ['POST /api/horses', (visitor: Visitor) => visitor.api('/api/horses', { method: 'POST', body: { name: 'Max' } })],
    ['GET /api/admin/lessons/user/{id}', (visitor: Visitor) => visitor.api(`/api/admin/lessons/user/${emma}`)],
  ])('%s answers 401 to nobody and 403 to a customer', async (_, call) => {
    expect(await call(nobody)).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
    expect(await call(family)).toMatchObject({ status: 403, body: { message: expect.any(String) } })
  })
})

describe('/api/weekly-schedule', () => {
  const body = { dayOfWeek: 3, scheduledTime: '9:00 AM', lessonType: 'Private Lesson', startDate: '2026-11-20' }

  test('It adds, lists and ends a weekly place', async () => {
    const added = await office.api('/api/weekly-schedule', { method: 'POST', body: { studentId: tom, ...body } })
    expect(added).toMatchObject({
      status: 201,
      body: {
        studentId: tom,
        studentName: 'Tom Hill',
        dayOfWeek: 3,
        scheduledTime: '9:00 AM',
        lessonType: 'Private Lesson',
        duration: 60,
        isActive: true,
        startDate: '2026-11-25',
        deletedFromDate: null,
      },
    })
    const { id } = added.body
    expect((await office.api('/api/weekly-schedule')).body).toContainEqual(added.body)
    const twice = await office.api('/api/weekly-schedule', {
      method: 'POST',
      body: {
        studentId: tom,
        ...body,
        scheduledTime: '09:30',
      },
    })
    expect(twice).toMatchObject({
      status: 409,
      body: { message: 'Tom Hill is already riding at 9:00 AM on Wednesdays' },
    })
    const remove = () => office.api(`/api/weekly-schedule/${id}`, { method: 'DELETE', body: {} })
    expect(await remove()).toMatchObject({ status: 200, body: { message: expect.stringMatching(/^Lesson Deleted/) } })
    expect(await remove()).toMatchObject({ status: 404 })
    expect((await office.api('/api/weekly-schedule')).body).not.toContainEqual(added.body)
  })

  test('It stores an empty lesson without a student once', async () => {
    const empty = { ...body, studentId: null, scheduledTime: '10:00' }
    expect(await office.api('/api/weekly-schedule', { method: 'POST', body: empty })).toMatchObject({
      status: 201,
      body: { studentId: null, studentName: null, scheduledTime: '10:00 AM' },
    })
    expect(await office.api('/api/weekly-schedule', { method: 'POST', body: empty })).toMatchObject({
      status: 409,
      body: { message: 'Lesson already exists - A lesson for this time slot already exists for this date' },
    })
  })

  test.each([
    [{ dayOfWeek: 7 }, 'dayOfWeek'],
    [{ dayOfWeek: 'Wednesday' }, 'dayOfWeek'],
    [{ scheduledTime: '25:10' }, 'scheduledTime'],
    [{ scheduledTime: undefined }, 'scheduledTime'],
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ startDate: 'soon' }, 'startDate'],
    [{ lessonType: '' }, 'lessonType'],
  ])('It refuses %o and names the field', async (change, field) => {
    const answer = await office.api('/api/weekly-schedule', {
      method: 'POST',
      body: { studentId: tom, ...body, ...change },
    })
    expect(answer).toMatchObject({ status: 400, body: { field, message: expect.stringContaining(field) } })
  })

  test('It refuses an unknown ride type and an unknown student', async () => {
    const polo = await office.api('/api/weekly-schedule', {
      method: 'POST',
      body: {
        studentId: tom,
        ...body,
        lessonType: 'Polo',
      },
    })
    expect(polo).toMatchObject({ status: 400, body: { message: 'Choose a ride type' } })
    const foreign = await office.api('/api/weekly-schedule', { method: 'POST', body: { studentId: 'x', ...body } })
    expect(foreign).toMatchObject({ status: 404, body: { message: 'Student not found' } })
    const text = await office.sendApi('/api/weekly-schedule', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{',
    })
    expect(text.status).toBe(400)
  })
})

describe('/api/lessons/attendance', () => {
  const record = { lessonDate: '2026-11-10', lessonTime: '4:00 PM', rideType: 'Group Lesson' }
  const mark = (change: object) =>
    office.api('/api/lessons/attendance', {
      method: 'POST',
      body: {
        studentId: emma,
        ...record,
        attendanceStatus: 'present',
        ...change,
      },
    })
  const used = async () => (await allowanceOf(emma, '2026-11-10')).lessons.used

  test('It records attendance, assigns the horse, and never counts twice', async () => {
    const bella = await horse('Bella')
    for (const attendanceStatus of ['present', 'absent', 'present']) {
      expect(await mark({ attendanceStatus, horseName: 'bella' })).toMatchObject({
        status: 200,
        body: { message: 'Attendance Recorded' },
      })
      expect(await used()).toBe(1)
    }
    expect(await mark({ horseName: 'none', lessonType: 'makeup' })).toMatchObject({
      body: { attendanceStatus: 'makeup' },
    })
    expect(await used()).toBe(0)
    expect(await prisma.horseUsage.findMany({ select: { horseId: true } })).toEqual([{ horseId: bella.id }])
  })

  test.each([
    [{ attendanceStatus: 'sick' }, 400, 'attendanceStatus'],
    [{ lessonDate: '2026-11-31' }, 400, 'lessonDate'],
    [{ lessonTime: '25:00' }, 400, 'lessonTime'],
    [{ studentId: 5 }, 400, 'studentId'],
    [{ horseName: 'Pegasus' }, 400, 'Horse not found'],
    [{ studentId: 'nobody' }, 404, 'Student not found'],
    [{ lessonDate: '2026-11-11' }, 404, 'has no lesson at 4:00 PM on Nov 11, 2026'],
    [{ version: '1-1' }, 409, 'changed this ride in the meantime'],
  ])('It refuses %o with %i', async (change, status, message) => {
    await mark({ attendanceStatus: 'present' })
    const answer = await mark({ attendanceStatus: 'absent', ...change })
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } })
  })

  test('A call without a body is treated as one without fields', async () => {
    const answer = await office.sendApi('/api/lessons/attendance', { method: 'POST' })
    expect(answer.status).toBe(400)
  })
})

describe('/api/horses', () => {
  test('It adds a trimmed name once, in any case', async () => {
    const first = await office.api('/api/horses', { method: 'POST', body: { name: '  Max ' } })
    expect(first).toMatchObject({ status: 200, body: { name: 'Max', isActive: true } })
    expect((await office.api('/api/horses', { method: 'POST', body: { name: 'MAX' } })).body).toEqual(first.body)
    const both = await Promise.all(
      [1, 2].map(() => office.api('/api/horses', { method: 'POST', body: { name: 'Élan 馬' } })),
    )
    expect(both[0]?.body).toEqual(both[1]?.body)
    const list = (await office.api('/api/horses')).body as { name: string }[]
    expect(list.filter(({ name }) => ['Max', 'Élan 馬'].includes(name))).toHaveLength(2)
  })

  test.each([{ name: '   ' }, { name: 'x'.repeat(101) }, { name: 3 }, {}])('It refuses %o', async (body) => {
    expect((await office.api('/api/horses', { method: 'POST', body })).status).toBe(400)
  })
})
