import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestHorses, type Suitable } from './best-horses'
import { mayHave, type PlanHorse, type PlanRide } from './horse-plan'
import { competitionIn, sayShared } from './why-none'

const bella: PlanHorse = {
  ...{ id: 1, name: 'Bella', isActive: true, onRest: false, maxWeightLb: null, minLevel: null, coat: null },
  ...{ dayLimit: 3, weekLimit: 14, gapMinutes: 0, otherDays: 0, work: [], weekWork: 0 },
}
const max = { ...bella, id: 2, name: 'Max' }
const duke = { ...bella, id: 3, name: 'Duke' }
const ride = (rider: string, time: string, level: string | null = 'beginner', horseId: number | null = null) => ({
  ...{ key: rider, rider, time, duration: 60, horseId, level },
})
const suits = (lists: Record<string, number[]>) =>
  new Map(Object.entries(lists).map(([key, ids]) => [key, ids.map((horseId): Suitable => ({ horseId, rank: 0 }))]))

/** What the plan says of whoever is left. */
function said(rides: (PlanRide & { level: string | null })[], lists: Record<string, number[]>, horses: PlanHorse[]) {
  const suitable = suits(lists)
  const { given } = bestHorses(rides, suitable, horses)
  return rides
    .filter(({ key, horseId }) => horseId === null && !given.has(key))
    .map((one) => {
      const shared = competitionIn(rides, suitable, horses, given)(one)
      return shared && sayShared(shared, suitable, horses, rides)
    })
}

describe('why riders who compete go without a horse', () => {
  test('Three beginners, and of the two horses for beginners one rests', () => {
    const rides = [ride('Ann', '10:00'), ride('Ben', '10:00'), ride('Cy', '10:00')]
    const both = { Ann: [1, 2], Ben: [1, 2], Cy: [1, 2] }
    const text = '3 Beginner riders at 10:00 AM share one horse: of 3, 1 suits none of them, 1 is resting'
    expect(said(rides, both, [bella, { ...max, onRest: true }, duke])).toEqual([text, text])
  })

  test('Who has another choice does not compete, and a level that differs is not said', () => {
    const rides = [
      ride('Ann', '10:00'),
      ride('Ben', '10:00', 'novice'),
      ride('Cy', '10:00'),
      ride('Dee', '10:00', null, 3),
    ]
    const lists = { Ann: [1], Ben: [1], Cy: [2] }
    expect(said(rides, lists, [bella, max, duke])).toEqual([
      '2 riders at 10:00 AM share one horse: of 3, 2 suit none of them',
    ])
    expect(said(rides, { ...lists, Ben: [1, 3] }, [bella, max, duke])).toEqual([
      '2 riders at 10:00 AM share one horse: of 3, 1 suits none of them, 1 is out then',
    ])
  })

  test('A limit makes riders of other times compete', () => {
    const rides = [ride('Ann', '09:00'), ride('Ben', '10:00'), ride('Cy', '11:00')]
    const lists = { Ann: [1], Ben: [1], Cy: [1, 2] }
    expect(said(rides, lists, [{ ...bella, dayLimit: 1 }, max])).toEqual([
      '2 Beginner riders from 9:00 AM to 10:00 AM share one horse that can take 1 of them: of 2, 1 suits none of them',
    ])
    const four = [ride('Ann', '09:00'), ride('Ben', '10:00'), ride('Cy', '11:00'), ride('Dee', '12:00')]
    const one = { Ann: [1], Ben: [1], Cy: [1], Dee: [1] }
    expect(said(four, one, [{ ...bella, dayLimit: 2 }])[0]).toBe(
      '4 Beginner riders from 9:00 AM to 12:00 PM share one horse that can take 2 of them',
    )
  })
})

const days = fc.record({
  horses: fc.array(
    fc.record({ onRest: fc.boolean(), dayLimit: fc.integer({ min: 0, max: 2 }), gapMinutes: fc.constantFrom(0, 30) }),
    { minLength: 1, maxLength: 4 },
  ),
  rides: fc.array(
    fc.record({
      time: fc.constantFrom('09:00', '10:00', '11:00', '10:30'),
      suits: fc.uniqueArray(fc.integer({ min: 0, max: 3 })),
      horseId: fc.option(fc.constant(0), { freq: 6 }),
    }),
    { maxLength: 6 },
  ),
})

/** As many of these rides as can have a horse. */
function mostOf(
  asked: PlanRide[],
  rides: PlanRide[],
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: PlanHorse[],
): number {
  const [one, ...others] = asked
  if (!one) return 0
  const tries = horses
    .filter((horse) => suitable.get(one.key)?.some(({ horseId }) => horseId === horse.id) && mayHave(horse, one, rides))
    .map(
      ({ id }) =>
        1 +
        mostOf(
          others,
          rides.map((row) => (row === one ? { ...one, horseId: id } : row)),
          suitable,
          horses,
        ),
    )
  return Math.max(mostOf(others, rides, suitable, horses), ...tries)
}

test('On random days the figures prove it: the riders are more than any plan gives a horse, and no count is wrong', () => {
  let proved = 0
  fc.assert(
    fc.property(days, (day) => {
      const horses = day.horses.map((row, id): PlanHorse => ({ ...bella, ...row, id, name: `Horse ${id}` }))
      const rides = day.rides.map((row, i) => ({ ...ride(`r${i}`, row.time), horseId: row.horseId }))
      const suitable = suits(Object.fromEntries(day.rides.map((row, i) => [`r${i}`, row.suits])))
      const { given } = bestHorses(rides, suitable, horses)
      const competing = competitionIn(rides, suitable, horses, given)
      for (const left of rides.filter(({ key, horseId }) => horseId === null && !given.has(key))) {
        const shared = competing(left)
        // Counting proves it wherever no two rides overlap in part.
        const isWhole =
          rides.every(({ time }) => time !== '10:30') && horses.every(({ gapMinutes }) => gapMinutes === 0)
        if (isWhole) expect(shared).not.toBeNull()
        if (!shared) continue
        proved++
        expect(shared.rides).toContain(left)
        expect(shared.most).toBeLessThan(shared.rides.length)
        expect(mostOf(shared.rides, rides, suitable, horses)).toBeLessThanOrEqual(shared.most)
        const text = sayShared(shared, suitable, horses, rides)
        const [, all = '0', parts = ''] = /: of (\d+), (.*)$/.exec(text) ?? []
        const others = [...parts.matchAll(/\d+/g)].reduce((sum, [n]) => sum + Number(n), 0)
        expect(Number(all) - others).toBe(parts ? shared.horses.length : 0)
      }
    }),
    { numRuns: 300 },
  )
  expect(proved).toBeGreaterThan(50)
})
