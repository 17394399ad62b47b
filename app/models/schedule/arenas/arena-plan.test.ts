import { beforeEach, describe, expect, test } from 'vitest'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { editLesson } from '~/models/schedule/change/edit-lesson.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { CANCEL, LEAVE } from '~/models/schedule/instructors/cover/cover.schema'
import { lessonsOn } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as plans } from '~/routes/office/day/plans/change-of-plans'
import { action, loader } from '~/routes/office/day/plans/closed-arena'
import { action as undo } from '~/routes/office/lessons/undo'
import { paths } from '~/utils/paths'
import { openOffice, rider, signedIn, weeklyPlace } from '../../../../test/factories'
import { emptySchedule, refusal } from '../../../../test/schedule'
import type { ArenaPlan } from './arena-plan.server'
import { inArena } from './closed-arena.schema'

const tuesday = '2026-11-24'
const GROUP = { date: tuesday, time: '16:00', type: 'Group Lesson' }
const { office, officeId } = await openOffice('2026-11-24T11:00:00Z')
let emma: string

/** Indoor has Emma's lessons at 1:30, 4 and 6 PM; Outdoor has another one at 6, and the hack at 4 is in no arena. */
beforeEach(async () => {
  await emptySchedule()
  await prisma.outboxEmail.deleteMany()
  await prisma.toldRide.deleteMany()
  const arenas = { arenas: 'Outdoor, Indoor' }
  await prisma.school.upsert({ where: { id: 1 }, update: arenas, create: { id: 1, ...arenas } })
  emma = (await rider()).id
  const others = [await rider({ firstName: 'Tom' }), await rider({ firstName: 'Ben', email: null })]
  for (const time of ['13:30', '16:00', '18:00']) await weeklyPlace({ riderId: emma, startDate: tuesday, time })
  await prisma.weeklyPlace.updateMany({ data: { arena: 'Indoor' } })
  const [tom, ben] = others.map(({ id }) => id)
  const { id } = await weeklyPlace({ riderId: tom, startDate: tuesday, time: '18:30', type: 'Private Lesson' })
  await prisma.weeklyPlace.update({ where: { id }, data: { arena: 'outdoor' } })
  await weeklyPlace({ riderId: ben, startDate: tuesday, time: '16:00', type: 'Hack' })
})

const address = (query: Parameters<typeof paths.closedArena>[0] = {}) =>
  paths.closedArena({ arena: 'Indoor', from: tuesday, ...query })
const planOf = async (query?: Parameters<typeof address>[0]): Promise<ArenaPlan> =>
  (await office.get(loader, address(query))).body.plan
const formOf = ({ lessons, version }: ArenaPlan, choose?: string) => ({
  version,
  reason: 'The roof leaks',
  ...Object.fromEntries(
    lessons.flatMap(({ key, proposed }, i) => [
      [`lessons[${i}].slot`, key],
      [`lessons[${i}].cover`, choose ?? proposed],
    ]),
  ),
})
const inside = async (day = tuesday) =>
  (await lessonsOn(day)).map(({ time, type, arena }) => `${time} ${type} ${arena ?? '–'}`)
const AS_EVER = [
  '13:30 Group Lesson Indoor',
  '16:00 Group Lesson Indoor',
  '16:00 Hack –',
  '18:00 Group Lesson Indoor',
  '18:30 Private Lesson outdoor',
]

