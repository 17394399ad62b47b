import { beforeEach, expect, test } from 'vitest'
import { prisma } from '~/platform/db.server'
import { versionOf } from '~/platform/version'
import { action as editLesson, loader as editPage } from '~/routes/office/lessons/edit-lesson'
import { action as addLesson, loader as addPage } from '~/routes/office/lessons/new/new-lesson'
import { action as addRide } from '~/routes/office/lessons/new/new-ride'
import { smallSchool } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { action, loader } from './lesson-times'

const path = '/settings/lesson-times'
const evenings = {
  firstLesson: '15:45',
  lastLesson: '19:30',
  lessonStep: '15',
  lessonLengths: '120, 20, 75',
  arenas: ' Indoor ,Main  arena,',
}
const lesson = { date: '2026-11-25', time: 'other', otherTime: '16:07', type: 'Hack', scope: 'weekly', duration: '75' }

const { office, family, emma } = await smallSchool('2026-11-20T15:00:00Z')

beforeEach(async () => {
  await emptySchedule()
  await prisma.school.deleteMany()
})

const add = (change: Record<string, string> = {}) =>
  office.post(addLesson, '/admin/lessons/new', { ...lesson, ...change })
const kept = () =>
  prisma.weeklyPlace.findMany({
    where: { isActive: true, deletedFromDate: null },
    select: { scheduledTime: true, duration: true },
    orderBy: { scheduledTime: 'asc' },
  })

const ARENAS = 'Please enter up to 12 different names of up to 40 characters, for example Indoor, Outdoor'

test('A school sets its own times and lengths, and the log says who did', async () => {
  expect((await office.post(action, path, evenings)).status).toBe(302)
  const { body } = await office.get(loader, path)
  expect(body.times).toEqual({
    ...evenings,
    lessonStep: 15,
    lessonLengths: '20, 75, 120',
    arenas: 'Indoor, Main arena',
  })
  const { what } = body.changes[0]
  expect(what).toMatch(/^changed the lesson times: /)
  expect(what).toContain('first lesson 7:00 AM → 3:45 PM')
  expect(what).toContain('minutes between times 30 → 15')
  expect(what).toContain('lengths 30, 45, 60, 90 → 20, 75, 120')
  expect(what).toContain('arenas nothing → Indoor, Main arena')
  expect((await office.get(addPage, '/admin/lessons/new')).body.times).toMatchObject({
    ...{ last: '19:30', step: 15 },
    arenas: ['Indoor', 'Main arena'],
  })
})

test.each([
  [{ lastLesson: '07:00' }, 'lastLesson', 'Choose 3:45 PM or later'],
  [{ lastLesson: '22:30' }, 'lastLesson', 'A lesson of 120 minutes would end after midnight'],
  [{ firstLesson: '' }, 'firstLesson', 'Please enter a time, for example 9:00 AM'],
  [{ lessonStep: '7' }, 'lessonStep', 'Please choose how far apart the times are'],
  [{ arenas: 'Indoor, indoor' }, 'arenas', ARENAS],
  [{ arenas: 'x'.repeat(41) }, 'arenas', ARENAS],
  [{ arenas: Array.from({ length: 13 }, (_, n) => `Arena ${n}`).join() }, 'arenas', ARENAS],
  [{ lessonLengths: '4' }, 'lessonLengths', 'Please enter minutes from 5 to 480, for example 30, 45, 60'],
])('With %o they are refused beside the field', async (change, field, message) => {
  const answer = await office.post(action, path, { ...evenings, ...change })
  expect([answer.status, answer.body.lastResult.error]).toEqual([400, { [field]: [message] }])
  expect(await prisma.school.count()).toBe(0)
})

test('Two desks that together would turn the day around are refused', async () => {
  const version = (await office.get(loader, path)).body.version
  const usual = {
    firstLesson: '07:00',
    lastLesson: '18:30',
    lessonStep: '30',
    lessonLengths: '30, 45, 60, 90',
    version,
  }
  expect((await office.post(action, path, { ...usual, lastLesson: '10:00' })).status).toBe(302)
  const other = await office.post(action, path, { ...usual, firstLesson: '11:00' })
  expect([other.status, other.body.lastResult.error]).toEqual([400, { lastLesson: ['Choose 11:00 AM or later'] }])
})

test('The settings are the office’s', async () => {
  expect((await family.get(loader, path)).status).toBe(403)
  expect((await family.post(action, path, evenings)).status).toBe(403)
})

