import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { ShownPlan } from '~/models/schedule/horses/plan/day-plan.server'
import { rideChoice } from '~/models/schedule/horses/plan/horse-plan'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import OneMoreHorse, { loader as oneMore } from '~/routes/office/horses/fits/one-more'
import { action, loader } from '~/routes/office/horses/fits/week-horses'
import { action as undo } from '~/routes/office/lessons/undo'
import { admin, horse, openOffice, rider, signedIn, weeklyPlace } from '../../../../../test/factories'
import { rendered } from '../../../../../test/rendered'
import { emptySchedule } from '../../../../../test/schedule'
import type { Visitor } from '../../../../../test/visitor'

const path = '/horses/week?week=2026-11-23'
const [tuesday, thursday] = ['2026-11-24', '2026-11-26']
let office: Visitor
let bella: number

beforeAll(async () => {
  ;({ office } = await openOffice('2026-11-23T15:00:00Z'))
})

beforeEach(async () => {
  await emptySchedule()
  await prisma.horse.updateMany({ data: { isActive: false } })
  bella = (await horse()).id
  for (const firstName of ['Ann', 'Ben']) {
    const { id } = await rider({ firstName, level: 'novice' })
    for (const startDate of [tuesday, thursday]) {
      await weeklyPlace({ riderId: id, startDate, time: firstName === 'Ann' ? '16:00' : '17:00' })
    }
  }
})

const shown = async () => (await office.get(loader, path)).body
const formOf = (days: ShownPlan[]) =>
  Object.fromEntries(
    days.flatMap(({ date, rides }, i) => [
      [`days[${i}].date`, date],
      ...rides.flatMap((ride, j) => [
        [`days[${i}].rides[${j}].ride`, rideChoice(ride)],
        [`days[${i}].rides[${j}].horseId`, String(ride.horseId ?? 'none')],
      ]),
    ]),
  )

test('A week’s rides have their horses by one form and lose them by one Undo', async () => {
  const { days, proposed, left } = await shown()
  expect([days.map(({ date }: ShownPlan) => date), proposed, left]).toEqual([[tuesday, thursday], 4, 0])
  expect((await office.post(action, path, formOf(days))).headers.get('Location')).toBe(path)
  expect(await prisma.horseUsage.count()).toBe(4)
  expect(await shown()).toMatchObject({ days: [], proposed: 0 })
  const { toast } = await office.page()
  await office.post(undo, toast?.undo?.action ?? '', toast?.undo?.fields ?? {})
  expect(await prisma.horseUsage.count()).toBe(0)
})

test('What is proposed for one day counts toward the week on the next, and days that are over are left alone', async () => {
  await prisma.horse.update({ where: { id: bella }, data: { weekLimit: 3 } })
  const { days, proposed, left } = await shown()
  expect([proposed, left]).toEqual([3, 1])
  expect(days[1].rides.filter(({ proposed }: { proposed: boolean }) => !proposed)).toMatchObject([
    { note: '2 Novice riders from 4:00 PM to 5:00 PM share one horse that can take 1 of them' },
  ])
  // A sign-in ends within the day.
  setClock('2026-11-25T15:00:00Z')
  office = await signedIn(await admin())
  expect(await shown()).toMatchObject({ days: [{ date: thursday }], proposed: 2 })
  setClock('2026-11-23T15:00:00Z')
  office = await signedIn(await admin())
})

test('Rides of today that have begun are not planned', async () => {
  setClock('2026-11-24T21:30:00Z')
  office = await signedIn(await admin())
  const { days, proposed } = await shown()
  setClock('2026-11-23T15:00:00Z')
  office = await signedIn(await admin())
  expect(days[0].rides.map(({ time }: { time: string }) => time)).toEqual(['17:00'])
  expect(proposed).toBe(3)
})

test('One more horse adds what it could take, by kind, that day and that week', async () => {
  const asked = async () => (await office.get(oneMore, `/horses/one-more?date=${thursday}`)).body
  expect(await asked()).toMatchObject({ without: [0, 0], kinds: [] })
  await prisma.horse.update({ where: { id: bella }, data: { weekLimit: 1, maxWeightLb: 150 } })
  await prisma.user.updateMany({ where: { firstName: 'Ben' }, data: { weightLb: 160 } })
  const { without, kinds } = await asked()
  expect(without).toEqual([1, 3])
  expect(kinds).toEqual([
    { kind: 'For every rider', more: [1, 3] },
    { kind: 'For riders up to 150 lb', more: [0, 1] },
    { kind: 'For Novice riders and up', more: [1, 3] },
    { kind: 'For Intermediate riders and up', more: [0, 0] },
    { kind: 'For Advanced riders', more: [0, 0] },
  ])
  const said = 'In a week of more than 2,000 rides, horses for some riders only are not computed.'
  expect(await rendered(OneMoreHorse, await asked())).not.toContain(said)
  expect(await rendered(OneMoreHorse, { ...(await asked()), isPart: true })).toContain(said)
})

test('The screens are for the office', async () => {
  const family = await signedIn(await rider())
  for (const load of [loader, oneMore]) expect((await family.get(load, path)).status).toBe(403)
})
