import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '~/utils/dates'
import { openOffice, rider, signedIn, weeklyPlace } from '../../../../../test/factories'
import { emptySchedule, scheduleLines } from '../../../../../test/schedule'
import { action, loader } from './new-ride'

const path = '/admin/rides/new'
const tuesday = '2026-11-24'
const schedule = () => scheduleLines({ from: tuesday, to: addDays(tuesday, 7) })

const { office } = await openOffice()
const emma = (await rider()).id

beforeEach(emptySchedule)

const ride = () => ({ riderId: emma, date: tuesday, time: '16:00', type: 'Group Lesson', scope: 'one-time' })

describe('a new ride', () => {
  it('on one date makes the lesson where there is none, and joins the one that is there', async () => {
    const answer = await office.post(action, path, ride())
    expect(answer).toRedirect(`/admin?day=${tuesday}`)
    await expect(office).toToast('Student Added', { description: '4:00 PM Group Lesson, Tuesday' })
    const tom = await rider({ firstName: 'Tom', lastName: null })
    await office.post(action, path, { ...ride(), riderId: tom.id })
    expect(await schedule()).toEqual([`${tuesday} 16:00 Group Lesson: Emma Stone, Tom`])
  })

  it('every week stands on every week from its date on', async () => {
    await office.post(action, path, { ...ride(), time: '4:00 PM', scope: 'weekly' })
    expect(await schedule()).toEqual([
      `${tuesday} 16:00 Group Lesson: Emma Stone`,
      `2026-12-01 16:00 Group Lesson: Emma Stone`,
    ])
  })

  it.each(['one-time', 'weekly'])('%s is refused while the student rides elsewhere then', async (scope) => {
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03', time: '16:30', type: 'Hack' })
    const before = await schedule()
    const answer = await office.post(action, path, { ...ride(), scope })
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.body.lastResult.error)).toContain('Emma Stone is already riding at 4:30 PM')
    expect(await schedule()).toEqual(before)
  })

  it.each([
    [{ riderId: '' }, 'riderId', 'Choose a student'],
    [{ date: '2026-02-30' }, 'date', 'Choose a day that exists, as YYYY-MM-DD'],
    [{ time: '18:31' }, 'time', 'Lessons begin from 7:00 AM to 6:30 PM'],
    [{ type: '' }, 'type', 'Choose a ride type'],
    [{ scope: '' }, 'scope', 'Choose this date only or every week'],
  ])('with %o is refused beside its field', async (change, field, message) => {
    const answer = await office.post(action, path, { ...ride(), ...change })
    expect([answer.status, answer.body.lastResult.error]).toEqual([400, { [field]: [message] }])
    expect(await schedule()).toEqual([])
  })

  it.each(['one-time', 'weekly'])('%s is refused for a student or a type the school does not have', async (scope) => {
    const foreign = await office.post(action, path, { ...ride(), scope, riderId: 'nobody' })
    expect(foreign.status).toBe(404)
    expect(JSON.stringify(foreign.body.lastResult.error)).toContain('Student not found')
    const type = await office.post(action, path, { ...ride(), scope, type: 'Polo' })
    expect(type.status).toBe(400)
    expect(await schedule()).toEqual([])
  })
})

it('opens with the student and the day of its address chosen', async () => {
  const { body } = await office.get(loader, `${path}?student=${emma}&day=2026-11-26`)
  expect(body).toMatchObject({ student: emma, week: '2026-11-23', day: '2026-11-26' })
  expect(body.students).toContainEqual({ id: emma, name: 'Emma Stone' })
})

it('is for admins', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, path)).status).toBe(403)
  expect((await family.post(action, path, ride())).status).toBe(403)
  expect(await schedule()).toEqual([])
})
