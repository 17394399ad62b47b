import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FirstGoal, Suitable } from '~/models/schedule/horses/plan/best-horses'
import { mayHave, type PlanHorse, type PlanRide, planProblems } from '~/models/schedule/horses/plan/horse-plan'
import { HORSE_DAYS } from '../../../../../test/horse-days'
import { horsesInstead } from './instead-of'

const bella: PlanHorse = {
  ...{ id: 1, name: 'Bella', isActive: true, onRest: false, maxWeightLb: null, minLevel: null, coat: null },
  ...{ dayLimit: 3, weekLimit: 14, gapMinutes: 0, otherDays: 0, work: [], weekWork: 0 },
}
const max: PlanHorse = { ...bella, id: 2, name: 'Max' }
const ride = (rider: string, time: string, horseId: number | null = null): PlanRide => ({
  ...{ key: rider, rider, time, duration: 60, horseId },
})
const suits = (lists: Record<string, number[]>) =>
  new Map(Object.entries(lists).map(([key, ids]) => [key, ids.map((horseId, rank): Suitable => ({ horseId, rank }))]))
const GOALS: FirstGoal[] = ['known', 'shared']
const instead = async (
  rides: PlanRide[],
  suitable: Map<string, Suitable[]>,
  horses: PlanHorse[],
  goal: FirstGoal = 'known',
) => Object.fromEntries(await horsesInstead(rides, suitable, horses, goal))

describe('horses instead of a lame one', () => {
  test('Nobody else changes horses where another horse is free', async () => {
    const rides = [ride('Ann', '09:00'), ride('Ben', '10:00', 1)]
    expect(await instead(rides, suits({ Ann: [1, 2], Ben: [2, 1] }), [bella, max])).toEqual({ Ann: 1 })
  })

  test('Another rider changes if both have a horse then, and is never left without one', async () => {
    const rides = [ride('Ann', '09:00'), ride('Ben', '09:00', 1)]
    expect(await instead(rides, suits({ Ann: [1], Ben: [1, 2] }), [bella, max])).toEqual({ Ann: 1, Ben: 2 })
    expect(await instead(rides, suits({ Ann: [1], Ben: [1] }), [bella, max])).toEqual({})
    expect(await instead(rides, suits({ Ann: [1] }), [bella, max])).toEqual({})
  })

  test('A school that shares work first gives the horse that worked less, and changes nobody for that', async () => {
    const rides = [ride('Ann', '09:00'), ride('Ben', '10:00', 1)]
    const lists = suits({ Ann: [1, 2], Ben: [1, 2] })
    expect(await instead(rides, lists, [bella, max])).toEqual({ Ann: 1 })
    expect(await instead(rides, lists, [bella, max], 'shared')).toEqual({ Ann: 2 })
    const busy = { ...max, id: 3, otherDays: 9 }
    const three = [ride('Ann', '09:00'), ride('Ben', '09:00', 1), ride('Cy', '10:00', 3)]
    const changing = suits({ Ann: [1], Ben: [1, 2], Cy: [3, 2] })
    expect(await instead(three, changing, [bella, max, busy], 'shared')).toEqual({ Ann: 1, Ben: 2 })
  })
})

const TIMES = ['08:00', '08:00', '09:00']
const days = (times: string[], rides: number, horses: number) =>
  fc.record({
    horses: fc
      .array(
        fc.record({
          onRest: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
          dayLimit: fc.integer({ min: 0, max: 3 }),
          otherDays: fc.integer({ min: 0, max: 9 }),
        }),
        {
          minLength: 2,
          maxLength: horses,
        },
      )
      .map((rows): PlanHorse[] => rows.map((row, id) => ({ ...bella, ...row, id, name: `Horse ${id}` }))),
    rows: fc.array(
      fc.record({
        time: fc.constantFrom(...times),
        wish: fc.option(fc.integer({ min: 0, max: horses - 1 }), { freq: 3 }),
        mayChange: fc.nat(3).map((n) => n > 0),
        suits: fc.uniqueArray(
          fc.record({ horseId: fc.integer({ min: 0, max: horses - 1 }), rank: fc.integer({ min: 0, max: 3 }) }),
          { minLength: 1, maxLength: 2, selector: ({ horseId }) => horseId },
        ),
      }),
      { minLength: 2, maxLength: rides },
    ),
  })

