import { beforeEach, describe, expect, it } from 'vitest'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { prisma } from '~/platform/db.server'
import { action as undo } from '~/routes/office/lessons/undo'
import { loader as myDay } from '~/routes/teaching/teaching'
import { openOffice, rider, signedIn, weeklyPlace } from '../../../../../test/factories'
import { rendered } from '../../../../../test/rendered'
import { emptySchedule } from '../../../../../test/schedule'
import AddLesson, { action, loader } from './new-lesson'

const path = '/admin/lessons/new?day=2026-11-24'
const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const lesson = { ...slot, scope: 'weekly' }
let kelly: { id: string }

const { office } = await openOffice('2026-11-20T15:00:00Z')

beforeEach(async () => {
  await emptySchedule()
  await prisma.waiting.deleteMany()
  await prisma.rideType.deleteMany({ where: { NOT: { baseType: null } } })
  await prisma.user.deleteMany({ where: { role: 'instructor' } })
  kelly = await rider({ firstName: 'Kelly', lastName: null, role: 'instructor' })
})

const send = (fields: Record<string, string>) => office.post(action, path, { ...lesson, ...fields })
const toast = async () => (await office.page()).toast
const form = async () => rendered(AddLesson, (await office.get(loader, path)).body)
const teaches = async (date: string) =>
  (await (await signedIn(kelly)).get(myDay, `/teaching?date=${date}`)).body.lessons

describe('the instructor of a new lesson', () => {
  it('is asked for in a school that has one, with nobody chosen', async () => {
    expect(await form()).toMatch(/Instructor.*<option value="none">No instructor<\/option><option[^>]*>Kelly</)
    const student = await rider()
    const ofStudent = (await office.get(loader, `${path}&student=${student.id}`)).body
    expect(await rendered(AddLesson, ofStudent)).not.toContain('Instructor')
    await prisma.user.deleteMany({ where: { role: 'instructor' } })
    expect(await form()).not.toContain('Instructor')
  })

  it.each([
    ['weekly', 1],
    ['one-time', 0],
  ])('%s has it on *My Day*, and one Undo takes away the lesson', async (scope, later) => {
    expect(await send({ scope, instructorId: kelly.id })).toRedirect(`/admin?day=${slot.date}`)
    expect(await teaches(slot.date)).toMatchObject([{ time: '16:00', type: 'Group Lesson' }])
    expect(await teaches('2026-12-01')).toHaveLength(later)
    const { action: to = '', fields = {} } = (await toast())?.undo ?? {}
    await office.post(undo, to, fields)
    expect(await findLesson(slot)).toBeUndefined()
  })

  it.each(['weekly', 'one-time'])('%s may be nobody, and may be left out', async (scope) => {
    expect(await send({ scope, instructorId: 'none' })).toRedirect(`/admin?day=${slot.date}`)
    expect(await send({ scope, time: '10:00' })).toRedirect(`/admin?day=${slot.date}`)
    for (const time of ['16:00', '10:00']) expect((await findLesson({ ...slot, time }))?.instructor).toBeNull()
  })

  it('who does not teach here is refused beside the field, which stays as it was sent', async () => {
    const family = (await rider()).id
    for (const instructorId of [family, 'nobody']) {
      const { status, body } = await send({ instructorId })
      expect([status, body.lastResult.error]).toEqual([400, { instructorId: ['This instructor no longer exists'] }])
      expect(body.lastResult.initialValue).toMatchObject({ instructorId })
    }
    expect(await findLesson(slot)).toBeUndefined()
  })

  it('is kept while the form asks about a second one, which then has it', async () => {
    await weeklyPlace({ startDate: '2026-11-03' })
    const { status, body } = await send({ instructorId: kelly.id })
    expect([status, body.lastResult.initialValue.instructorId]).toEqual([409, kelly.id])
    const data = (await office.get(loader, path)).body
    expect(await rendered(AddLesson, data, body)).toMatch(/<option[^>]*selected[^>]*>Kelly</)
    expect(await send({ instructorId: kelly.id, second: body.asked })).toRedirect(`/admin?day=${slot.date}`)
    expect((await findLesson({ ...slot, type: 'Group Lesson 2' }))?.instructor?.name).toBe('Kelly')
    expect((await findLesson(slot))?.instructor).toBeNull()
  })
})

it.each([
  [['Emma'], '1 student waits for the first lesson'],
  [['Emma', 'Tom'], '2 students wait for the first lesson'],
])('a second one says how many of %j wait for the first', async (names, waits) => {
  const { id } = await weeklyPlace({ riderId: (await rider()).id, startDate: '2026-11-03' })
  await prisma.weeklyPlace.update({ where: { id }, data: { capacity: 1 } })
  for (const firstName of names) {
    const waiting = await rider({ firstName })
    await addToWaitlist(waiting.id, waiting.id, slot, 'weekly')
  }
  await send({ second: `${slot.date} 16:00 Group Lesson 2` })
  expect((await toast())?.description).toBe(`4:00 PM Group Lesson 2, Tuesday. ${waits}`)
})
