import fc from 'fast-check'
import { expect, test } from 'vitest'
import { solveWeek } from '~/models/schedule/horses/plan/week.server'
import type { RiderFacts } from '~/models/schedule/match/match'
import { suits } from '~/models/schedule/match/match'
import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { LEVEL_NAMES } from '~/models/vocabulary/level'
import { type Random, randomFrom } from '../../../../prisma/seed/random'
import { horseWeek } from './horse-week.server'
import { lessonsBefore, type Plan, readTime, seatsOf, wishKey } from './plan'
import { type PlaceNow, type SeasonChanges, seasonWeek, type WeeklyLesson, weeklyKey } from './season'
import { solveWithHorses } from './solve-with-horses.server'
import { timeKey } from './to-place'

const TYPE = 'Group Lesson'
/** Schools of each kind; the long form is 1,000: SEASONS=1000 npx vitest run --project unit season/solve-with */
const RUNS = Number(process.env.SEASONS ?? 60)
const seeds = fc.noShrink(fc.integer({ min: 1, max: 2 ** 31 - 1 }))

interface School {
  plan: Plan
  horses: HorseRow[]
  facts: Map<string, RiderFacts>
}

type Rider = { id: string; times: string[] } & RiderFacts

function schoolOf(
  riders: readonly Rider[],
  {
    horses,
    places,
    changes,
    startsOn,
  }: Pick<School, 'horses'> & {
    places: readonly PlaceNow[]
    changes: SeasonChanges
    startsOn: string
  },
): School {
  return {
    horses,
    facts: new Map(riders.map(({ id, weightLb, level, wishes }) => [id, { weightLb, level, wishes }])),
    plan: {
      season: { id: 1, name: 'Spring', startsOn, askedThrough: null, publishedAt: null },
      week: seasonWeek(places, changes),
      riders: new Map(riders.map(({ id }) => [id, { id, name: id, level: null }])),
      wishes: new Map(riders.flatMap(({ id, times }) => (times.length > 0 ? [[wishKey(id, TYPE), times]] : []))),
      instructors: new Map(),
      capacities: new Map([[TYPE, null]]),
      bases: new Map() as Plan['bases'],
      version: '',
    },
  }
}

const placeOf = (at: WeeklyLesson, riderId: string | null, capacity: number): PlaceNow => ({
  ...{ ...at, riderId, duration: 60, capacity, level: null, arena: null, instructorId: null },
  ...{ begins: null, ends: null },
})

const ALIKE = { weightLb: null, level: null, wishes: [] }

const horseOf = (id: number, limits: Partial<HorseRow>): HorseRow => ({
  ...{ id, name: `Horse ${id}`, isActive: true, rest: null, coat: null, gapMinutes: 0 },
  ...{ dayLimit: 0, weekLimit: 0, maxWeightLb: null, minLevel: null, ...limits },
})

function lessonsFrom({ below, pick }: Random, most: number): WeeklyLesson[] {
  const times = ['15:00', '16:00', '16:30', '17:00', '18:00']
  const drawn = Array.from({ length: most }, () => ({
    ...{ dayOfWeek: below(7), time: pick(times), type: TYPE },
  }))
  return [...new Map(drawn.map((one) => [weeklyKey(one), one])).values()]
}

