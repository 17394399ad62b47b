import { beforeEach, describe, expect, it } from 'vitest'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { calendarFeed, renewCalendarKey } from '~/models/schedule/rides/calendar.server'
import { prisma } from '~/platform/db.server'
import { action as undo } from '~/routes/office/lessons/undo'
import { loader as weekLoader } from '~/routes/office/week/week'
import { loader as scheduled } from '~/routes/portal/rides/scheduled'
import { loader as myDay } from '~/routes/teaching/teaching'
import { admin, openOffice, rider, signedIn, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule, ridersOn } from '../../../../test/schedule'
import type { Visitor } from '../../../../test/visitor'
import { action as cancel, loader as cancelLoader } from './cancel'
import { action, loader } from './close'
import { loader as sheet } from './day-sheet'

const tuesday = '2026-11-24'
const path = `/admin/day/close?date=${tuesday}`
const sheetPath = `/admin/day?date=${tuesday}`
const whole = { from: 'day', reason: ' Snow ' }
let family: Visitor

const { office } = await openOffice('2026-11-23T15:00:00Z')

beforeEach(async () => {
  await emptySchedule()
  await prisma.auditEntry.deleteMany()
  await prisma.outboxEmail.deleteMany()
  const emma = await rider()
  family = await signedIn(emma)
  await weeklyPlace({ riderId: emma.id, startDate: '2026-11-03' })
})

const locationOf = ({ headers }: { headers: Headers }) => headers.get('Location')

