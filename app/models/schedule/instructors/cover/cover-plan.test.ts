import { beforeEach, describe, expect, test } from 'vitest'
import { addToLesson } from '~/models/schedule/change/add-rider.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { setInstructor } from '~/models/schedule/change/set-instructor.server'
import { addInstructor } from '~/models/schedule/instructors/instructor.server'
import { addToWaitlist } from '~/models/schedule/waitlist/waitlist.server'
import { lessonChanges } from '~/models/schedule/week/lesson-changes.server'
import { findLesson, lessonsOn } from '~/models/schedule/week/roster.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { loader as plans } from '~/routes/office/day/plans/change-of-plans'
import { action, loader } from '~/routes/office/day/plans/cover'
import { action as undo } from '~/routes/office/lessons/undo'
import { notifyRideChanges } from '~/services/mail/notices/ride-changes.server'
import { paths } from '~/utils/paths'
import {
  horse,
  openOffice,
  recordedRide,
  rider,
  signedIn,
  weeklyPlace,
  weeklyRider,
} from '../../../../../test/factories'
import { emptySchedule } from '../../../../../test/schedule'
import { CANCEL, joinOf, LEAVE } from './cover.schema'
import type { CoverPlan } from './cover-plan.server'

const tuesday = '2026-11-24'
let kelly: string
let beth: string
let emma: string

const { office, officeId } = await openOffice('2026-11-24T11:00:00Z')

const add = async (firstName: string) => {
  await addInstructor(officeId, { firstName })
  return (await prisma.user.findFirstOrThrow({ where: { role: 'instructor', firstName } })).id
}

/** Kelly teaches Emma at 4 and 6 PM every Tuesday, Beth another lesson at 6. */
beforeEach(async () => {
  await emptySchedule()
  await prisma.user.deleteMany({ where: { role: 'instructor' } })
  await prisma.outboxEmail.deleteMany()
  await prisma.toldRide.deleteMany()
  await prisma.auditEntry.deleteMany()
  emma = (await rider()).id
  ;[kelly, beth] = [await add('Kelly'), await add('Beth')]
  await weeklyPlace({ riderId: emma, startDate: tuesday, time: '16:00', instructorId: kelly })
  await weeklyPlace({ riderId: emma, startDate: tuesday, time: '18:00', instructorId: kelly })
  await weeklyRider({}, { startDate: tuesday, time: '18:00', type: 'Private Lesson', instructorId: beth })
})

const address = (query: Parameters<typeof paths.cover>[0] = {}) =>
  paths.cover({ instructor: kelly, from: tuesday, ...query })
const planOf = async (query?: Parameters<typeof address>[0]): Promise<CoverPlan> =>
  (await office.get(loader, address(query))).body.plan
const formOf = ({ lessons, version }: CoverPlan, choose?: string) => ({
  version,
  reason: 'Kelly is ill',
  ...Object.fromEntries(
    lessons.flatMap(({ key, proposed }, i) => [
      [`lessons[${i}].slot`, key],
      [`lessons[${i}].cover`, choose ?? proposed],
    ]),
  ),
})
const teaches = async () =>
  (await lessonsOn(tuesday)).map(({ time, type, instructor }) => `${time} ${type} ${instructor?.name ?? '–'}`)
const AS_EVER = ['16:00 Group Lesson Kelly', '18:00 Group Lesson Kelly', '18:00 Private Lesson Beth']

