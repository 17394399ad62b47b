import { beforeEach, describe, expect, test } from 'vitest'
import { listRiders } from '~/models/people/families/student.server'
import { addOneTimeLesson } from '~/models/schedule/change/add-lesson.server'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { removeFromLesson } from '~/models/schedule/change/remove-rider.server'
import { setInstructor } from '~/models/schedule/change/set-instructor.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { describeLessonChange } from '~/models/schedule/week/lesson-changes'
import { findLesson } from '~/models/schedule/week/roster.server'
import { prisma } from '~/platform/db.server'
import { action as setAction } from '~/routes/office/lessons/instructor'
import { loader as dialog, action as save } from '~/routes/office/settings/instructors/instructor'
import { loader as list } from '~/routes/office/settings/instructors/instructors'
import { action as remove } from '~/routes/office/settings/instructors/remove'
import { loader as home } from '~/routes/portal/home/home'
import { toDbDate } from '~/utils/dates'
import { smallSchool, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal, ridersOn } from '../../../../test/schedule'
import { addInstructor, listInstructors, removeInstructor } from './instructor.server'

const school = await smallSchool('2026-11-20T15:00:00Z')
const { officeId } = school

beforeEach(async () => {
  await emptySchedule()
  await weeklyPlace({ riderId: school.emma, startDate: '2026-11-03' })
  await prisma.user.deleteMany({ where: { role: 'instructor' } })
  await prisma.auditEntry.deleteMany()
})

const add = async (firstName = 'Sarah', lastName = 'Reed') => {
  await addInstructor(officeId, { firstName, lastName })
  return prisma.user.findFirstOrThrow({ where: { role: 'instructor', firstName } })
}
const form = (id: string, fields: Record<string, string>) =>
  school.office.post(save, `/settings/instructors/${id}`, fields, { id })

describe('instructors', () => {
  test('The office adds, renames and removes an instructor, and the changes are listed', async () => {
    expect((await form('new', { firstName: ' Sarah ', lastName: 'Reed' })).status).toBe(302)
    const [{ id }] = (await school.office.get(list, '/x')).body.instructors
    const { version } = (await school.office.get(dialog, '/x', { id })).body
    expect((await form(id, { firstName: 'Sara', lastName: 'Reed', version })).status).toBe(302)
    expect((await school.office.get(list, '/x')).body).toMatchObject({
      instructors: [{ id, name: 'Sara Reed' }],
      changes: [{ what: 'changed Sara Reed: first name Sarah → Sara' }, {}],
    })
    expect((await school.office.post(remove, '/x', {}, { id })).status).toBe(302)
    expect(await listInstructors()).toEqual([])
    expect((await school.office.get(dialog, '/x', { id })).status).toBe(404)
  })

  test('A name with a sign that patterns know is that name and no other', async () => {
    for (const firstName of ['Al%', 'Al_', 'Al\\', 'Alma', 'Al1'])
      await addInstructor(officeId, { firstName, lastName: '%' })
    const twice = addInstructor(officeId, { firstName: 'aL\\', lastName: '%' })
    await expect(twice).rejects.toEqual(refusal(409, 'That name is taken'))
    await prisma.user.deleteMany({ where: { role: 'instructor', lastName: '%' } })
  })

  test('No two instructors have one name, and one who was removed comes back by it', async () => {
    const { id } = await add()
    await expect(addInstructor(officeId, { firstName: 'sarah', lastName: 'REED' })).rejects.toEqual(
      refusal(409, 'That name is taken'),
    )
    await removeInstructor(officeId, id)
    await addInstructor(officeId, { firstName: 'Sarah', lastName: 'Reed' })
    expect(await listInstructors()).toEqual([{ id, name: 'Sarah Reed', email: null }])
    expect((await form('new', { firstName: '', lastName: 'Reed' })).body.lastResult.error).toHaveProperty('firstName')
  })

  test('An instructor is no student, and has an email and a password or neither', async () => {
    const { id } = await add()
    expect((await listRiders()).map((rider) => rider.id)).not.toContain(id)
    await expect(prisma.user.update({ where: { id }, data: { email: 'sarah@school.example' } })).rejects.toThrow(
      'users_instructor',
    )
  })

  test('Families cannot open the screen', async () => {
    expect((await school.family.get(list, '/x')).status).toBe(403)
    expect((await school.family.post(save, '/x', { firstName: 'Me' }, { id: 'new' })).status).toBe(403)
  })
})

