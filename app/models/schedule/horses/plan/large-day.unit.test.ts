import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addMinutes } from '~/utils/time-of-day'
import { bestHorses } from './best-horses'
import type { DayRide } from './solve-day.server'
import { solveWeek } from './week.server'
import { competitionIn } from './why-none'

const [LESSONS, RIDERS, HORSES] = [60, 12, 58]

/** A day of 720 rides, for half of which there are horses. */
const rides = Array.from(
  { length: LESSONS * RIDERS },
  (_, i): DayRide => ({
    ...{ key: `r${i}`, riderId: `r${i}`, rider: `Rider ${i}`, time: addMinutes('06:00', 15 * Math.floor(i / RIDERS)) },
    ...{ duration: 60, type: 'Group Lesson', weightLb: 80 + (i % 100), level: null, wishes: [] },
    ...{ horseId: null, savedHorseId: null, proposed: false, note: null, away: false, begun: false },
    ...{ attendance: 'scheduled', version: '' },
  }),
)
const horses = Array.from({ length: HORSES }, (_, id) => ({
  ...{ id, name: `Horse ${id}`, isActive: true, onRest: false, maxWeightLb: 170, minLevel: null, coat: null },
  ...{ dayLimit: 6, weekLimit: 0, gapMinutes: 0, otherDays: 0, work: [], weekWork: 0 },
}))
const day = { date: '2027-01-04', rides, horses, goal: 'known' as const, knownTo: () => [], orderOf: () => 0 }
const suitable = new Map(rides.map(({ key }) => [key, horses.map(({ id }) => ({ horseId: id, rank: 0 }))]))

/** The result, and how often others were let work until then. */
async function beside<Result>(work: Promise<Result>) {
  let [turns, isDone] = [0, false]
  const others = (async () => {
    for (; !isDone; turns++) await setImmediate()
  })()
  const result = await work
  isDone = true
  await others
  return { result, turns }
}

/** Rides that count how often they are asked for their horse. */
function counting(rides: readonly DayRide[]) {
  let asked = 0
  const counted = rides.map(({ horseId, ...ride }): DayRide => {
    const get = () => {
      asked++
      return horseId
    }
    return Object.defineProperty({ ...ride, horseId }, 'horseId', { get })
  })
  return { counted, asked: () => asked }
}

const [plan] = await solveWeek([day])
const given = new Map(plan?.rides.flatMap(({ key, horseId }) => (horseId === null ? [] : [[key, horseId]])))

test('A day of 720 rides is planned in parts, and says why half of them have no horse, while others are answered', async () => {
  const planned = await beside(solveWeek([day]))
  expect(planned.turns).toBeGreaterThan((LESSONS * RIDERS * HORSES) / 2_000)
  expect(given.size).toBe(HORSES * 6)
  const said = await beside(planned.result[0]?.explained() ?? Promise.resolve(null))
  expect(said.turns).toBeGreaterThanOrEqual(rides.length - given.size)
  const notes = said.result?.rides.flatMap(({ proposed, note }) => (proposed ? [] : [note]))
  expect(notes).toHaveLength(rides.length - given.size)
  expect(new Set(notes).size).toBeLessThanOrEqual(3)
})

test('No ride is asked for its horse by each horse and ride of the day', () => {
  const assigned = rides.map((ride, i) => ({ ...ride, horseId: i < 700 ? (given.get(ride.key) ?? -1) : null }))
  const part = counting(assigned)
  bestHorses(part.counted, suitable, horses)
  expect(part.asked()).toBeLessThan(20 * rides.length)
  const left = counting(rides)
  const competing = competitionIn(left.counted, suitable, horses, given)
  for (const ride of rides) if (!given.has(ride.key)) expect(competing(ride)?.rides.length).toBeGreaterThan(0)
  expect(left.asked()).toBeLessThan(20 * rides.length)
})
