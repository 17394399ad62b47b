import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { horsesInSeason } from '~/models/schedule/change/horses/season-horses.server'
import { setClock } from '~/platform/clock.server'
import { prisma } from '~/platform/db.server'
import { addDays, toDbDate, weekDays } from '~/utils/dates'
import { admin, rider, rideTypes, weeklyPlace } from '../../../../test/factories'
import { emptySchedule } from '../../../../test/schedule'
import { endSeasonLesson, saveRide, solveSeasonPlan } from './edit-season.server'
import { readHorseWeek } from './horse-week.server'
import { seatsOf } from './plan'
import { seatKey, type WeeklyLesson } from './season'
import { addSeason, loadPlan } from './season.server'

const [MONDAY, TUESDAY] = ['2027-01-04', '2027-01-05']
const on = (dayOfWeek: number): WeeklyLesson => ({ dayOfWeek, time: '16:00', type: 'Group Lesson' })
/** The first day of a place now, by weekday. */
const NOW = ['2026-11-08', '2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07']

await rideTypes()
await admin()
const [ann, ben, cy] = (
  await Promise.all(['Ann', 'Ben', 'Cy'].map((firstName) => rider({ firstName, lastName: null, weightLb: 100 })))
).map(({ id }) => id) as [string, string, string]

beforeEach(async () => {
  setClock('2026-12-10T15:00:00Z')
  await emptySchedule()
  await prisma.season.deleteMany()
  await prisma.horse.deleteMany()
  await prisma.hotDay.deleteMany()
  return () => setClock(null)
})

const ridesOn = (riderId: string, weekday: number) => weeklyPlace({ riderId, startDate: NOW[weekday] as string })
const bella = (limits: { dayLimit?: number; weekLimit?: number; maxWeightLb?: number } = {}) =>
  prisma.horse.create({ data: { name: 'Bella', ...limits } })

/** The season's lessons by rider. */
async function seasonLessons(season: number): Promise<Record<string, string | null>> {
  const plan = await loadPlan(season)
  return Object.fromEntries(
    seatsOf(plan).map(({ seat, lesson }) => [plan.riders.get(seat.riderId)?.name, lesson?.key ?? null]),
  )
}
const solved = async (season: number) => {
  await solveSeasonPlan(season)
  return seasonLessons(season)
}

/** How many rides of the season have no horse. */
async function without(season: number): Promise<number> {
  const plan = await loadPlan(season)
  return (await horsesInSeason(plan, await readHorseWeek(plan))).without
}
const wants = (season: number, riderId: string, from: number, ...days: number[]) =>
  saveRide(season, seatKey(riderId, on(from)), { times: days.map((day) => `${day} 16:00`) })

describe('a season and its horses', () => {
  test('A horse’s week is one week from Monday to Sunday, whatever weekday the season begins on', async () => {
    await bella({ weekLimit: 1 })
    await ridesOn(ann, 1)
    await ridesOn(ben, 2)
    const season = await addSeason({ name: 'Spring', startsOn: TUESDAY })
    expect(await without(season)).toBe(1)
  })

  test('Who would move to Monday does not get the last ride of a horse’s week, which someone who stays has on Saturday', async () => {
    await bella({ weekLimit: 1 })
    await ridesOn(ann, 6)
    await ridesOn(ben, 1)
    await ridesOn(cy, 3)
    await prisma.weeklyPlace.updateMany({ where: { studentId: ben }, data: { studentId: null } })
    const season = await addSeason({ name: 'Spring', startsOn: MONDAY })
    await wants(season, cy, 3, 1)
    await endSeasonLesson(season, on(3))
    expect(await solved(season)).toEqual({ Ann: '6 16:00 Group Lesson', Cy: null })
  })

  test('A ride that no horse of the school suits is placed without one, also if its lesson ends', async () => {
    await bella({ maxWeightLb: 90 })
    await ridesOn(ann, 2)
    await ridesOn(ben, 3)
    const season = await addSeason({ name: 'Spring', startsOn: MONDAY })
    await wants(season, ann, 2, 3)
    await endSeasonLesson(season, on(2))
    expect(await solved(season)).toEqual({ Ann: '3 16:00 Group Lesson', Ben: '3 16:00 Group Lesson' })
  })

  test('A hot day counts for nothing, and a rest for its days in the season’s first whole week', async () => {
    const { id } = await bella({ dayLimit: 2 })
    await ridesOn(ann, 3)
    await weeklyPlace({ riderId: ben, startDate: NOW[3] as string, time: '17:00' })
    const season = await addSeason({ name: 'Spring', startsOn: TUESDAY })
    const days = [0, 7, 14, 21, 28, 35].flatMap((more) => weekDays(addDays(TUESDAY, more)))
    await prisma.hotDay.createMany({ data: days.map((date) => ({ date: toDbDate(date), fewer: 1 })) })
    expect(await without(season)).toBe(0)
    const rests = async (until: string | null) => {
      const rest = { onRest: true, restFrom: toDbDate('2026-12-01'), restUntil: until && toDbDate(until) }
      await prisma.horse.update({ where: { id }, data: rest })
      return without(season)
    }
    expect(await rests('2027-01-04')).toBe(0)
    expect(await rests('2027-01-12')).toBe(0)
    expect(await rests('2027-01-13')).toBe(2)
    expect(await rests(null)).toBe(2)
  })

  test('Two desks that solve at once place a ride once, and an answer that comes during solving is not overwritten by an older one', async () => {
    await ridesOn(ann, 2)
    await ridesOn(ben, 3)
    const season = await addSeason({ name: 'Spring', startsOn: MONDAY })
    await wants(season, ann, 2, 3)
    expect((await Promise.all([solveSeasonPlan(season), solveSeasonPlan(season)])).sort()).toEqual([0, 1])
    // Whenever the answer comes, what was solved with the one before it is no answer to it.
    for (let wait = 0; wait < 40; wait++) {
      await wants(season, ann, 2, 3)
      const answer = async () => {
        for (let i = 0; i < wait; i++) await setImmediate()
        await wants(season, ann, 2, 2)
      }
      await Promise.all([solveSeasonPlan(season), answer()])
      expect((await seasonLessons(season)).Ann).toBe('2 16:00 Group Lesson')
    }
  })
})