/** A school with too few horses, where half of the riders would move, some lessons end, and the office has placed some riders by hand. */
function tightSchool(seed: number): School {
  const random = randomFrom(seed)
  const { below, pick } = random
  const lessons = lessonsFrom(random, 6 + below(10))
  const riders = Array.from(
    { length: 12 + below(25) },
    (_, i): Rider => ({
      ...{ id: `R${i}`, weightLb: 80 + below(100), level: pick(LEVEL_NAMES), wishes: [] },
      times: below(2) === 0 ? [] : [...new Set(Array.from({ length: 1 + below(3) }, () => timeKey(pick(lessons))))],
    }),
  )
  const horses = Array.from({ length: 1 + below(5) }, (_, i) =>
    horseOf(i + 1, {
      ...{ dayLimit: below(4), weekLimit: pick([0, 2, 3, 5]), gapMinutes: pick([0, 0, 15]) },
      ...{ maxWeightLb: pick([null, 120, 150]), minLevel: pick([null, null, 'novice']) },
    }),
  )
  const now = riders.map(({ id }) => ({ id, at: pick(lessons) }))
  const capacity = 3 + below(4)
  return schoolOf(riders, {
    horses,
    startsOn: pick(['2027-01-04', '2027-01-05', '2027-01-09']),
    places: [
      ...lessons.map((lesson) => placeOf(lesson, null, capacity)),
      ...now.map(({ id, at }) => placeOf(at, id, capacity)),
    ],
    changes: {
      lessons: lessons.flatMap((lesson, id) => (below(6) === 0 ? [{ id, ends: true, ...lesson }] : [])),
      places: now.flatMap(({ id: riderId, at: from }, id) =>
        below(6) === 0 ? [{ id, riderId, from, to: pick(lessons), byHand: below(2) === 0 }] : [],
      ),
    },
  })
}

test('Random schools: whoever has a horse before Solve has one after, no horse goes beyond its limits, and reasons add up', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const { plan, horses, facts } = tightSchool(seed)
      const week = horseWeek(plan, horses, facts)
      const { lessons, unplaced } = await solveWithHorses(plan, week)
      for (const [, all, parts = ''] of [...unplaced.values()].map((why) => /: of (\d+), (.+)$/.exec(why) ?? []))
        expect((parts.match(/\d+/g) ?? []).reduce((sum, count) => sum + Number(count), 0)).toBe(Number(all ?? 0))
      const had = (await solveWeek(week(lessonsBefore(plan)))).flatMap(({ rides }) =>
        rides.filter(({ horseId }) => horseId !== null),
      )
      const days = await solveWeek(week(lessons))
      const rides = days.flatMap((day) => day.rides.map((ride) => ({ ...ride, date: day.date })))
      const has = new Set(rides.flatMap(({ key, horseId }) => (horseId === null ? [] : [key])))
      expect(had.map(({ key }) => key).filter((key) => !has.has(key))).toEqual([])
      for (const { id, weekLimit, dayLimit } of horses) {
        const theirs = rides.filter(({ horseId }) => horseId === id)
        if (weekLimit > 0) expect(theirs.length).toBeLessThanOrEqual(weekLimit)
        if (dayLimit > 0)
          for (const { date } of days)
            expect(theirs.filter((one) => one.date === date).length).toBeLessThanOrEqual(dayLimit)
      }
    }),
    { numRuns: RUNS },
  )
})

test('A ride that would take the last horse wherever it goes stays where it is, and the search ends', async () => {
  const times = Array.from({ length: 40 }, (_, i) => `${1 + (i % 5)} ${10 + Math.floor(i / 5)}:00`)
  const lessons = times.map((time): WeeklyLesson => ({ ...readTime(time), type: TYPE }))
  const [monday, saturday] = [
    { dayOfWeek: 1, time: '08:00', type: TYPE },
    { dayOfWeek: 6, time: '08:00', type: TYPE },
  ]
  const { plan, horses, facts } = schoolOf(
    [
      { id: 'Ann', times, ...ALIKE },
      { id: 'Ben', times: [], ...ALIKE },
    ],
    {
      horses: [horseOf(1, { weekLimit: 1 })],
      startsOn: '2027-01-04',
      places: [
        ...lessons.map((lesson) => placeOf(lesson, null, 4)),
        placeOf(monday, 'Ann', 4),
        placeOf(saturday, 'Ben', 4),
      ],
      changes: { lessons: [{ id: 1, ends: true, ...monday }], places: [] },
    },
  )
  const { lessons: found, unplaced, isMost } = await solveWithHorses(plan, horseWeek(plan, horses, facts))
  expect([...found.values()]).toEqual(['6 08:00 Group Lesson', null])
  expect([[...unplaced.values()], isMost]).toEqual([['No horse was found for another time'], false])
})

