import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listRiders } from '~/models/students/student.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as dialog, action as save } from '~/routes/office/settings/instructors/instructor'
import { loader as list } from '~/routes/office/settings/instructors/instructors'
import { action as remove } from '~/routes/office/settings/instructors/remove'
import { loader as home } from '~/routes/portal/home/home'
import { toDbDate } from '~/utils/dates'
import { horse, smallSchool } from '../../../test/factories'
import { refusal } from '../../../test/schedule'
import { addInstructor, listInstructors, removeInstructor } from './instructor.server'

let school: Awaited<ReturnType<typeof smallSchool>>
let officeId: string

beforeAll(async () => {
  setClock('2026-11-20T15:00:00Z')
  school = await smallSchool()
  officeId = (await school.office.page()).viewer?.id ?? ''
  return () => setClock(null)
})

beforeEach(async () => {
  await prisma.weeklyPlace.updateMany({ data: { instructorId: null } })
  await prisma.user.deleteMany({ where: { role: 'instructor' } })
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

  test('No two instructors have one name, and one who was removed comes back by it', async () => {
    const { id } = await add()
    await expect(addInstructor(officeId, { firstName: 'sarah', lastName: 'REED' })).rejects.toEqual(
      refusal(409, 'by this name already'),
    )
    await removeInstructor(officeId, id)
    await addInstructor(officeId, { firstName: 'Sarah', lastName: 'Reed' })
    expect(await listInstructors()).toEqual([{ id, name: 'Sarah Reed' }])
    expect((await form('new', { firstName: '', lastName: 'Reed' })).body.lastResult.error).toHaveProperty('firstName')
  })

  test('An instructor is no student and can neither have an e-mail address nor a password', async () => {
    const { id } = await add()
    expect((await listRiders()).map((rider) => rider.id)).not.toContain(id)
    await expect(
      prisma.user.update({ where: { id }, data: { email: 'sarah@school.example', password: 'x' } }),
    ).rejects.toThrow('users_instructor_does_not_sign_in')
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
    expect((await family()).nextRide.instructor).toBe('TBD')
    await prisma.weeklyPlace.updateMany({ data: { instructorId: (await add()).id } })
    const { nextRide, content } = await family()
    expect([nextRide.instructor, content.rides[5].instructor]).toEqual(['Sarah Reed', 'Sarah Reed'])
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
    await prisma.ride.deleteMany()
    await prisma.oneTimeParticipant.deleteMany()
  })

  test('A removed instructor teaches nothing from that day on', async () => {
    const { id } = await add()
    await prisma.weeklyPlace.updateMany({ data: { instructorId: id } })
    await horse()
    await removeInstructor(officeId, id)
    expect((await family()).nextRide.instructor).toBe('TBD')
    const past = await api('/api/lessons/user?upcoming=false')
    expect(past[0]).toMatchObject({ date: '2026-11-17', instructor: 'Sarah Reed' })
  })
})