describe('the instructor of a lesson', () => {
  const family = async () => (await school.family.get(home, '/?tab=scheduled')).body
  const api = async (path: string) => (await school.family.api(path)).body

  test('Families see who teaches in their next ride, their rides, the API and the calendar', async () => {
    const next = async () => (await school.family.get(home, '/')).body.content.rides[0].instructor
    expect(await next()).toBe('TBD')
    await prisma.weeklyPlace.updateMany({ data: { instructorId: (await add()).id } })
    expect([await next(), (await family()).content.rides[5].instructor]).toEqual(['Sarah Reed', 'Sarah Reed'])
    expect((await api('/api/lessons/user?upcoming=true'))[0].instructor).toBe('Sarah Reed')
  })

  test('Of one date alone comes before every week, for a guest of that lesson too', async () => {
    await prisma.weeklyPlace.updateMany({ data: { instructorId: (await add()).id } })
    const joan = await add('Joan', 'Ashby')
    const ride = { scheduledDate: toDbDate('2026-11-24'), scheduledTime: '16:00', type: 'Group Lesson' }
    await prisma.ride.create({ data: { studentId: school.emma, instructorId: joan.id, ...ride } })
    const { content } = await family()
    expect(content.rides.slice(0, 2).map((row: { instructor: string }) => row.instructor)).toEqual([
      'Joan Ashby',
      'Sarah Reed',
    ])
    await prisma.oneTimeParticipant.create({
      data: {
        studentId: school.tom,
        lessonDate: toDbDate('2026-11-24'),
        scheduledTime: '16:00',
        lessonType: 'Group Lesson',
      },
    })
    const toms = (await school.office.api(`/api/admin/lessons/user/${school.tom}?upcoming=true`)).body
    expect(toms[0]).toMatchObject({ date: '2026-11-24', instructor: 'Joan Ashby' })
  })

  test('A removed instructor teaches nothing from that day on', async () => {
    const { id } = await add()
    await prisma.weeklyPlace.updateMany({ data: { instructorId: id } })
    await removeInstructor(officeId, id)
    const next = async () => (await school.family.get(home, '/')).body.content.rides[0].instructor
    expect(await next()).toBe('TBD')
    const past = await api('/api/lessons/user?upcoming=false')
    expect(past[0]).toMatchObject({ date: '2026-11-17', instructor: 'Sarah Reed' })
  })
})

