import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneMoreFor } from '~/models/schedule/change/horses/week-plan.server'
import { LARGE_WEEK } from '~/models/schedule/horses/plan/large-week'
import { solveWeek } from '~/models/schedule/horses/plan/week.server'
import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { LEVEL_NAMES } from '~/models/vocabulary/level'
import { randomFrom } from '../../../../prisma/seed/random'
import { type HorseWeek, horseWeek } from './horse-week.server'
import { isLarge, lessonsBefore, type Plan, seatsOf, wishKey } from './plan'
import { seasonWeek } from './season'
import { solveWithHorses } from './solve-with-horses.server'
import { timeKey } from './to-place'
import { withoutInstructor } from './without-instructor.server'

const TYPE = 'Group Lesson'

/** A school with too few horses, where each rider has two weekly rides, and half of them name times. */
function largeSchool(lessonsADay: number): { plan: Plan; week: HorseWeek } {
  const { below, pick } = randomFrom(3)
  const lessons = Array.from({ length: 7 * lessonsADay }, (_, i) => {
    const minute = 15 * Math.floor(i / 7)
    const time = `${String(8 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    return { dayOfWeek: i % 7, time, type: TYPE }
  })
  const riders = Array.from({ length: 5 * lessons.length }, (_, i) => ({
    ...{ id: `R${i}`, level: pick(LEVEL_NAMES), weightLb: 80 + below(100), wishes: [] },
    times: below(2) === 0 ? [] : [...new Set(Array.from({ length: 1 + below(3) }, () => timeKey(pick(lessons))))],
  }))
  const terms = { duration: 60, capacity: 11, level: null, arena: null, begins: null, ends: null }
  const places = lessons.flatMap((lesson, i) =>
    Array.from({ length: 10 }, (_, k) => ({
      ...{ ...lesson, ...terms, instructorId: i % 9 === 0 ? 'coach' : null },
      riderId: riders[(i * 10 + k) % riders.length]?.id ?? null,
    })),
  )
  const horses = Array.from(
    { length: 40 },
    (_, i): HorseRow => ({
      ...{ id: i + 1, name: `Horse ${i}`, isActive: true, rest: null, coat: null, gapMinutes: i % 4 === 0 ? 15 : 0 },
      ...{ dayLimit: 6, weekLimit: 30, maxWeightLb: pick([null, 150]), minLevel: pick([null, null, 'novice']) },
    }),
  )
  const plan: Plan = {
    season: { id: 1, name: 'Spring', startsOn: '2027-01-04', askedThrough: null, publishedAt: null },
    week: seasonWeek(places, { lessons: [], places: [] }),
    riders: new Map(riders.map(({ id, level }) => [id, { id, name: id, level }])),
    wishes: new Map(riders.flatMap(({ id, times }) => (times.length > 0 ? [[wishKey(id, TYPE), times]] : []))),
    ...{ instructors: new Map(), capacities: new Map([[TYPE, null]]), bases: new Map() as Plan['bases'], version: '' },
  }
  return { plan, week: horseWeek(plan, horses, new Map(riders.map((rider) => [rider.id, rider]))) }
}

const { plan, week } = largeSchool(32)
const size = seatsOf(plan).length

/** Counts the weeks that are planned, and how often other requests were answered until then. */
async function counted<Result>(work: (week: HorseWeek) => Promise<Result>) {
  let [weeks, turns, isDone] = [0, 0, false]
  const others = (async () => {
    for (; !isDone; turns++) await setImmediate()
  })()
  const result = await work((lessons) => {
    if (lessons.size === size) weeks++
    return week(lessons)
  })
  isDone = true
  await others
  return { result, weeks, turns }
}

test('Solve of a large season comes to its end in few rounds, answers others in between, and nobody loses a horse', async () => {
  expect([size > LARGE_WEEK, isLarge(plan)]).toEqual([true, true])
  const { result, weeks, turns } = await counted((week) => solveWithHorses(plan, week))
  expect(weeks).toBeGreaterThan(3)
  // A smaller season may take 24 rounds before more and more rides stay.
  expect(weeks).toBeLessThanOrEqual(16)
  // Each week is planned in parts of 1,000 pairs of rider and horse, as if it were a day.
  expect(turns).toBeGreaterThan(weeks * 7 * 3)
  const mounted = async (lessons: ReadonlyMap<string, string | null>) =>
    (await solveWeek(week(lessons))).flatMap(({ rides }) =>
      rides.flatMap((one) => (one.horseId === null ? [] : [one.key])),
    )
  const after = new Set(await mounted(result.lessons))
  expect((await mounted(lessonsBefore(plan))).filter((key) => !after.has(key))).toEqual([])
}, 60_000)

test('Without an instructor in a large season no week of horses is planned', async () => {
  const { result, weeks } = await counted((week) =>
    withoutInstructor(plan, week, { instructorId: 'coach', weekday: null }),
  )
  expect(weeks).toBe(0)
  expect(result.hit).toHaveLength(10 * result.lessons.length)
})

test('In a large week one more horse is planned for every rider alone, which is said; in a smaller one for each kind', async () => {
  const days = week(lessonsBefore(plan))
  expect(await oneMoreFor(days)).toMatchObject({ isPart: true, kinds: [{ kind: 'For every rider' }] })
  const { isPart, kinds } = await oneMoreFor(days.slice(0, 1))
  expect([isPart, kinds.length]).toEqual([false, 5])
}, 60_000)
