import { setImmediate } from 'node:timers/promises'
import { bestHorses, FIRST_RANK, type FirstGoal, type Suitable } from '~/models/schedule/horses/plan/best-horses'
import type { PlanHorse, PlanRide } from '~/models/schedule/horses/plan/horse-plan'

/**
 * Horses for the rides that lost theirs, which have none here. The other riders keep the horses that their families were told of, but where
 * more riders have a horse if some of these change; then as few as possible do, and none is left without one. What comes then is the school's `goal`.
 * Other requests are answered between its plans.
 * @param suitable of the rides that have a horse: those that may change, with the horse that they have among them.
 * @returns horse ids by the rides' keys, of those that change alone.
 */
export async function horsesInstead(
  rides: readonly PlanRide[],
  suitable: ReadonlyMap<string, readonly Suitable[]>,
  horses: readonly PlanHorse[],
  goal: FirstGoal,
): Promise<Map<string, number>> {
  const kept = bestHorses(rides, suitable, horses, goal).given
  const open = rides.filter(({ key, horseId }) => horseId === null && suitable.has(key))
  let movable = rides.filter(({ key, horseId }) => horseId !== null && suitable.has(key))
  while (kept.size < open.length && movable.length > 0) {
    await setImmediate()
    const keys = new Set(movable.map(({ key }) => key))
    const ranks = new Map(
      rides.flatMap(({ key, horseId }): [string, Suitable[]][] => {
        const theirs = suitable.get(key)
        if (!theirs || (horseId !== null && !keys.has(key))) return []
        // Those who keep their horses cost nothing, so that nobody loses one to a rider who has none.
        const rankOf = (one: Suitable) => (one.horseId === horseId ? 0 : FIRST_RANK[goal] + one.rank)
        return [[key, theirs.map((one) => ({ ...one, rank: rankOf(one) }))]]
      }),
    )
    const free = rides.map((ride) => (keys.has(ride.key) ? { ...ride, horseId: null } : ride))
    const { given } = bestHorses(free, ranks, horses, goal)
    const lost = new Set(movable.filter(({ key }) => !given.has(key)))
    if (lost.size === 0) {
      const isChange = ({ key, horseId }: PlanRide) => given.has(key) && given.get(key) !== horseId
      const changes = new Map(rides.filter(isChange).map(({ key }) => [key, given.get(key) as number]))
      return open.filter(({ key }) => given.has(key)).length > kept.size ? changes : kept
    }
    // Two rides that overlap another in part would take its horse from it: it keeps its own.
    movable = movable.filter((ride) => !lost.has(ride))
  }
  return kept
}