describe('an instructor who cannot come', () => {
  test('is covered by who is free then; where nobody is, it says why, and the lesson is canceled with makeups', async () => {
    const { lessons } = await planOf()
    expect(lessons.map(({ time, proposed, nobody }) => [time, proposed, nobody])).toEqual([
      ['16:00', beth, null],
      ['18:00', CANCEL, 'No one is free then: Beth teaches 6:00 PM Private Lesson'],
    ])
    const before = await prisma.makeup.count()
    expect((await office.post(action, address(), formOf(await planOf()))).headers.get('Location')).toBe(
      paths.daySheet({ date: tuesday }),
    )
    const { toast } = await office.page()
    expect(toast).toMatchObject({
      title: 'Lessons Changed',
      description: '1 lesson covered. 1 lesson canceled, 1 ride. 1 email to families',
    })
    expect(await teaches()).toEqual(['16:00 Group Lesson Beth', '18:00 Private Lesson Beth'])
    expect([await prisma.makeup.count(), await prisma.outboxEmail.count()]).toEqual([before + 1, 1])
    await office.post(undo, paths.undoChanges(), toast?.undo?.fields ?? {})
    expect((await office.page()).toast).toMatchObject({ description: '1 email not sent after all' })
    expect([await teaches(), await prisma.makeup.count()]).toEqual([AS_EVER, before])
  })

  test('sends each family one letter about all days, and one Undo opens all of them', async () => {
    const through = '2026-12-01'
    const plan = await planOf({ through })
    expect(plan.lessons).toHaveLength(4)
    await office.post(action, address({ through }), formOf(plan, CANCEL))
    const { toast } = await office.page()
    expect(toast?.description).toBe('4 lessons canceled, 4 rides. 1 email to families')
    await office.post(undo, paths.undoChanges(), toast?.undo?.fields ?? {})
    expect(await teaches()).toEqual(AS_EVER)
    expect(await prisma.outboxEmail.count()).toBe(0)
  })

  test('A lesson to which no one comes needs no cover, and keeps no one from covering another', async () => {
    const off = (riderId: string, time: string) =>
      markAttendance(officeId, { riderId, date: tuesday, time }, { attendance: 'reschedule' })
    const [tom] = (await lessonsOn(tuesday)).find(({ type }) => type === 'Private Lesson')?.riders ?? []
    await off(tom?.riderId ?? '', '18:00')
    await off(emma, '16:00')
    const { lessons } = await planOf()
    expect(lessons.map(({ candidates, proposed, nobody }) => [candidates.length, proposed, nobody])).toEqual([
      [0, LEAVE, 'No one comes'],
      [1, beth, null],
    ])
  })

  test('from an hour on, and not for lessons that have begun; what is left as it is stays', async () => {
    expect((await planOf({ time: '17:00' })).lessons.map(({ time }) => time)).toEqual(['18:00'])
    setClock('2026-11-24T21:30:00Z')
    const plan = await planOf()
    setClock('2026-11-24T11:00:00Z')
    expect(plan.lessons.map(({ time }) => time)).toEqual(['18:00'])
    await office.post(action, address(), formOf(await planOf(), LEAVE))
    expect((await office.page()).toast?.title).toBe('Nothing was changed')
    expect(await teaches()).toEqual(AS_EVER)
  })

  test.each([
    [
      'a rider more',
      async () =>
        void (await addToLesson(
          officeId,
          (
            await rider()
          ).id,
          { date: tuesday, time: '16:00', type: 'Group Lesson' },
          { scope: 'one-time' },
        )),
    ],
    [
      'an instructor who teaches then',
      async () =>
        void (await setInstructor(officeId, { date: tuesday, time: '16:00', type: 'Group Lesson' }, beth, {
          scope: 'one-time',
        })),
    ],
    [
      'a rider who calls off',
      () => markAttendance(officeId, { riderId: emma, date: tuesday, time: '16:00' }, { attendance: 'reschedule' }),
    ],
  ])('%s at another desk: the plan is shown again, and nothing of it is written', async (_, change) => {
    const plan = await planOf()
    await change()
    const before = await teaches()
    expect((await office.post(action, address(), formOf(plan))).headers.get('Location')).toBe(address())
    expect((await office.page()).toast).toMatchObject({
      type: 'error',
      description: expect.stringContaining('new plan'),
    })
    expect(await teaches()).toEqual(before)
  })

  test('A ride that is recorded there refuses all of it, by name', async () => {
    await markAttendance(officeId, { riderId: emma, date: tuesday, time: '18:00' }, { attendance: 'present' })
    const { status, body } = await office.post(action, address(), formOf(await planOf()))
    expect([status, body.lastResult.error['']?.[0]]).toEqual([
      409,
      expect.stringContaining('Emma Stone’s ride at 6:00 PM'),
    ])
    expect((await findLesson({ date: tuesday, time: '16:00', type: 'Group Lesson' }))?.instructor?.name).toBe('Kelly')
  })
})

