import { beforeEach, expect, test } from 'vitest'
import { rideChoice } from '~/models/schedule/horses/plan/horse-plan'
import type { DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { describeSettingChange } from '~/models/school/settings-changes'
import { prisma } from '~/platform/db.server'
import { action as manage, loader as manageLoader } from '~/routes/office/horses/manage'
import { action as rideAction } from '~/routes/office/lessons/rider/rider'
import { horse, openOffice, rider, signedIn, weeklyPlace, weeklyRider } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { action, loader } from './day-horses'
import { action as lessonAction, loader as lessonLoader } from './lesson-horses'

const slot = { date: '2026-11-24', time: '16:00', type: 'Group Lesson' }
const path = '/admin/day/horses?date=2026-11-24'
let bella: number
let max: number

const { office } = await openOffice('2026-11-20T15:00:00Z')

beforeEach(async () => {
  await emptySchedule()
  await prisma.horse.updateMany({ data: { isActive: false } })
  ;[bella, max] = [(await horse()).id, (await horse()).id]
  for (const firstName of ['Ann', 'Ben']) await weeklyRider({ firstName })
})

const shown = async (): Promise<DayRide[]> => (await office.get(loader, path)).body.plan.rides
const fields = (rides: DayRide[], ...horses: (number | 'none')[]) =>
  Object.fromEntries(
    rides.flatMap((ride, i) => [
      [`rides[${i}].ride`, rideChoice(ride)],
      [`rides[${i}].horseId`, String(horses[i])],
    ]),
  )

test('A day’s horses are saved by a plain form, which leads to the day sheet with an Undo', async () => {
  const saved = await office.post(action, path, fields(await shown(), bella, max))
  expect([saved.status, saved.headers.get('Location')]).toEqual([302, '/admin/day?date=2026-11-24'])
  expect((await office.page()).toast).toMatchObject({ title: 'Horses Saved', undo: { label: 'Undo' } })
  expect((await shown()).map(({ horseId }) => horseId)).toEqual([bella, max])
})

test('A lesson’s horses are saved the same way', async () => {
  const { body } = await office.get(lessonLoader, '/x', slot)
  expect(body).toMatchObject({ riders: 2, slot })
  const saved = await office.post(lessonAction, '/x', fields(body.plan.rides, max, bella), slot)
  expect(saved.headers.get('Location')).toBe('/admin?day=2026-11-24')
  expect((await shown()).map(({ horseId }) => horseId)).toEqual([max, bella])
})

test('A refused form comes back with the choices, and asks for a reason if only a limit is in the way', async () => {
  const refused = await office.post(action, path, fields(await shown(), bella, bella))
  expect(refused.status).toBe(409)
  expect(refused.body.title).toBe('The horses were not saved')
  expect(refused.body.lastResult.error[''][0]).toMatch(/is with Ann Stone at 4:00 PM and with Ben Stone at 4:00 PM/)
  expect(refused.body.lastResult.initialValue.rides[1].horseId).toBe(String(bella))
  await prisma.horse.update({ where: { id: bella }, data: { weekLimit: 1 } })
  const ann = (await prisma.weeklyPlace.findFirstOrThrow()).studentId ?? ''
  await weeklyPlace({ riderId: ann, startDate: '2026-11-26' })
  const thursday = { ...slot, date: '2026-11-26', riderId: ann }
  await office.post(rideAction, '/x', { intent: 'horse', horseId: String(bella), version: '0-0' }, thursday)
  const asked = await office.post(action, path, fields(await shown(), bella, 'none'))
  expect([asked.status, Object.keys(asked.body.lastResult.error)]).toEqual([409, ['overReason']])
  const given = { ...fields(await shown(), bella, 'none'), overReason: 'Show day' }
  expect((await office.post(action, path, given)).status).toBe(302)
})

test('For a rider without a horse the form says why in figures, and offers one that another student exchanges for a third', async () => {
  const [ann, ben] = await shown()
  // Ben can only ride Max, whom Ann has; Ann can ride Bella too.
  await prisma.horseWish.create({
    data: { studentId: ben?.riderId ?? '', horseId: bella, good: false, byId: ben?.riderId ?? '' },
  })
  await office.post(action, path, fields(await shown(), max, 'none'))
  const { body } = await office.get(loader, path)
  expect(body).toMatchObject({ left: 1, plan: { isMost: true, isBest: true } })
  expect(body.plan.rides[1]).toMatchObject({
    horseId: null,
    note: 'No horse is left: of 2, 1 does not suit, 1 is out at that time',
  })
  const changed = (await office.get(loader, `${path}&change=on`)).body
  const name = (await prisma.horse.findUniqueOrThrow({ where: { id: max } })).name
  expect([changed.left, changed.plan.rides]).toMatchObject([
    0,
    [
      { horseId: bella, proposed: true, note: `Changes from ${name}, so that more riders have a horse` },
      { horseId: max, proposed: true, note: 'New to this rider' },
    ],
  ])
  expect((await office.post(action, path, fields(changed.plan.rides, bella, max))).status).toBe(302)
  expect((await shown()).map(({ horseId }) => horseId)).toEqual([bella, max])
  expect(ann?.version).not.toBe((await shown())[0]?.version)
})

test('The settings say whether a horse that the rider knows comes first, or one that worked least', async () => {
  const [ann] = await shown()
  await office.post(action, path, fields(await shown(), bella, 'none'))
  const later = '/admin/day/horses?date=2026-12-01'
  const bellaWorks = { studentId: ann?.riderId ?? '', studentName: 'Ann', horseId: bella, horseName: 'Bella' }
  await prisma.horseUsage.create({
    data: { ...bellaWorks, usageDate: new Date('2026-11-30'), lessonTime: '16:00', lessonType: 'Group Lesson' },
  })
  await prisma.weeklyPlace.deleteMany({ where: { studentId: { not: ann?.riderId } } })
  const proposed = async () => (await office.get(loader, later)).body.plan
  expect(await proposed()).toMatchObject({ goal: 'known', rides: [{ horseId: bella, note: 'Ridden last' }] })
  const { goal } = (await office.get(manageLoader, '/horses/manage')).body
  const save = () =>
    office.post(manage, '/horses/manage', { intent: 'goal', horseGoal: 'shared', version: goal.version })
  expect((await save()).status).toBe(302)
  const note = 'New to this rider. Worked least this week'
  expect(await proposed()).toMatchObject({ goal: 'shared', isBest: true, rides: [{ horseId: max, note }] })
  // Sending it again changes nothing; to change it back, the form is opened again.
  expect((await save()).status).toBe(302)
  const back = { intent: 'goal', horseGoal: 'known' }
  const { version } = (await office.get(manageLoader, '/horses/manage')).body.goal
  expect((await office.post(manage, '/horses/manage', { ...back, version })).status).toBe(302)
  expect(await proposed()).toMatchObject({ goal: 'known' })
  const { detail } = await prisma.auditEntry.findFirstOrThrow({
    where: { action: 'school.horses' },
    orderBy: { id: 'desc' },
  })
  expect(describeSettingChange({ action: 'school.horses', detail: detail as Record<string, unknown> })).toBe(
    'changed the horses: proposals look first at shared work → horses that riders know',
  )
})

test('The screens are for the office', async () => {
  const family = await signedIn(await rider())
  expect((await family.get(loader, path)).status).toBe(403)
  expect((await family.get(lessonLoader, '/x', slot)).status).toBe(403)
  expect((await family.post(action, path, {})).status).toBe(403)
})