/**
 * A school made from a week in which every rider has one of their times and a horse, with just as many spots, and horses that are out as often as
 * they may be on each day. Half of the riders have that lesson now and stay; the lesson of the others ends.
 */
function plantedSchool(seed: number, areAlike: boolean): School {
  const random = randomFrom(seed)
  const { below, pick } = random
  const lessons = lessonsFrom(random, 15)
  const made = Array.from({ length: 4 + below(6) }, (_, i) =>
    horseOf(i + 1, {
      ...{ dayLimit: 1 + below(3), maxWeightLb: areAlike ? null : pick([null, 120, 150]) },
      minLevel: areAlike ? null : pick([null, null, 'novice']),
    }),
  )
  const planted: { lesson: WeeklyLesson; horse: HorseRow; isNow: boolean }[] = []
  for (const lesson of lessons) {
    for (const horse of made) {
      const onDay = planted.filter((one) => one.horse === horse && one.lesson.dayOfWeek === lesson.dayOfWeek)
      const isOut = onDay.some((one) => overlaps({ ...one.lesson, duration: 60 }, { ...lesson, duration: 60 }))
      if (below(4) > 0 && onDay.length < horse.dayLimit && !isOut)
        planted.push({ lesson, horse, isNow: below(2) === 0 })
    }
  }
  const riders = planted.map(({ lesson, horse, isNow }, i): Rider => {
    const times = Array.from({ length: below(4) }, () => pick(lessons))
    times.splice(below(times.length + 1), 0, lesson)
    let facts: RiderFacts
    do facts = { weightLb: 80 + below(100), level: pick(LEVEL_NAMES), wishes: [] }
    while (!suits(horse, facts))
    return { id: `R${i}`, times: isNow ? [] : [...new Set(times.map(timeKey))], ...facts }
  })
  const old = { dayOfWeek: 1, time: '08:00', type: TYPE }
  const spots = (lesson: WeeklyLesson) => planted.filter((one) => one.lesson === lesson).length
  const open = lessons.filter((one) => spots(one) > 0)
  return schoolOf(riders, {
    horses: made,
    startsOn: '2027-01-04',
    places: [
      ...open.map((lesson) => placeOf(lesson, null, spots(lesson))),
      ...planted.map(({ lesson, isNow }, i) => placeOf(isNow ? lesson : old, `R${i}`, isNow ? spots(lesson) : 99)),
    ],
    changes: { lessons: [{ id: 1, ends: true, ...old }], places: [] },
  })
}

/** How many rides of a planted school get none of their times, and of how many; whoever gets one has a horse. */
async function solvedPlanted(seed: number, areAlike: boolean): Promise<[unplaced: number, all: number]> {
  const { plan, horses, facts } = plantedSchool(seed, areAlike)
  const week = horseWeek(plan, horses, facts)
  const { lessons, unplaced, isMost } = await solveWithHorses(plan, week)
  expect(isMost).toBe(unplaced.size === 0)
  const rides = (await solveWeek(week(lessons))).flatMap((day) => day.rides)
  expect(rides.filter(({ horseId }) => horseId === null)).toEqual([])
  expect(rides.length + unplaced.size).toBe(seatsOf(plan).length)
  return [unplaced.size, rides.length]
}

test('A school made from a week in which all have a time and a horse comes back whole, if all horses suit all riders', async () => {
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      expect((await solvedPlanted(seed, true))[0]).toBe(0)
    }),
    { numRuns: RUNS },
  )
})

test('If horses differ, one rider of 200 at most is left without a time where all could have one', async () => {
  let [left, all] = [0, 0]
  await fc.assert(
    fc.asyncProperty(seeds, async (seed) => {
      const [unplaced, rides] = await solvedPlanted(seed, false)
      left += unplaced
      all += rides
    }),
    { numRuns: RUNS },
  )
  expect(left / all).toBeLessThan(1 / 200)
})