describe('setting the instructor', () => {
  const at = (date: string) => ({ date, time: '16:00', type: 'Group Lesson' })
  const taught = async (...dates: string[]) =>
    Promise.all(dates.map(async (date) => (await findLesson(at(date)))?.instructor?.name ?? null))
  const send = (date: string, fields: Record<string, string>) => school.office.post(setAction, '/x', fields, at(date))

  test('Every week from a date on leaves the past as it was, and Undo takes it back', async () => {
    const sarah = await add()
    await setInstructor(officeId, at('2026-11-24'), sarah.id, { scope: 'weekly', version: '' })
    expect(await taught('2026-11-17', '2026-11-24', '2026-12-01')).toEqual([null, 'Sarah Reed', 'Sarah Reed'])
    const joan = await add('Joan', 'Ashby')
    const { changes } = await setInstructor(officeId, at('2026-12-01'), joan.id, { scope: 'weekly', version: sarah.id })
    expect(await taught('2026-11-24', '2026-12-01', '2026-12-08')).toEqual(['Sarah Reed', 'Joan Ashby', 'Joan Ashby'])
    expect(await ridersOn('2026-12-01')).toEqual(['Emma Stone'])
    await undoChanges(officeId, changes)
    expect(await taught('2026-11-24', '2026-12-01')).toEqual(['Sarah Reed', 'Sarah Reed'])
    await setInstructor(officeId, at('2026-12-01'), null, { scope: 'weekly', version: sarah.id })
    expect(await taught('2026-11-24', '2026-12-01')).toEqual(['Sarah Reed', null])
  })

  test('One date alone has its own, which is no mark; nobody there brings back the weekly one', async () => {
    const [sarah, joan] = [await add(), await add('Joan', 'Ashby')]
    await setInstructor(officeId, at('2026-11-24'), sarah.id, { scope: 'weekly', version: '' })
    await setInstructor(officeId, at('2026-12-01'), joan.id, { scope: 'one-time', version: sarah.id })
    expect(await taught('2026-11-24', '2026-12-01', '2026-12-08')).toEqual(['Sarah Reed', 'Joan Ashby', 'Sarah Reed'])
    expect((await findLesson(at('2026-12-01')))?.riders).toMatchObject([{ attendance: 'scheduled', source: 'weekly' }])
    expect((await school.family.get(home, '/')).body.content.family[0].month.allowance.lessons.used).toBe(0)
    await setInstructor(officeId, at('2026-12-01'), null, { scope: 'one-time', version: joan.id })
    expect(await taught('2026-12-01')).toEqual(['Sarah Reed'])
  })

  test('A lesson that moves, or that someone joins, keeps its instructor', async () => {
    const sarah = await add()
    await setInstructor(officeId, at('2026-11-24'), sarah.id, { scope: 'weekly', version: '' })
    await addToLesson(officeId, school.tom, at('2026-12-01'), { scope: 'weekly' })
    const { changes } = await removeFromLesson(officeId, school.emma, at('2026-12-08'), { scope: 'weekly' })
    expect(await taught('2026-12-01', '2026-12-08')).toEqual(['Sarah Reed', 'Sarah Reed'])
    await undoChanges(officeId, changes)
    await editLesson(officeId, at('2026-12-15'), { time: '17:00', type: 'Group Lesson' }, 'weekly')
    expect((await findLesson({ ...at('2026-12-15'), time: '17:00' }))?.instructor?.name).toBe('Sarah Reed')
  })

  test('An empty weekly lesson has one every week, and none on a date alone', async () => {
    const sarah = await add()
    await weeklyPlace({ startDate: '2026-11-03', time: '11:00', type: 'Horsemanship' })
    const slot = { date: '2026-11-24', time: '11:00', type: 'Horsemanship' }
    await expect(setInstructor(officeId, slot, sarah.id, { scope: 'one-time', version: '' })).rejects.toEqual(
      refusal(400, 'Choose every week'),
    )
    await setInstructor(officeId, slot, sarah.id, { scope: 'weekly', version: '' })
    expect((await findLesson(slot))?.instructor?.name).toBe('Sarah Reed')
    await addToLesson(officeId, school.tom, slot, { scope: 'weekly' })
    expect((await findLesson(slot))?.instructor?.name).toBe('Sarah Reed')
  })

  test('A one-time lesson has one without riders too', async () => {
    const sarah = await add()
    const slot = { date: '2026-11-26', time: '09:00', type: 'Hack' }
    await addOneTimeLesson(officeId, slot)
    await setInstructor(officeId, slot, sarah.id, { scope: 'one-time', version: '' })
    expect((await findLesson(slot))?.instructor?.name).toBe('Sarah Reed')
    await expect(setInstructor(officeId, slot, sarah.id, { scope: 'weekly', version: sarah.id })).rejects.toEqual(
      refusal(400, 'on this date only'),
    )
  })

  test('The form sends it, says what someone else has set in the meantime, and the log tells who did', async () => {
    const [sarah, joan] = [await add(), await add('Joan', 'Ashby')]
    const sent = { instructorId: sarah.id, scope: 'one-time', version: '' }
    expect((await send('2026-12-22', sent)).status).toBe(302)
    expect((await school.office.page()).toast).toMatchObject({ description: 'Sarah Reed', undo: { label: 'Undo' } })
    const late = await send('2026-12-22', { ...sent, instructorId: joan.id })
    expect([late.status, late.body.lastResult.error[''][0]]).toEqual([
      409,
      'Someone else just changed this: Sarah Reed teaches it now. What you typed is still here: save again to put it in place.',
    ])
    const { version: _, ...older } = sent
    expect((await send('2026-12-22', { ...older, instructorId: joan.id })).status).toBe(409)
    const again = await send('2026-12-22', { ...sent, instructorId: joan.id, version: late.body.version })
    expect(again.status).toBe(302)
    const entry = await prisma.auditEntry.findFirstOrThrow({
      where: { action: 'lesson.instructor' },
      orderBy: { id: 'desc' },
    })
    expect(describeLessonChange({ ...entry, detail: entry.detail as Record<string, unknown> }, '2026-11-20')).toBe(
      'made Joan Ashby the instructor, on Dec 22 only',
    )
    expect((await send('2026-12-22', { ...sent, instructorId: 'nobody', version: joan.id })).status).toBe(404)
  })
})
