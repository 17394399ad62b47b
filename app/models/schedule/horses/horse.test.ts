import { beforeEach, describe, expect, test } from 'vitest'
import { removeHorse } from '~/models/schedule/change/horses/remove-horse.server'
import { restHorse } from '~/models/schedule/change/horses/rest-horse.server'
import { assignHorse } from '~/models/schedule/change/horses/set-horse.server'
import { markAttendance } from '~/models/schedule/change/mark.server'
import type { Rest } from '~/models/schedule/vocabulary/rest'
import { prisma } from '~/platform/db.server'
import { toDbDate } from '~/utils/dates'
import { FOR_GOOD, horse, openOffice, weeklyRider } from '../../../../test/factories'
import { emptySchedule, refusal } from '../../../../test/schedule'
import { addHorse, listHorses, saveHorse } from './horse.server'
import { heat } from './horse-heat'
import { loadHorseWeek, ridesOverLimit } from './horse-week.server'

const tuesday = '2026-11-24'
const TIMES = ['08:00', '09:00', '10:00', '11:00', '12:00']
let riders: string[]
let bella: { id: number; name: string }

const { officeId: ann } = await openOffice('2026-11-24T15:00:00Z')

beforeEach(async () => {
  await emptySchedule()
  riders = []
  for (const time of TIMES) riders.push((await weeklyRider({}, { time, startDate: '2026-11-17' })).id)
  bella = await horse()
})

const ride = (i: number, date = tuesday) => ({ riderId: riders[i] ?? '', date, time: TIMES[i] ?? '' })
const assign = (i: number, overReason?: string, date?: string) =>
  assignHorse(ann, ride(i, date), { horseId: bella.id, overReason })
const limits = (dayLimit: number, weekLimit: number) => saveHorse(ann, bella.id, { dayLimit, weekLimit })
const rests = (rest: Rest | null = FOR_GOOD) => restHorse(ann, bella.id, rest)

describe('limits of a horse', () => {
  test('A fourth ride a day needs a reason, which is kept', async () => {
    for (const i of [0, 1, 2]) await assign(i)
    await expect(assign(3)).rejects.toMatchObject({
      status: 409,
      field: 'overReason',
      message: `${bella.name} has 3 rides on Nov 24, 2026 already (max 3 per day). Add a reason to assign this horse anyway.`,
    })
    await assign(3, 'Show day')
    const { week, rows } = await loadHorseWeek(tuesday)
    expect(rows.find(({ id }) => id === bella.id)).toMatchObject({ days: [0, 4, 0, 0, 0, 0, 0], total: 4 })
    expect(await ridesOverLimit(week)).toEqual([expect.objectContaining({ time: '11:00', overReason: 'Show day' })])
  })

  test('A week counts from Monday to Sunday, and 0 means no limit', async () => {
    await limits(0, 2)
    for (const i of [0, 1]) await assign(i)
    await expect(assign(2)).rejects.toEqual(refusal(409, 'max 2 per week'))
    await assign(2, undefined, '2026-12-01')
    await limits(0, 0)
    for (const i of [2, 3, 4]) await assign(i)
  })

  test('A ride too soon after another needs a reason, unless the horse may go out again at once', async () => {
    const stands = (gapMinutes: number) => saveHorse(ann, bella.id, { gapMinutes, dayLimit: 9 })
    await stands(15)
    await assign(0)
    await expect(assign(1)).rejects.toEqual(refusal(409, `${bella.name} is within 15 minutes of another outing`))
    await assign(2)
    await assign(1, 'Walk only')
    expect(await prisma.horseUsage.count({ where: { overReason: 'Walk only' } })).toBe(1)
    await stands(0)
    await assign(3)
    await expect(prisma.horse.update({ where: { id: bella.id }, data: { gapMinutes: 241 } })).rejects.toThrow(
      'horses_gap',
    )
  })

  test('A reason that was not needed is not kept, and a ride that gets its horse again counts once', async () => {
    await assign(0, 'not needed')
    expect((await prisma.horseUsage.findFirstOrThrow()).overReason).toBeNull()
    for (const i of [1, 2]) await assign(i)
    await markAttendance(ann, ride(2), { attendance: 'present', horseId: bella.id })
    expect(await prisma.horseUsage.count()).toBe(3)
  })

  test('If many rides are assigned at once, only as many as the limit get the horse', async () => {
    const results = await Promise.allSettled([0, 1, 2, 3, 4].map((i) => assign(i)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await prisma.horseUsage.count()).toBe(3)
  })

  test('The database itself refuses a ride beyond a limit, or of a horse on rest', async () => {
    const use = (i: number) =>
      prisma.horseUsage.create({
        data: {
          horseId: bella.id,
          horseName: bella.name,
          usageDate: toDbDate(tuesday),
          lessonTime: TIMES[i] ?? '',
          studentId: riders[i] ?? '',
          studentName: 'Emma',
          lessonType: 'Hack',
        },
      })
    for (const i of [0, 1, 2]) await use(i)
    await expect(use(3)).rejects.toThrow('horse_usage_within_limits')
    await limits(9, 9)
    await rests()
    await expect(use(3)).rejects.toThrow('horse_usage_not_on_rest')
  })
})

describe('rest and removal of a horse', () => {
  test('A horse on rest is refused with the reason', async () => {
    // The first has begun.
    for (const i of [0, 3]) await assign(i)
    expect((await rests()).rides).toBe(1)
    await expect(assign(1)).rejects.toEqual(refusal(409, `${bella.name} is resting`))
  })

  test('A removed horse keeps its history, and unrecorded rides lose it', async () => {
    await assign(0, undefined, '2026-11-17')
    await markAttendance(ann, ride(1), { attendance: 'present', horseId: bella.id })
    for (const i of [2, 3]) await assign(i)
    expect(await removeHorse(ann, bella.id)).toEqual({ name: bella.name, freed: 2 })
    expect((await listHorses()).map(({ id }) => id)).not.toContain(bella.id)
    expect((await loadHorseWeek('2026-11-17')).rows.map(({ id }) => id)).toContain(bella.id)
    expect((await loadHorseWeek(tuesday)).rows.find(({ id }) => id === bella.id)?.total).toBe(1)
    await expect(assign(2)).rejects.toEqual(refusal(400, 'Choose a horse'))
    await expect(removeHorse(ann, bella.id)).rejects.toEqual(refusal(404, 'This horse no longer exists'))
    expect(await addHorse(ann, ` ${bella.name.toUpperCase()} `)).toMatchObject({
      horse: { id: bella.id, isActive: true },
    })
  })
})

test('Every load of a horse has its shade', () => {
  expect([0, 1, 2, 3, 4].map((count) => heat(count, 3))).toEqual([0, 2, 3, 4, 5])
  expect(heat(9, 0)).toBe(4)
})
