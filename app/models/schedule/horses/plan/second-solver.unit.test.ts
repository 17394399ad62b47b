import fc from 'fast-check'
import loadSolver from 'highs'
import { expect, test } from 'vitest'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { dayOf, days, HORSE_DAYS, type HorseDay } from '../../../../../test/horse-days'
import { bestHorses } from './best-horses'
import { mayGoOut, mayHave } from './horse-plan'

const solver = await loadSolver()

/** Above all ranks of a day of forty riders: first come the riders, then their ranks. */
const RIDER = 1_000

interface Pair {
  name: string
  ride: HorseDay['rides'][number]
  horse: HorseDay['horses'][number]
  rank: number
}

/** The day as a mixed integer program, in the format of CPLEX: a variable for each ride and each horse that it can have. */
function programOf(pairs: readonly Pair[], { rides, horses }: HorseDay): string {
  const sum = (some: readonly Pair[]) => some.map(({ name }) => name).join(' + ')
  const oneHorse = rides.map((ride) => [pairs.filter((pair) => pair.ride === ride), 1] as const)
  const limits = horses.map((horse) => {
    const given = rides.filter(({ horseId }) => horseId === horse.id).length
    const more = rides.findIndex((_, i) => !mayGoOut(horse, given + i))
    return [pairs.filter((pair) => pair.horse === horse), more < 0 ? rides.length : more] as const
  })
  const near = pairs.flatMap((a, i) =>
    pairs
      .slice(i + 1)
      .filter((b) => a.horse === b.horse && overlaps(a.ride, b.ride, a.horse.gapMinutes))
      .map((b) => [[a, b], 1] as const),
  )
  return [
    `Maximize ${pairs.map(({ name, rank }) => `${RIDER - rank} ${name}`).join(' + ')}`,
    'Subject To',
    ...[...oneHorse, ...limits, ...near].flatMap(([some, most]) =>
      some.length > 0 ? [`${sum(some)} <= ${most}`] : [],
    ),
    `Binary ${pairs.map(({ name }) => name).join(' ')}`,
    'End',
  ].join('\n')
}

/** As many riders as can have a horse, and the least sum of their ranks. */
function optimumOf(day: HorseDay): [riders: number, ranks: number] {
  const pairs = day.rides.flatMap((ride, i) =>
    ride.horseId === null
      ? (day.suitable.get(ride.key) ?? []).flatMap(({ horseId, rank }): Pair[] => {
          const horse = day.horses.find(({ id }) => id === horseId)
          return horse && mayHave(horse, ride, day.rides) ? [{ name: `x${i}_${horseId}`, ride, horse, rank }] : []
        })
      : [],
  )
  if (pairs.length === 0) return [0, 0]
  const solution = solver.solve(programOf(pairs, day), { output_flag: false, mip_rel_gap: 0 })
  expect(solution.Status).toBe('Optimal')
  const worth = Math.round(solution.ObjectiveValue)
  const riders = Math.ceil(worth / RIDER)
  return [riders, riders * RIDER - worth]
}

const ranksOf = ({ suitable }: HorseDay, given: ReadonlyMap<string, number>) =>
  [...given].reduce(
    (sum, [key, id]) => sum + (suitable.get(key)?.find(({ horseId }) => horseId === id)?.rank ?? Number.NaN),
    0,
  )

/** A day takes this solver up to 50 ms. */
const numRuns = Math.ceil(HORSE_DAYS / 5)

test('On crowded days a solver of another kind finds no more riders a horse, and no better ranks, where the plan says that it is certain', () => {
  const of = { certain: 0, fewer: 0 }
  fc.assert(
    fc.property(days({ rides: 40, horses: 12 }, { rides: 15, horses: 6 }).map(dayOf), (day) => {
      const { given, isMost, isBest } = bestHorses(day.rides, day.suitable, day.horses)
      const [riders, ranks] = optimumOf(day)
      if (isMost) expect(given.size).toBe(riders)
      if (isBest) expect(ranksOf(day, given)).toBe(ranks)
      if (isMost) of.certain++
      if (given.size < riders) of.fewer++
      expect(given.size).toBeLessThanOrEqual(riders)
      expect(given.size).toBeGreaterThanOrEqual(riders - 2)
    }),
    { numRuns },
  )
  expect(of.certain / numRuns).toBeGreaterThan(0.9)
  expect(of.fewer / numRuns).toBeLessThan(0.05)
})
