import { beforeEach, describe, expect, test } from 'vitest'
import { markAttendance } from '~/models/schedule/change/mark.server'
import { undoChanges } from '~/models/schedule/change/undo.server'
import { saveHorse } from '~/models/schedule/horses/horse.server'
import { loadDayPlan } from '~/models/schedule/horses/plan/day-plan.server'
import type { DayRide } from '~/models/schedule/horses/plan/solve-day.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { admin, FOR_GOOD, horse, rideTypes, weeklyPlace, weeklyRider } from '../../../../../test/factories'
import { emptySchedule, refusal } from '../../../../../test/schedule'
import { restHorse } from './rest-horse.server'
import { assignHorse } from './set-horse.server'
import { assignHorses } from './set-horses.server'

const date = '2026-11-24'
const PEOPLE = { Ann: '09:00', Ben: '09:00', Cy: '09:30', Dee: '11:00' }
type Name = keyof typeof PEOPLE
let ids: Record<Name, string>
let bella: number
let max: number
let duke: number

setClock('2026-11-24T11:00:00Z')
await rideTypes()
const office = (await admin()).id

beforeEach(async () => {
  await emptySchedule()
  await prisma.horse.updateMany({ data: { isActive: false } })
  ;[bella, max, duke] = [(await horse()).id, (await horse()).id, (await horse()).id]
  const made = []
  for (const [firstName, time] of Object.entries(PEOPLE)) {
    const { id } = await weeklyRider({ firstName, lastName: 'Lee' }, { time })
    made.push([firstName, id])
  }
  ids = Object.fromEntries(made)
})

const give = (name: Name, horseId: number, day = date) =>
  assignHorse(office, { riderId: ids[name], date: day, time: PEOPLE[name] }, { horseId })
const rides = async () => (await loadDayPlan(date)).rides
const of = (list: DayRide[], name: Name) => list.find(({ rider: who }) => who === `${name} Lee`)!
const choice = (ride: DayRide, horseId: number | null) => ({
  riderId: ride.riderId,
  time: ride.time,
  version: ride.version,
  horseId,
})
const horsesNow = async () => {
  const uses = await prisma.horseUsage.findMany({ where: { usageDate: new Date(date) } })
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, uses.find(({ studentId }) => studentId === id)?.horseId ?? null]),
  )
}

describe('horses of a day', () => {
  test('All are saved in one step, and one Undo takes all of them back', async () => {
    await give('Dee', duke)
    const shown = await rides()
    const choices = [
      choice(of(shown, 'Ann'), bella),
      choice(of(shown, 'Ben'), max),
      choice(of(shown, 'Cy'), duke),
      choice(of(shown, 'Dee'), duke),
    ]
    const { assigned, changes } = await assignHorses(office, date, choices)
    expect([assigned, changes.length]).toEqual([3, 3])
    expect(await horsesNow()).toEqual({ Ann: bella, Ben: max, Cy: duke, Dee: duke })
    await undoChanges(office, changes)
    expect(await horsesNow()).toEqual({ Ann: null, Ben: null, Cy: null, Dee: duke })
  })

  test('Two riders exchange their horses in one save', async () => {
    await give('Ann', bella)
    await give('Ben', max)
    const shown = await rides()
    await assignHorses(office, date, [choice(of(shown, 'Ann'), max), choice(of(shown, 'Ben'), bella)])
    expect(await horsesNow()).toMatchObject({ Ann: max, Ben: bella })
  })

  test('A refusal names every clash, rest and limit, and nothing is saved', async () => {
    await restHorse(office, duke, FOR_GOOD)
    await saveHorse(office, max, { dayLimit: 1, weekLimit: 14 })
    const nameOf = async (id: number) => (await prisma.horse.findUniqueOrThrow({ where: { id } })).name
    const [bellas, maxs, dukes] = [await nameOf(bella), await nameOf(max), await nameOf(duke)]
    await give('Dee', max)
    const shown = await rides()
    const choices = [
      choice(of(shown, 'Ann'), bella),
      choice(of(shown, 'Ben'), max),
      choice(of(shown, 'Cy'), bella),
      choice(of(shown, 'Dee'), duke),
    ]
    const refused = assignHorses(office, date, choices)
    await expect(refused).rejects.toMatchObject({
      status: 409,
      reasons: expect.arrayContaining([
        `${bellas} is with Ann Lee at 9:00 AM and with Cy Lee at 9:30 AM`,
        `${dukes} is resting`,
      ]),
    })
    expect(await horsesNow()).toEqual({ Ann: null, Ben: null, Cy: null, Dee: max })
    const over = [choice(of(shown, 'Ben'), max)]
    await expect(assignHorses(office, date, over)).rejects.toMatchObject({
      field: 'overReason',
      message: `${maxs} has 2 rides that day (limit 1). Give a reason to assign them anyway.`,
    })
    await assignHorses(office, date, over, 'Show day')
    const reasons = await prisma.horseUsage.findMany({ select: { studentId: true, overReason: true } })
    expect(reasons).toEqual(
      expect.arrayContaining([
        { studentId: ids.Ben, overReason: 'Show day' },
        { studentId: ids.Dee, overReason: null },
      ]),
    )
  })

  test('A ride that changed in the meantime is named with what it is now, and one that was left alone is kept', async () => {
    const shown = await rides()
    await give('Ann', max)
    await markAttendance(office, { riderId: ids.Dee, date, time: '11:00' }, { attendance: 'absent' })
    const refused = assignHorses(
      office,
      date,
      (['Ann', 'Ben', 'Dee'] as const).map((name) => choice(of(shown, name), name === 'Ben' ? null : bella)),
    )
    await expect(refused).rejects.toEqual(
      refusal(
        409,
        /changed Ann Lee at 9:00 AM in the meantime: Scheduled, on .+changed Dee Lee at 11:00 AM in the meantime: Absent/,
      ),
    )
    await assignHorses(office, date, [choice(of(shown, 'Ann'), null), choice(of(shown, 'Ben'), bella)])
    expect(await horsesNow()).toMatchObject({ Ann: max, Ben: bella })
  })

  test('If two desks give one horse to two lessons at once, one of them learns of the other', async () => {
    const shown = await rides()
    const results = await Promise.allSettled(
      (['Ann', 'Cy'] as const).map((name) => assignHorses(office, date, [choice(of(shown, name), bella)])),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await prisma.horseUsage.count({ where: { horseId: bella } })).toBe(1)
  })
})