describe('a closed arena', () => {
  test('gives each lesson another arena that is free then, and cancels the others with makeups; one Undo', async () => {
    const plan = await planOf({ time: '14:00' })
    expect(plan.lessons.map(({ time, riders, proposed, nowhere }) => [time, riders, proposed, nowhere])).toEqual([
      ['13:30', ['Emma Stone'], inArena('Outdoor'), null],
      ['16:00', ['Emma Stone'], inArena('Outdoor'), null],
      ['18:00', ['Emma Stone'], CANCEL, 'No other arena is free then: Outdoor has 6:30 PM Private Lesson'],
    ])
    const before = await prisma.makeup.count()
    await office.post(action, address({ time: '14:00' }), formOf(plan))
    const { toast } = await office.page()
    expect(toast).toMatchObject({
      title: 'Lessons Changed',
      description: '2 lessons in another arena. 1 lesson canceled, 1 ride. 1 email to families',
    })
    expect(await inside()).toEqual([
      '13:30 Group Lesson Outdoor',
      '16:00 Group Lesson Outdoor',
      '16:00 Hack –',
      '18:30 Private Lesson outdoor',
    ])
    expect(await inside('2026-12-01')).toEqual(AS_EVER)
    expect([await prisma.makeup.count(), await prisma.outboxEmail.count()]).toEqual([before + 1, 1])
    await office.post(undo, paths.undoChanges(), toast?.undo?.fields ?? {})
    expect([await inside(), await prisma.makeup.count(), await prisma.outboxEmail.count()]).toEqual([
      AS_EVER,
      before,
      0,
    ])
  })

  test('A lesson in another arena alone tells no family', async () => {
    await office.post(action, address(), formOf(await planOf(), inArena('Outdoor')))
    expect((await office.page()).toast?.description).toBe('3 lessons in another arena')
    expect([await prisma.outboxEmail.count(), await prisma.toldRide.count()]).toEqual([0, 0])
  })

  test('is about lessons that have not begun and end after it closes, on all days', async () => {
    const timesOf = async (query: Parameters<typeof address>[0]) =>
      (await planOf(query)).lessons.map(({ time }) => time)
    expect(await timesOf({ time: '14:30' })).toEqual(['16:00', '18:00'])
    expect(await timesOf({ time: '14:30', through: '2026-12-01' })).toEqual([
      '16:00',
      '18:00',
      '13:30',
      '16:00',
      '18:00',
    ])
    setClock('2026-11-24T21:00:00Z')
    const now = await timesOf({})
    setClock('2026-11-24T11:00:00Z')
    expect(now).toEqual(['18:00'])
  })

  test('Two lessons at once do not both get the only arena that is free', async () => {
    await weeklyPlace({ riderId: (await rider()).id, startDate: tuesday, time: '16:30', type: 'Private Lesson' })
    await prisma.weeklyPlace.updateMany({ where: { scheduledTime: '16:30' }, data: { arena: 'Indoor' } })
    const found = (await planOf()).lessons.filter(({ time }) => time.startsWith('16'))
    expect(found.map(({ proposed }) => proposed).sort()).toEqual([CANCEL, inArena('Outdoor')])
    expect(found.map(({ nowhere }) => nowhere)).toContain(
      'The arena that is free then is taken by another of these lessons',
    )
  })

  test('A lesson to which no one comes stays; who has no email is named', async () => {
    await markAttendance(officeId, { riderId: emma, date: tuesday, time: '16:00' }, { attendance: 'reschedule' })
    const [, empty] = (await planOf()).lessons
    expect([empty?.proposed, empty?.nowhere, empty?.riders]).toEqual([LEAVE, 'No one comes', []])
    const ben = await prisma.user.findFirstOrThrow({ where: { firstName: 'Ben' }, orderBy: { createdAt: 'desc' } })
    await addToLesson(officeId, ben.id, { ...GROUP, time: '18:00' }, { scope: 'one-time' })
    expect((await planOf()).unreached).toEqual(['Ben Stone'])
  })

  test.each([
    ['a rider more', async () => addToLesson(officeId, (await rider()).id, GROUP, { scope: 'one-time' })],
    [
      'a lesson that took the other arena',
      () =>
        editLesson(
          officeId,
          { ...GROUP, type: 'Hack' },
          { time: '16:00', type: 'Hack', places: { arena: 'Outdoor' } },
          'one-time',
        ),
    ],
  ])('%s at another desk: the plan is shown again, and nothing of it is written', async (_, change) => {
    const plan = await planOf()
    await change()
    const before = await inside()
    expect((await office.post(action, address(), formOf(plan))).headers.get('Location')).toBe(address())
    expect((await office.page()).toast).toMatchObject({
      type: 'error',
      description: expect.stringContaining('new plan'),
    })
    expect(await inside()).toEqual(before)
  })

  test('A ride that is recorded there refuses all of it, by name', async () => {
    await markAttendance(officeId, { riderId: emma, date: tuesday, time: '18:00' }, { attendance: 'present' })
    const { status, body } = await office.post(action, address(), formOf(await planOf()))
    expect([status, body.lastResult.error['']?.[0]]).toEqual([
      409,
      expect.stringContaining('Emma Stone’s ride at 6:00 PM'),
    ])
    expect(await inside()).toEqual(AS_EVER)
  })
})

test('The form is there if the school has arenas, and leads to the lessons; what is wrong with its fields stands there', async () => {
  const form = '/admin/plans?from=2026-11-24&arena=Indoor&through=&time='
  expect((await office.get(plans, '/admin/plans')).body.arenas.map(({ name }: { name: string }) => name)).toEqual([
    'Outdoor',
    'Indoor',
  ])
  expect((await office.get(plans, form)).headers.get('Location')).toBe(address())
  const wrong = await office.get(loader, address({ through: '2026-11-23' }))
  const to = wrong.headers.get('Location') ?? ''
  expect((await office.get(plans, to)).body.wrong).toEqual({
    horse: null,
    instructor: null,
    arena: 'The last day is before the first',
  })
  await prisma.school.update({ where: { id: 1 }, data: { arenas: null } })
  expect((await office.get(plans, '/admin/plans')).body.arenas).toEqual([])
  await expect(office.get(loader, address())).rejects.toEqual(refusal(404, 'no longer has this arena'))
})

test('Is for the office alone', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, address())).status).toBe(403)
  expect((await family.post(action, address(), formOf(await planOf()))).status).toBe(403)
})
