import { beforeEach, describe, expect, it } from 'vitest'
import { loadOfficeWeek } from '~/models/office-week/week.server'
import { findLesson } from '~/models/schedule/week/roster.server'
import { prisma } from '~/platform/db.server'
import * as lessonRoute from '~/routes/office/lessons/lesson/lesson'
import * as newRoute from '~/routes/office/lessons/new/new-lesson'
import * as addRoute from '~/routes/office/lessons/rider/add-rider'
import * as rideRoute from '~/routes/office/lessons/rider/rider'
import * as undoRoute from '~/routes/office/lessons/undo'
import { formatDay } from '~/utils/dates'
import { admin, grant, horse, openOffice, rider, signedIn, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { Visitor } from '../../../../test/visitor'
import * as weekRoute from './week'

const params = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const lessonPath = '/admin/lessons/2026-11-24/16:00/Group%20Lesson'
let emma: string

const { office } = await openOffice('2026-11-20T15:00:00Z')

beforeEach(async () => {
  await prisma.ride.deleteMany()
  await prisma.horseUsage.deleteMany()
  await prisma.lessonRemoval.deleteMany()
  await prisma.weeklyPlace.deleteMany()
  await prisma.oneTimeLesson.deleteMany()
  emma = (await rider()).id
  await weeklyPlace({ startDate: '2026-11-03' })
})

const rideParams = () => ({ ...params, riderId: emma })
const ridePath = () => `${lessonPath}/riders/${emma}`
const ride = async () => (await office.get(rideRoute.loader, ridePath(), rideParams())).body
const toast = async () => (await office.page()).toast
const locationOf = ({ headers }: { headers: Headers }) => headers.get('Location')

describe('the week', () => {
  it('shows lessons with riders, attendance, horse and counter', async () => {
    await grant(emma, '2026-11-20', '2026-11-30')
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03' })
    const bella = await horse('Bella')
    await office.post(
      rideRoute.action,
      ridePath(),
      { intent: 'present', horseId: String(bella.id), version: '0-0', ahead: 'on' },
      rideParams(),
    )
    const { body, html } = await office.get(weekRoute.loader, '/admin?week=2026-11-26')
    expect(body).toMatchObject({ week: '2026-11-23', day: '2026-11-26' })
    const { days } = await loadOfficeWeek('2026-11-26', { today: '2026-11-20', time: '10:00' })
    expect(days[1]).toEqual({
      date: '2026-11-24',
      closed: null,
      off: [],
      lessons: [
        {
          time: '16:00',
          type: 'Group Lesson',
          color: expect.stringMatching(/^#/),
          duration: 60,
          places: '5 free',
          riders: [{ id: emma, name: 'Emma Stone', mark: 'present', horse: 'Bella', used: 1, allowed: 4 }],
        },
      ],
    })
    expect(html?.[2]).toContain(
      `<li class="ride" data-mark="present"><a href="${lessonPath}/riders/${emma}">Emma Stone<small>Bella <span data-used="">· 1 of 4</span></small></a></li>`,
    )
  })

  it('is for admins: others are sent to sign in, or refused', async () => {
    const path = '/admin?week=2026-11-23'
    const out = await new Visitor().get(weekRoute.loader, path)
    expect([out.status, locationOf(out)]).toEqual([302, `/auth?redirectTo=${encodeURIComponent(path)}`])
    const family = await signedIn(await rider())
    for (const [handler, at, its] of [
      [weekRoute.loader, path, {}],
      [newRoute.loader, '/admin/lessons/new', {}],
      [lessonRoute.loader, lessonPath, params],
      [addRoute.loader, `${lessonPath}/add`, params],
      [rideRoute.loader, ridePath(), rideParams()],
    ] as const) {
      expect((await family.get(handler, at, its)).status).toBe(403)
    }
    const mark = await family.post(rideRoute.action, ridePath(), { intent: 'present', version: '0-0' }, rideParams())
    expect(mark.status).toBe(403)
  })
})

describe('adding', () => {
  const lesson = { date: '2026-11-25', time: '09:30', type: 'Hack', scope: 'weekly' }

  it('a lesson says so and leads to its day; a second is refused with the reason', async () => {
    const added = await office.post(newRoute.action, '/admin/lessons/new', lesson)
    expect([added.status, locationOf(added)]).toEqual([302, '/admin?day=2026-11-25'])
    expect(await toast()).toMatchObject({ type: 'success', title: 'Lesson Added' })
    const again = await office.post(newRoute.action, '/admin/lessons/new', { ...lesson, scope: 'one-time' })
    expect(again.status).toBe(409)
    expect(again.body.lastResult.error).toEqual({
      second: ['Lesson already exists - A lesson for this time slot already exists for this date'],
    })
    expect(again.body.asked).toBe('2026-11-25 09:30 Hack 2')
    const sent = { ...lesson, second: again.body.asked }
    const elsewhere = await office.post(newRoute.action, '/admin/lessons/new', { ...sent, second: 'on' })
    expect([elsewhere.status, elsewhere.body.asked]).toEqual([409, again.body.asked])
    const second = await office.post(newRoute.action, '/admin/lessons/new', sent)
    expect([second.status, locationOf(second)]).toEqual([302, '/admin?day=2026-11-25'])
    expect((await toast())?.description).toBe(`9:30 AM ${lesson.type} 2, Wednesday`)
  })

  it.each([
    [{ date: '2026-02-30' }, 'date', 'Choose a day that exists, as YYYY-MM-DD'],
    [{ time: '06:30' }, 'time', 'Lessons begin from 7:00 AM to 6:30 PM'],
    [{ time: '' }, 'time', 'Choose a time'],
    [{ type: '' }, 'type', 'Choose a ride type'],
    [{ scope: 'monthly' }, 'scope', 'Choose this date only or every week'],
  ])('a lesson with %o is refused beside its field', async (change, field, message) => {
    const answer = await office.post(newRoute.action, '/admin/lessons/new', { ...lesson, ...change })
    expect(answer.status).toBe(400)
    expect(answer.body.lastResult.error).toEqual({ [field]: [message] })
    expect(answer.body.lastResult.initialValue).toMatchObject(
      Object.fromEntries(Object.entries(change).filter(([, value]) => value)),
    )
  })

  it.each(['weekly', 'one-time'])('A refused Schedule Lesson (%s) leaves no empty lesson', async (scope) => {
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03' })
    const at = { date: '2026-11-24', time: '16:30', type: 'Hack', scope }
    const answer = await office.post(newRoute.action, `/admin/lessons/new?student=${emma}`, at)
    expect(answer.status).toBe(409)
    expect(await findLesson(at)).toBeUndefined()
    expect(await prisma.weeklyPlace.count({ where: { lessonType: 'Hack' } })).toBe(0)
  })

  it.each(['weekly', 'one-time'])('Schedule Lesson (%s) adds the lesson with the student in it', async (scope) => {
    const at = { date: '2026-11-25', time: '16:30', type: 'Hack', scope }
    expect((await office.post(newRoute.action, `/admin/lessons/new?student=${emma}`, at)).status).toBe(302)
    expect((await findLesson(at))?.riders.map(({ riderId }) => riderId)).toEqual([emma])
  })

  it('a rider offers who is not in the lesson yet, and refuses nobody and no choice', async () => {
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03' })
    const tom = await rider({ firstName: 'Tom', lastName: null })
    const { students } = (await office.get(addRoute.loader, `${lessonPath}/add`, params)).body
    expect(students).toContainEqual({ id: tom.id, name: 'Tom', left: 'not paid' })
    expect(students).not.toContainEqual(expect.objectContaining({ id: emma }))
    const none = await office.post(addRoute.action, `${lessonPath}/add`, { riderId: '' }, params)
    expect([none.status, none.body.lastResult.error]).toEqual([
      400,
      { riderId: ['Choose a student'], scope: ['Choose this date only or every week'] },
    ])
    const added = await office.post(addRoute.action, `${lessonPath}/add`, { riderId: tom.id, scope: 'weekly' }, params)
    expect([added.status, locationOf(added)]).toEqual([302, '/admin?day=2026-11-24'])
    const twice = await office.post(addRoute.action, `${lessonPath}/add`, { riderId: tom.id, scope: 'weekly' }, params)
    expect([twice.status, twice.body.lastResult.error]).toEqual([
      409,
      { riderId: ['Tom is already riding at 4:00 PM on Tuesdays'] },
    ])
    const foreign = await office.post(
      addRoute.action,
      `${lessonPath}/add`,
      { riderId: 'nobody', scope: 'weekly' },
      params,
    )
    expect([foreign.status, foreign.body.lastResult.error]).toEqual([404, { '': ['Student not found'] }])
  })

  it('several riders come in at once, by last name and with what each has left, all of them or none', async () => {
    const [zoe, ann] = [await rider({ firstName: 'Zoe', lastName: 'Adams' }), await rider({ lastName: 'Zimmer' })]
    await grant(zoe.id, '2026-11-01', '2026-11-30')
    const { students } = (await office.get(addRoute.loader, `${lessonPath}/add`, params)).body
    const order = students.map(({ id }: { id: string }) => id)
    expect(order.indexOf(zoe.id)).toBeLessThan(order.indexOf(ann.id))
    expect(students[order.indexOf(zoe.id)]).toEqual({ id: zoe.id, name: 'Zoe Adams', left: '0 of 4 used' })
    const add = async (...ids: string[]) => {
      const { csrf } = await office.page()
      const body = new URLSearchParams({ csrf, scope: 'one-time', next: 'horses' })
      for (const id of ids) body.append('riderId', id)
      return office.send(addRoute.action, `${lessonPath}/add`, { method: 'POST', body }, params)
    }
    const riding = async () => (await findLesson(params))?.riders.map(({ riderId }) => riderId)
    expect((await add(zoe.id, 'nobody')).status).toBe(404)
    expect(await riding()).toEqual([])
    expect(locationOf(await add(zoe.id, ann.id))).toBe(`${lessonPath}/horses`)
    expect((await riding())?.sort()).toEqual([zoe.id, ann.id].sort())
    const { undo, title } = (await toast()) ?? {}
    expect(title).toBe('2 Students Added')
    await office.post(undoRoute.action, '/admin/changes/undo', undo?.fields ?? {})
    expect(await riding()).toEqual([])
  })
})

describe('a rider in a lesson', () => {
  beforeEach(async () => {
    await weeklyPlace({ riderId: emma, startDate: '2026-11-03' })
  })

  it('is marked with the chosen horse while the dialog stays, and a second admin who saw less is told', async () => {
    const bella = await horse()
    const { rider: seen } = await ride()
    const mark = (visitor: Visitor, intent: string) =>
      visitor.post(
        rideRoute.action,
        ridePath(),
        { intent, horseId: String(bella.id), version: seen.version, ahead: 'on' },
        rideParams(),
      )
    expect(locationOf(await mark(office, 'present'))).toBe(ridePath())
    expect(await toast()).toMatchObject({ title: 'Attendance Recorded' })
    const second = await signedIn(await admin({ firstName: 'Bob' }))
    const refused = await mark(second, 'absent')
    expect(refused.status).toBe(409)
    expect([refused.body.title, refused.body.lastResult.error['']]).toEqual([
      'Failed to record attendance. Please try again.',
      [expect.stringMatching(/^Ann Office .+ Emma Stone is now: Present, on Horse/)],
    ])
    expect((await ride()).rider).toMatchObject({ attendance: 'present', horse: { id: bella.id } })
  })

  it('gets and loses a horse; one in an overlapping lesson cannot be chosen', async () => {
    const tom = await weeklyRider({ firstName: 'Tom', lastName: null }, { time: '15:30', type: 'Hack' })
    const bella = await horse()
    const set = async (horseId: string) =>
      office.post(
        rideRoute.action,
        ridePath(),
        { intent: 'horse', horseId, version: (await ride()).rider.version },
        rideParams(),
      )
    await set(String(bella.id))
    expect((await toast())?.title).toBe('Horse Assigned')
    const toms = {
      params: { date: params.date, time: '15:30', type: 'Hack', riderId: tom.id },
      path: `/admin/lessons/x`,
    }
    const { horses } = (await office.get(rideRoute.loader, toms.path, toms.params)).body
    expect(horses).toContainEqual({
      value: String(bella.id),
      label: `${bella.name} (with Emma Stone, 4:00 PM)`,
      disabled: true,
    })
    const forced = await office.post(
      rideRoute.action,
      toms.path,
      { intent: 'horse', horseId: String(bella.id), version: '0-0' },
      toms.params,
    )
    expect([forced.status, Object.values(forced.body.lastResult.error)]).toEqual([
      409,
      [[`${bella.name} is already with Emma Stone at 4:00 PM on ${formatDay(params.date)}`]],
    ])
    await set('none')
    expect((await toast())?.title).toBe('Horse Assignment Removed')
  })

  it('is taken off one date free of charge, or every week', async () => {
    await office.post(rideRoute.action, ridePath(), { intent: 'remove-one-time' }, rideParams())
    expect((await toast())?.title).toBe('Student Removed from Today (no charge, not counted as absence)')
    expect((await office.get(rideRoute.loader, ridePath(), rideParams())).status).toBe(404)
    const next = { ...rideParams(), date: '2026-12-01' }
    await office.post(rideRoute.action, '/admin/lessons/x', { intent: 'remove-weekly' }, next)
    expect((await toast())?.title).toBe('Student Removed')
    expect((await office.get(rideRoute.loader, '/admin/lessons/x', next)).status).toBe(404)
  })

  it.each(['', 'sick', 'delete'])('refuses the unknown intent %o', async (intent) => {
    const answer = await office.post(rideRoute.action, ridePath(), { intent, version: '0-0' }, rideParams())
    expect(answer.status).toBe(400)
  })

  it('refuses a form without its token', async () => {
    const body = new URLSearchParams({ intent: 'present', version: '0-0' })
    const answer = await office.send(rideRoute.action, ridePath(), { method: 'POST', body }, rideParams())
    expect(answer.status).toBe(403)
    expect((await ride()).rider.attendance).toBe('scheduled')
  })
})

describe('a lesson', () => {
  it.each([
    ['one-time', 'One Time Lesson Removed'],
    ['weekly', 'Lesson Deleted'],
  ])('is deleted %s', async (scope, title) => {
    const answer = await office.post(lessonRoute.action, `${lessonPath}?index`, { scope }, params)
    expect(locationOf(answer)).toBe('/admin?day=2026-11-24')
    expect((await toast())?.title).toBe(title)
    expect((await office.get(lessonRoute.loader, lessonPath, params)).status).toBe(404)
  })

  it.each([
    { ...params, date: '2026-02-30' },
    { ...params, time: '25:00' },
    { ...params, time: '09:00' },
    { ...params, type: '<script>' },
  ])('is not found at %o', async (other) => {
    expect((await office.get(lessonRoute.loader, '/admin/lessons/x', other)).status).toBe(404)
    expect((await office.get(addRoute.loader, '/admin/lessons/x', other)).status).toBe(404)
  })
})