describe('closing a day', () => {
  it('leads back to the sheet or the week, which say that it is closed, and says who is told', async () => {
    const answer = await office.post(action, path, whole)
    expect([answer.status, locationOf(answer)]).toEqual([302, sheetPath])
    const { toast } = await office.page()
    expect(toast).toMatchObject({ title: 'Day Closed', description: '1 lesson, 1 ride. 1 email to families' })
    expect((await office.get(sheet, sheetPath)).body).toMatchObject({ lessons: [], closed: 'Closed: Snow' })
    const week = await office.get(weekLoader, '/admin?week=2026-11-23')
    expect(week.html?.[2]).toContain('<p class="week-none">Closed: Snow</p>')

    const undone = await office.post(undo, '/admin/changes/undo', toast?.undo?.fields ?? {})
    expect(locationOf(undone)).toBe(sheetPath)
    await expect(office).toToast('Undone: closed the day: Snow (1 ride)', { description: '1 email not sent after all' })
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
    expect((await office.get(sheet, sheetPath)).body.closed).toBeNull()
    const again = await office.post(action, `${path}&back=week`, whole)
    expect(locationOf(again)).toBe(`/admin?day=${tuesday}`)
  })

  it('says where it is reopened which families were told, how and when, and whom nothing reaches', async () => {
    const { id: guardianId } = await rider({ firstName: 'Gail', email: 'gail@families.example' })
    const cleo = await rider({ firstName: 'Cleo', email: null, password: null, guardianId })
    const lone = await rider({ firstName: 'Lone', email: null, password: null })
    for (const { id: riderId } of [cleo, lone]) await weeklyPlace({ riderId, startDate: '2026-11-03' })
    await office.post(action, path, whole)
    await prisma.outboxEmail.updateMany({
      where: { recipient: 'gail@families.example' },
      data: { sentAt: new Date('2026-11-23T15:01:00Z') },
    })
    const { told, unreached } = (await office.get(loader, path)).body
    expect(told).toMatchObject([
      { subject: 'Emma Stone', state: expect.stringMatching(/waiting|held|unproved|demo/) },
      { subject: 'Gail Stone', to: 'gail@families.example', at: 'Nov 23, 2026, 10:01 AM', state: 'sent' },
    ])
    expect(unreached).toEqual(['Lone Stone'])
  })

  it('is taken back where the day is seen, as often as it is closed and opened', async () => {
    const closure = async () => (await office.get(loader, path)).body.closure
    const press = async (changes: number[]) => {
      await office.post(undo, '/admin/changes/undo', { changes: changes.join(' '), back: '' })
      return (await office.page()).toast?.undo?.fields.changes?.split(' ').map(Number) ?? []
    }
    expect(await closure()).toBeNull()
    await office.post(action, path, whole)
    expect(await closure()).toMatchObject({ closed: 'Closed: Snow' })
    const redo = await press((await closure()).changes)
    expect([await ridersOn(tuesday), await closure()]).toEqual([['Emma Stone'], null])
    await press(redo)
    expect([await ridersOn(tuesday), (await closure()).closed]).toEqual([[], 'Closed: Snow'])
    await press((await closure()).changes)
    expect([await ridersOn(tuesday), await closure()]).toEqual([['Emma Stone'], null])
  })

  it('keeps the lessons that take place apart from those that are canceled alone', async () => {
    await weeklyPlace({ startDate: '2026-11-03', time: '18:00' })
    await office.post(action, path, { from: '18:00', reason: 'Storm' })
    const { closure } = (await office.get(loader, path)).body
    expect(closure.closed).toBe('Closed from 6:00 PM: Storm')
    const alone = { reason: 'Marcus is ill', lesson: '16:00 Group Lesson' }
    await office.post(cancel, `/admin/day/cancel?date=${tuesday}`, alone)
    expect((await office.get(loader, path)).body.closure).toMatchObject({ changes: closure.changes })
  })

  it('closes every day of a break that has lessons, in one go, and Undo opens them all', async () => {
    const break_ = { ...whole, reason: 'Thanksgiving', through: '2026-12-08' }
    const answer = await office.post(action, path, break_)
    expect(locationOf(answer)).toBe(sheetPath)
    const { toast } = await office.page()
    expect(toast).toMatchObject({ title: '3 Days Closed', description: '3 lessons, 3 rides. 1 email to families' })
    const days = [tuesday, '2026-12-01', '2026-12-08']
    const closedOn = () =>
      Promise.all(days.map(async (date) => (await office.get(sheet, `/admin/day?date=${date}`)).body.closed))
    expect(await closedOn()).toEqual(Array(3).fill('Closed: Thanksgiving'))
    expect(await prisma.makeup.count({ where: { reason: 'Thanksgiving' } })).toBe(3)

    await office.post(undo, '/admin/changes/undo', toast?.undo?.fields ?? {})
    const { toast: undone } = await office.page()
    expect(undone).toMatchObject({ title: 'Undone: 3 changes', description: '1 email not sent after all' })
    expect(await closedOn()).toEqual([null, null, null])
    expect(await Promise.all(days.map(ridersOn))).toEqual(Array(3).fill(['Emma Stone']))
    expect(await prisma.makeup.count({ where: { reason: 'Thanksgiving' } })).toBe(0)

    await office.post(undo, '/admin/changes/undo', undone?.undo?.fields ?? {})
    expect(await closedOn()).toEqual(Array(3).fill('Closed: Thanksgiving'))
  })

  it('gives no makeup lessons on a holiday, by the form and by the API', async () => {
    await office.post(action, path, { ...whole, noMakeups: 'on' })
    expect(await prisma.makeup.count()).toBe(0)
    const { text } = await prisma.outboxEmail.findFirstOrThrow()
    expect(text).toContain("You won't be charged. There is no makeup lesson for it.")
    const body = { date: tuesday, through: '2026-12-01', reason: 'Holiday', noMakeups: true }
    expect(await office.api('/api/schedule/close-day', { method: 'POST', body })).toMatchObject({ status: 200 })
    expect(await ridersOn('2026-12-01')).toEqual([])
    expect(await prisma.makeup.count()).toBe(0)
    expect((await office.post(action, path, { ...whole, noMakeups: 'yes' })).status).toBe(400)
  })

  it('closes all days of a break or none: a recorded ride of one is named', async () => {
    const { studentId } = await prisma.weeklyPlace.findFirstOrThrow()
    await markAttendance(
      (await admin()).id,
      { riderId: studentId ?? '', date: '2026-12-01', time: '16:00', type: 'Group Lesson' },
      { attendance: 'present' },
    )
    const answer = await office.post(action, path, { ...whole, through: '2026-12-08' })
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.body.lastResult.error)).toContain('Emma Stone’s ride at 4:00 PM on Dec 1, 2026')
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
    expect(await prisma.outboxEmail.count()).toBe(0)
  })

  it('of two desks at once that close days of one break closes each once', async () => {
    const breaks = ['2026-12-08', '2026-12-15'].map((through) => ({ ...whole, through }))
    const answers = await Promise.all(breaks.map((fields) => office.post(action, path, fields)))
    expect(answers.map(({ status }) => status).filter((status) => status !== 302 && status !== 409)).toEqual([])
    expect(await prisma.makeup.groupBy({ by: ['rideDate'], _count: true })).toSatisfy((days: { _count: number }[]) =>
      days.every(({ _count }) => _count === 1),
    )
  })

  it('says before what it would do', async () => {
    const { body } = await office.get(loader, path)
    expect(body).toMatchObject({ date: tuesday, choices: [{ from: null, lessons: 1, rides: 1, families: 1 }] })
  })

  it.each([
    [{ ...whole, reason: ' ' }, 400, { reason: ['Enter a reason'] }],
    [{ ...whole, from: 'noon' }, 400, { from: ['Choose a time, like 9:00 AM'] }],
    [{ ...whole, reason: 'x'.repeat(301) }, 400, { reason: ['Enter at most 300 characters'] }],
    [{ ...whole, through: '2026-11-23' }, 400, { through: ['Choose Nov 24, 2026 or a later day'] }],
    [{ ...whole, through: '2026-12-25' }, 400, { through: ['Close at most 31 days in one go'] }],
    [
      { ...whole, from: '16:00', through: '2026-11-25' },
      400,
      { through: ['Several days can only be closed as whole days'] },
    ],
    [{ ...whole, from: '18:00' }, 409, { from: ['No lesson begins at 6:00 PM or later on Nov 24, 2026'] }],
  ])('with %o is refused beside its field', async (fields, status, error) => {
    const answer = await office.post(action, path, fields)
    expect([answer.status, answer.body.lastResult.error]).toEqual([status, error])
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
    expect(await prisma.outboxEmail.count()).toBe(0)
  })

  it('is for admins', async () => {
    expect((await family.get(loader, path)).status).toBe(403)
    expect((await family.post(action, path, whole)).status).toBe(403)
    const call = { method: 'POST' as const, body: { date: tuesday, reason: 'Snow' } }
    expect((await family.api('/api/schedule/close-day', call)).status).toBe(403)
    expect(await ridersOn(tuesday)).toEqual(['Emma Stone'])
  })

  it('works by the API', async () => {
    const call = { method: 'POST' as const, body: { date: tuesday, from: '2:00 PM', reason: 'Snow' } }
    expect(await office.api('/api/schedule/close-day', call)).toMatchObject({
      status: 200,
      body: { message: 'Day Closed', lessons: 1, rides: 1, told: 1, withoutAddress: [] },
    })
    expect((await office.api('/api/schedule/close-day', call)).status).toBe(409)
    expect(await ridersOn(tuesday)).toEqual([])
  })
})