describe('a lesson that nobody can cover', () => {
  const LAST = { date: tuesday, time: '18:00', type: 'Group Lesson' }
  const SECOND = { ...LAST, type: 'Group Lesson 2' }
  let lee: string

  /** Beth's lesson at 6 PM is another group lesson with Lee, for two. Emma rides Bella in Kelly's, for which Tom waits. */
  beforeEach(async () => {
    await prisma.rideType.deleteMany({ where: { name: SECOND.type } })
    const { color, counter } = await prisma.rideType.findUniqueOrThrow({ where: { name: LAST.type } })
    await prisma.rideType.create({ data: { name: SECOND.type, baseType: LAST.type, color, counter } })
    const [place] = await prisma.weeklyPlace.findMany({ where: { lessonType: 'Private Lesson' } })
    lee = place?.studentId ?? ''
    await prisma.weeklyPlace.updateMany({
      where: { lessonType: 'Private Lesson' },
      data: { lessonType: SECOND.type, capacity: 2 },
    })
  })
  const ridersAt = async () =>
    (await lessonsOn(tuesday)).map(({ time, type, riders }) => [
      `${time} ${type}`,
      riders.map(({ riderId }) => riderId),
    ])

  test('joins another of that hour if it has spots: horse and makeups go along, one Undo takes it back', async () => {
    const bella = await horse('Bella')
    await assignHorse(officeId, { ...LAST, riderId: emma }, { horseId: bella.id })
    const before = await ridersAt()
    const plan = await planOf()
    expect(plan.lessons.map(({ proposed, nobody }) => [proposed, nobody])).toEqual([
      [beth, null],
      [joinOf(SECOND.type), 'No one is free then: Beth teaches 6:00 PM Group Lesson 2'],
    ])
    expect(plan.lessons[1]).toMatchObject({ joins: [{ type: SECOND.type, free: 1 }], riders: ['Emma Stone'] })
    const makeups = await prisma.makeup.count()
    await office.post(action, address(), formOf(plan))
    const { toast } = await office.page()
    expect(toast?.description).toBe('1 lesson covered. 1 lesson joined with another')
    const joined = await ridersAt()
    expect(joined).toEqual([
      ['16:00 Group Lesson', [emma]],
      [
        `18:00 ${SECOND.type}`,
        expect.toSatisfy((ids: string[]) => [...ids].sort().join() === [emma, lee].sort().join()),
      ],
    ])
    const there = (await findLesson(SECOND))?.riders.find(({ riderId }) => riderId === emma)
    expect([there?.horse?.name, await prisma.makeup.count()]).toEqual(['Bella', makeups])
    // The family is told as of any move, once all changes are over.
    expect(await prisma.toldRide.findMany({ where: { studentId: emma, dueAt: { not: null } } })).toHaveLength(1)
    const [line] = await lessonChanges(LAST)
    expect(line?.what).toContain('Emma Stone joins Group Lesson 2')
    expect((await lessonChanges(SECOND)).map(({ id }) => id)).toContain(line?.id)
    await office.post(undo, paths.undoChanges(), toast?.undo?.fields ?? {})
    expect(await ridersAt()).toEqual(before)
    expect((await findLesson(LAST))?.riders[0]?.horse?.name).toBe('Bella')
  })

  test('Its free spots are offered to no one, and who called off keeps the makeup', async () => {
    const away = await weeklyRider({ firstName: 'Ann' }, { startDate: tuesday, time: '18:00', instructorId: kelly })
    await markAttendance(officeId, { ...LAST, riderId: away.id }, { attendance: 'reschedule' })
    await prisma.weeklyPlace.updateMany({
      where: { lessonType: LAST.type, scheduledTime: '18:00' },
      data: { capacity: 1 },
    })
    await addToWaitlist(officeId, (await rider({ firstName: 'Tom' })).id, LAST, 'one-time')
    await office.post(action, address(), formOf(await planOf()))
    expect((await office.page()).toast?.description).toContain('1 lesson joined with another')
    expect(await prisma.placeOffer.count()).toBe(0)
    expect(await prisma.makeup.findMany({ where: { studentId: away.id } })).toMatchObject([{ why: 'closed' }])
    expect(await findLesson(LAST)).toBeUndefined()
  })

  test.each([
    ['too few spots', { capacity: 1 }, false],
    ['another level', { level: 'advanced' }, false],
    ['another length', { duration: 45 }, false],
    ['no instructor', { instructorId: null }, true],
  ])('does not join one with %s', async (_, data, isFree) => {
    await prisma.weeklyPlace.updateMany({ where: { lessonType: SECOND.type }, data })
    const [, last] = (await planOf()).lessons
    expect(last).toMatchObject({ joins: [] })
    expect(last?.proposed).toBe(isFree ? beth : CANCEL)
  })

  test('Of two lessons at once, one joins the spot that is free; both are refused', async () => {
    const third = 'Group Lesson 3'
    const { color, counter } = await prisma.rideType.findUniqueOrThrow({ where: { name: LAST.type } })
    const data = { baseType: LAST.type, color, counter }
    await prisma.rideType.upsert({ where: { name: third }, update: {}, create: { name: third, ...data } })
    await weeklyRider({ firstName: 'Ann' }, { startDate: tuesday, time: '18:00', type: third, instructorId: kelly })
    const before = await teaches()
    const plan = await planOf()
    const [, ...atSix] = plan.lessons
    expect(atSix.map(({ joins }) => joins.map(({ type }) => type))).toEqual([[SECOND.type], [SECOND.type]])
    expect(atSix.map(({ proposed }) => proposed)).toEqual([joinOf(SECOND.type), CANCEL])
    const form = { ...formOf(plan), 'lessons[2].cover': joinOf(SECOND.type) }
    const { status, body } = await office.post(action, address(), form)
    expect([status, body.lastResult.error['']?.[0]]).toEqual([409, expect.stringContaining('Only 1 free')])
    expect(await teaches()).toEqual(before)
  })

  test('No lesson is joined that no one rides in: its instructor is free, and covers one of them', async () => {
    const third = 'Group Lesson 3'
    const { color, counter } = await prisma.rideType.findUniqueOrThrow({ where: { name: LAST.type } })
    const data = { baseType: LAST.type, color, counter }
    await prisma.rideType.upsert({ where: { name: third }, update: {}, create: { name: third, ...data } })
    await weeklyRider({ firstName: 'Ann' }, { startDate: tuesday, time: '18:00', type: third, instructorId: kelly })
    await markAttendance(officeId, { ...SECOND, riderId: lee }, { attendance: 'reschedule' })
    const [, ...atSix] = (await planOf()).lessons
    expect(atSix.map(({ joins }) => joins)).toEqual([[], []])
    expect(atSix.map(({ proposed }) => proposed).sort()).toEqual([beth, CANCEL].sort())
  })

  test('A family is told of both, the ride that is canceled and the one that joins another lesson', async () => {
    const [first, last] = (await planOf()).lessons
    const form = { ...formOf(await planOf()), 'lessons[0].cover': CANCEL }
    expect([first?.time, last?.proposed]).toEqual(['16:00', joinOf(SECOND.type)])
    await office.post(action, address(), form)
    const { toast } = await office.page()
    expect(toast?.description).toContain('1 email to families')
    setClock('2026-11-24T11:10:00Z')
    await notifyRideChanges()
    const texts = async () => (await prisma.outboxEmail.findMany({ orderBy: { id: 'asc' } })).map(({ text }) => text)
    expect((await texts())[1]).toContain('6:00 PM Group Lesson 2 instead of 6:00 PM Group Lesson')
    expect((await texts())[1]).not.toContain('4:00 PM')
    await prisma.outboxEmail.updateMany({ data: { sentAt: new Date() } })
    await office.post(undo, paths.undoChanges(), toast?.undo?.fields ?? {})
    setClock('2026-11-24T11:20:00Z')
    await notifyRideChanges()
    setClock('2026-11-24T11:00:00Z')
    expect(await texts()).toHaveLength(4)
    expect((await texts())[2]).toContain('4:00 PM')
    expect((await texts())[3]).toContain('6:00 PM Group Lesson instead of 6:00 PM Group Lesson 2')
    expect((await texts())[3]).not.toContain('4:00 PM')
  })

  test('Whom no email tells that their lesson joins another is named once it is done', async () => {
    await prisma.user.update({ where: { id: emma }, data: { email: null } })
    await office.post(action, address(), formOf(await planOf()))
    expect((await office.page()).toast?.description).toBe(
      '1 lesson covered. 1 lesson joined with another. No email on file: Emma Stone',
    )
  })

  test('A rider of its level fits; a lesson that was not offered is refused', async () => {
    await prisma.weeklyPlace.updateMany({ where: { lessonType: SECOND.type }, data: { level: 'advanced' } })
    await prisma.user.update({ where: { id: emma }, data: { level: 'advanced' } })
    expect((await planOf()).lessons[1]?.joins).toHaveLength(1)
    await prisma.user.update({ where: { id: emma }, data: { level: null } })
    const plan = await planOf()
    const { status } = await office.post(action, address(), formOf(plan, joinOf(SECOND.type)))
    expect([status, await teaches()]).toEqual([400, expect.arrayContaining(['16:00 Group Lesson Kelly'])])
  })
})