/** Rides get the horse that they wish only where the rules let them, as in a school. */
function dayOf({ horses, rows }: typeof days extends (...args: never[]) => fc.Arbitrary<infer T> ? T : never) {
  const plan = rows.map(({ time }, i) => ({ ...ride(`r${i}`, time), key: `r${i}` }))
  for (const [i, { wish }] of rows.entries()) {
    const [horse, own] = [horses.find(({ id }) => id === wish), plan[i]]
    if (horse && own && mayHave(horse, own, plan)) own.horseId = horse.id
  }
  const suitable = new Map<string, Suitable[]>()
  for (const [i, { mayChange, suits }] of rows.entries()) {
    const own = plan[i]
    if (own?.horseId === null) suitable.set(own.key, suits)
    else if (own && mayChange) {
      const others = suits.filter(({ horseId }) => horseId !== own.horseId)
      suitable.set(own.key, [{ horseId: own.horseId as number, rank: 0 }, ...others])
    }
  }
  return { horses, rides: plan, suitable }
}
type Day = ReturnType<typeof dayOf>

const after = ({ rides }: Day, changes: ReadonlyMap<string, number>) =>
  rides.map((one) => ({ ...one, horseId: changes.get(one.key) ?? one.horseId }))

/** Riders with a horse, riders who change, and, in the order of the goal, ranks of those who get one and squares of the week's outings. */
function worthOf(day: Day, changes: ReadonlyMap<string, number>, goal: FirstGoal): number[] {
  const rankOf = (key: string, id: number) => day.suitable.get(key)?.find(({ horseId }) => horseId === id)?.rank ?? 99
  const moved = day.rides.filter(({ key, horseId }) => horseId !== null && changes.has(key))
  const ranks = [...changes].reduce((sum, [key, id]) => sum + rankOf(key, id), 0)
  const rides = after(day, changes)
  const outings = day.horses.map(
    ({ id, otherDays }) => otherDays + rides.filter(({ horseId }) => horseId === id).length,
  )
  const squares = outings.reduce((sum, count) => sum + count * count, 0)
  return [moved.length - changes.size, moved.length, ...(goal === 'known' ? [ranks, squares] : [squares, ranks])]
}

const compare = (a: number[], b: number[]) => a.map((n, i) => n - (b[i] ?? 0)).find((d) => d !== 0) ?? 0

/** The worth of the best of all plans. */
function bruteForce(day: Day, goal: FirstGoal): number[] {
  let best = worthOf(day, new Map(), goal)
  const open = day.rides.filter(({ key }) => day.suitable.has(key))
  const look = (plan: PlanRide[], i: number) => {
    const one = open[i]
    if (!one) {
      const changes = new Map(
        plan.flatMap(({ key, horseId }, j) =>
          horseId !== null && horseId !== day.rides[j]?.horseId ? [[key, horseId]] : [],
        ),
      )
      const worth = worthOf(day, changes, goal)
      if (compare(worth, best) < 0) best = worth
      return
    }
    if (one.horseId === null) look(plan, i + 1)
    for (const { horseId } of day.suitable.get(one.key) ?? []) {
      const horse = day.horses.find(({ id }) => id === horseId)
      const own = plan.find(({ key }) => key === one.key)
      if (!horse || !own || !mayHave(horse, own, plan)) continue
      look(
        plan.map((other) => (other === own ? { ...own, horseId } : other)),
        i + 1,
      )
    }
  }
  look(
    day.rides.map((one) => (day.suitable.has(one.key) ? { ...one, horseId: null } : one)),
    0,
  )
  return best
}

describe('random days', () => {
  test.each(GOALS)('Of up to six riders and four horses: as good as the best of all plans, %s first', async (goal) => {
    let withChanges = 0
    await fc.assert(
      fc.asyncProperty(days(TIMES, 6, 4).map(dayOf), async (day) => {
        const worth = worthOf(day, await horsesInstead(day.rides, day.suitable, day.horses, goal), goal)
        expect(worth).toEqual(bruteForce(day, goal))
        if (worth[1]) withChanges++
      }),
      { numRuns: HORSE_DAYS },
    )
    expect(withChanges).toBeGreaterThan(HORSE_DAYS / 50)
  })

  test.each(GOALS)(
    'With rides that overlap in part, %s first: no rule is broken, and nobody loses a horse',
    async (goal) => {
      await fc.assert(
        fc.asyncProperty(days([...TIMES, '08:30', '09:15'], 25, 8).map(dayOf), async (day) => {
          const changes = await horsesInstead(day.rides, day.suitable, day.horses, goal)
          const before = new Map(day.rides.map(({ key, horseId }) => [key, horseId]))
          expect(planProblems(after(day, changes), before, day.horses)).toEqual([])
          for (const [key, id] of changes) expect(day.suitable.get(key)?.map(({ horseId }) => horseId)).toContain(id)
        }),
        { numRuns: Math.ceil(HORSE_DAYS / 10) },
      )
    },
  )
})