describe('canceling lessons of a day', () => {
  const cancelPath = `/admin/day/cancel?date=${tuesday}`
  const key = `${tuesday} 16:00 Group Lesson`
  const ill = { lesson: key, reason: 'Marcus is ill' }
  let marcus: { id: string }
  let coach: Visitor

  beforeEach(async () => {
    marcus = await rider({ firstName: 'Marcus', lastName: 'Hale', role: 'instructor' })
    coach = await signedIn(marcus)
    await prisma.weeklyPlace.updateMany({ data: { instructorId: marcus.id } })
    await weeklyRider({ firstName: 'Tom' }, { time: '09:00', type: 'Hack' })
  })

  it('says so with the reason on grid, day sheet, My Day, the family’s rides and its calendar, and one Undo takes it back', async () => {
    const answer = await office.post(cancel, cancelPath, ill)
    expect([answer.status, locationOf(answer)]).toEqual([302, sheetPath])
    const { toast } = await office.page()
    expect(toast).toMatchObject({ title: 'Lesson Canceled', description: '1 ride. 1 email to families' })
    const canceled = [{ time: '16:00', type: 'Group Lesson', reason: 'Marcus is ill' }]
    expect((await office.get(sheet, sheetPath)).body).toMatchObject({
      lessons: [{ time: '09:00' }],
      closed: null,
      canceled,
    })
    const week = await office.get(weekLoader, '/admin?week=2026-11-23')
    expect(week.html?.[2]).toContain('<s>4:00 PM Group Lesson</s> <small>Canceled: Marcus is ill</small>')
    expect((await coach.get(myDay, `/teaching?date=${tuesday}`)).body).toMatchObject({ lessons: [], canceled })
    const { body } = await family.get(scheduled, '/scheduled-rides')
    expect(body.canceled).toMatchObject([{ date: tuesday, ...canceled[0] }])
    const account = await prisma.user.findFirstOrThrow({
      where: { firstName: 'Emma', active: true },
      orderBy: { createdAt: 'desc' },
    })
    await renewCalendarKey(account.id)
    const { calendarKey } = await prisma.user.findUniqueOrThrow({ where: { id: account.id } })
    const feed = await calendarFeed(calendarKey ?? '')
    expect(feed).toMatch(/UID:2026-11-24-1600.*\r\n(.*\r\n)*?DESCRIPTION:Canceled: Marcus is ill\r\nSTATUS:CANCELLED/)

    await office.post(undo, '/admin/changes/undo', toast?.undo?.fields ?? {})
    await expect(office).toToast('Undone: canceled 4:00 PM Group Lesson: Marcus is ill (1 ride)', {
      description: '1 email not sent after all',
    })
    expect((await office.get(sheet, sheetPath)).body.canceled).toEqual([])
    expect((await family.get(scheduled, '/scheduled-rides')).body.canceled).toEqual([])
    expect(await ridersOn(tuesday)).toEqual(['Tom Stone', 'Emma Stone'])
  })

  it('ticks the lesson that it was opened from, or those of an instructor', async () => {
    expect((await office.get(cancelLoader, cancelPath)).body).toMatchObject({ ticked: [], lessons: [{}, {}] })
    const one = await office.get(cancelLoader, `${cancelPath}&lesson=${encodeURIComponent(key)}`)
    expect(one.body.ticked).toEqual([key])
    const theirs = await office.get(cancelLoader, `${cancelPath}&instructor=${marcus.id}`)
    expect(theirs.body).toMatchObject({ ticked: [key], instructors: [{ id: marcus.id, name: 'Marcus Hale' }] })
  })

  it.each([
    [{ reason: 'Ill' }, 400, { lesson: ['Choose a lesson'] }],
    [{ lesson: key, reason: ' ' }, 400, { reason: ['Enter a reason'] }],
    [
      { lesson: `${tuesday} 17:00 Hack`, reason: 'Ill' },
      409,
      { lesson: ['The Hack at 5:00 PM on Nov 24, 2026 was just canceled or moved. Look again.'] },
    ],
  ])('with %o is refused beside its field', async (fields, status, error) => {
    const answer = await office.post(cancel, cancelPath, fields as Record<string, string>)
    expect([answer.status, answer.body.lastResult.error]).toEqual([status, error])
    expect(await prisma.outboxEmail.count()).toBe(0)
  })

  it('is for admins, and works by the API', async () => {
    expect((await family.get(cancelLoader, cancelPath)).status).toBe(403)
    expect((await coach.post(cancel, cancelPath, ill)).status).toBe(403)
    const body = { date: tuesday, lessons: [{ time: '4:00 PM', type: 'Group Lesson' }], reason: 'Marcus is ill' }
    const call = { method: 'POST' as const, body }
    expect(await office.api('/api/schedule/close-day', call)).toMatchObject({
      status: 200,
      body: { message: 'Lessons Canceled', lessons: 1, rides: 1, told: 1 },
    })
    expect(await office.api('/api/schedule/close-day', call)).toMatchObject({ status: 409 })
  })
})