test('Who has taught that level comes before who is there that day anyway; who has no email is named', async () => {
  const cy = await add('Cy')
  await prisma.weeklyPlace.updateMany({ where: { instructorId: kelly }, data: { level: 'beginner' } })
  await weeklyPlace({ startDate: '2026-11-26', type: 'Private Lesson', instructorId: cy })
  await prisma.weeklyPlace.updateMany({ where: { instructorId: cy }, data: { level: 'beginner' } })
  await prisma.user.update({ where: { id: emma }, data: { email: null } })
  const { lessons, unreached } = await planOf()
  expect(lessons[0]?.candidates.map(({ name, note }) => `${name}: ${note}`)).toEqual([
    'Cy: free then, new to Group Lesson, has taught Beginner lessons, not here that day otherwise',
    'Beth: free then, new to Group Lesson, new to Beginner lessons, here that day',
  ])
  expect(unreached).toEqual(['Emma Stone'])
})

test('A marked ride of a weekly lesson says which level was taught', async () => {
  await prisma.weeklyPlace.updateMany({ where: { instructorId: kelly }, data: { level: 'novice' } })
  await weeklyPlace({ riderId: emma, startDate: '2026-11-03', endDate: tuesday, time: '12:00' })
  await prisma.weeklyPlace.updateMany({ where: { scheduledTime: '12:00' }, data: { level: 'novice' } })
  await recordedRide(emma, '2026-11-17', { scheduledTime: '12:00', instructorId: beth })
  expect((await planOf()).lessons[0]?.candidates[0]?.note).toContain('has taught Novice lessons')
})

test('What is wrong with the fields stands at their form', async () => {
  const wrong = await office.get(loader, address({ through: '2026-11-23' }))
  const to = wrong.headers.get('Location') ?? ''
  expect(to).toContain('/admin/plans?')
  const sent = await office.post(action, address({ through: '2026-11-23' }), formOf(await planOf()))
  expect([sent.headers.get('Location'), await teaches()]).toEqual([to, AS_EVER])
  expect((await office.get(plans, to)).body.wrong).toEqual({
    horse: null,
    instructor: 'The last day is before the first',
    arena: null,
  })
  expect((await office.get(plans, '/admin/plans?horse=&date=2026-11-24')).body.wrong.horse).toBe('Choose a horse')
  const rest = await office.get(plans, '/admin/plans?horse=5&date=2026-11-24&until=&reason=abscess')
  expect(rest.headers.get('Location')).toBe('/horses/5/rides?from=2026-11-24&reason=abscess')
})

test('Is for the office alone', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, address())).status).toBe(403)
  expect((await family.get(plans, '/admin/plans')).status).toBe(403)
  expect((await family.post(action, address(), formOf(await planOf()))).status).toBe(403)
})