test('Any minute can be typed, and the lesson lasts as the school’s do', async () => {
  expect((await add({ duration: '60' })).status).toBe(302)
  await office.post(action, path, evenings)
  expect((await add({ otherTime: '7:30 PM' })).status).toBe(302)
  expect(await kept()).toEqual([
    { scheduledTime: '16:07', duration: 60 },
    { scheduledTime: '19:30', duration: 75 },
  ])
})

test.each([
  [{ otherTime: '' }, 'otherTime', 'Choose a time, like 9:00 AM'],
  [{ otherTime: '19:31' }, 'time', 'Lessons begin from 3:45 PM to 7:30 PM'],
  [{ time: '15:30' }, 'time', 'Lessons begin from 3:45 PM to 7:30 PM'],
  [{ duration: '60' }, 'duration', 'Choose 20, 75, 120 minutes'],
])('A lesson with %o is refused in the words of the settings', async (change, field, message) => {
  await office.post(action, path, evenings)
  const answer = await add(change)
  expect([answer.status, answer.body.lastResult.error]).toEqual([400, { [field]: [message] }])
  expect(await kept()).toEqual([])
})

test('A ride for which nobody said how long lasts the shortest of a school without hours', async () => {
  await office.post(action, path, evenings)
  const { duration: _, ...ride } = lesson
  expect((await office.post(addRide, '/admin/rides/new', { ...ride, riderId: emma })).status).toBe(302)
  expect(await kept()).toEqual([{ scheduledTime: '16:07', duration: 20 }])
})

test('A lesson keeps the time and length it has, whatever the settings say by now', async () => {
  await add({ otherTime: '09:10', duration: '90' })
  await office.post(action, path, evenings)
  const params = { date: lesson.date, time: '09:10', type: 'Hack' }
  const at = '/admin/lessons/2026-11-25/09:10/Hack/edit'
  expect((await office.get(editPage, at, params)).body).toMatchObject({ duration: 90, slot: { time: '09:10' } })
  const edit = { date: lesson.date, time: '09:10', type: 'Hack', duration: '90', scope: 'weekly', capacity: '3' }
  expect((await office.post(editLesson, at, edit, params)).status).toBe(409)
  const opened = versionOf({ capacity: null, level: null })
  expect((await office.post(editLesson, at, { ...edit, version: opened }, params)).status).toBe(302)
  const longer = await office.post(
    editLesson,
    at,
    { ...edit, capacity: '3', version: versionOf({ capacity: 3, level: null }), duration: '60' },
    params,
  )
  expect(longer.body.lastResult.error).toEqual({ duration: ['Choose 20, 75, 120 minutes'] })
  const other = {
    ...edit,
    version: versionOf({ capacity: 3, level: null }),
    time: 'other',
    otherTime: '16:15',
    duration: '120',
  }
  expect((await office.post(editLesson, at, other, params)).status).toBe(302)
  expect(await kept()).toEqual([{ scheduledTime: '16:15', duration: 120 }])
})

test('A program adds and moves lessons by the same rule', async () => {
  await office.post(action, path, evenings)
  const call = (method: string, at: string, body: object) => office.api(`/api/${at}`, { method, body })
  const once = { lessonType: 'Hack', lessonDate: '2026-11-26' }
  const early = await call('POST', 'temporary-lessons', { ...once, scheduledTime: '9:00 AM' })
  expect(early).toMatchObject({
    status: 400,
    body: { field: 'scheduledTime', message: expect.stringContaining('3:45 PM to 7:30 PM') },
  })
  const short = await call('POST', 'temporary-lessons', { ...once, scheduledTime: '4:15 PM', duration: 20 })
  expect(short).toMatchObject({ status: 201, body: { scheduledTime: '4:15 PM' } })
  const weekly = { dayOfWeek: 3, lessonType: 'Hack', scheduledTime: '7:30 PM', studentId: emma, duration: 75 }
  expect(await call('POST', 'weekly-schedule', weekly)).toMatchObject({ status: 201, body: { duration: 75 } })
  const move = { lessonDate: '2026-11-25', oldTime: '7:30 PM', oldType: 'Hack', newTime: '4:20 PM', newType: 'Hack' }
  const long = await call('PUT', 'weekly-schedule/timeslot', { ...move, newDuration: 60 })
  expect(long).toMatchObject({ status: 400, body: { field: 'newDuration' } })
  expect((await call('PUT', 'weekly-schedule/timeslot', { ...move, newDuration: 120 })).status).toBe(200)
  expect(await kept()).toEqual([{ scheduledTime: '16:20', duration: 120 }])
})