describe('what is proposed', () => {
  /** Horse and note by first name. */
  const proposed = async (options = {}) =>
    Object.fromEntries(
      (await loadDayPlan(date, options)).rides.flatMap(({ rider: name, horseId, proposed, note }) =>
        proposed || note ? [[name.split(' ')[0], [proposed ? horseId : null, note]]] : [],
      ),
    )

  test('The horse ridden last comes first, that of the same ride a week ago if asked for', async () => {
    await give('Ann', bella, '2026-11-17')
    const thursday = { riderId: ids.Ann, date: '2026-11-19', time: '09:00' }
    await weeklyPlace({ riderId: ids.Ann, startDate: '2026-11-19', time: '09:00' })
    await assignHorse(office, thursday, { horseId: max })
    await give('Dee', max)
    expect((await proposed()).Ann).toEqual([max, 'Ridden last'])
    expect((await proposed({ lastWeek: true })).Ann).toEqual([bella, 'Ridden a week before'])
  })

  test('The horse of the same ride a week ago is no other rider’s, whoever else usually rides it', async () => {
    await give('Ann', bella, '2026-11-17')
    for (const [name, horseId] of [
      ['Ann', max],
      ['Ben', bella],
    ] as const) {
      await weeklyPlace({ riderId: ids[name], startDate: '2026-11-19', time: '09:00' })
      await assignHorse(office, { riderId: ids[name], date: '2026-11-19', time: '09:00' }, { horseId })
    }
    expect(await proposed()).toMatchObject({ Ann: [max, 'Ridden last'], Ben: [bella, 'Ridden last'] })
    expect((await proposed({ lastWeek: true })).Ann).toEqual([bella, 'Ridden a week before'])
  })

  test('A rider yields the usual horse to someone who can have no other, and whoever gets none is told why', async () => {
    await give('Ann', bella, '2026-11-10')
    await give('Ann', max, '2026-11-17')
    for (const id of [bella, duke]) await saveHorse(office, id, { maxWeightLb: 100 })
    for (const [name, weightLb] of [
      ['Ann', 90],
      ['Ben', 150],
      ['Cy', 150],
    ] as const) {
      await prisma.user.update({ where: { id: ids[name] }, data: { weightLb } })
    }
    await restHorse(office, duke, FOR_GOOD)
    expect(await proposed()).toEqual({
      Ann: [bella, 'Ridden before'],
      Ben: [max, 'New to this rider'],
      Cy: [null, '2 riders from 9:00 AM to 9:30 AM share one horse that can take 1 of them: of 3, 2 suit none of them'],
      Dee: [expect.any(Number), 'New to this rider'],
    })
  })

  test('Nobody who is absent is proposed a horse, and no horse on rest is', async () => {
    await give('Ann', bella, '2026-11-17')
    await give('Dee', max, '2026-11-17')
    await markAttendance(office, { riderId: ids.Dee, date, time: '11:00' }, { attendance: 'absent' })
    expect(await proposed()).toMatchObject({ Ann: [bella, 'Ridden last'] })
    expect(await proposed()).not.toHaveProperty('Dee')
    for (const id of [bella, max, duke]) await restHorse(office, id, FOR_GOOD)
    expect(await proposed()).toMatchObject({ Ann: [null, 'No horse is left: of 3, 3 are resting'] })
  })
})
