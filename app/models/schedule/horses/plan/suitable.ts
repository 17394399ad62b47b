import { type RiderFacts, suits } from '~/models/schedule/match/match'
import type { Suitable } from './best-horses'
import type { PlanHorse } from './horse-plan'

/** Above that of any horse that a rider knows. */
const NEW_RANK = 10
/** Above any other difference: a ride keeps the horse that it had, unless more riders have a horse then. */
const OTHER_RANK = 20

/** The horses that suit a rider. @param known those that they should have, the best first. @param had the one that comes before all others. */
export const suitableFor = (
  rider: RiderFacts,
  horses: readonly PlanHorse[],
  known: readonly number[],
  had?: number,
): Suitable[] =>
  horses
    .filter((horse) => horse.isActive && suits(horse, rider))
    .map(({ id }) => {
      const rank = known.includes(id) ? Math.min(known.indexOf(id), NEW_RANK - 1) : NEW_RANK
      return { horseId: id, rank: had === undefined || had === id ? rank : OTHER_RANK + rank }
    })

/** The horses that the office says are good with a rider. */
export const goodWith = ({ wishes }: Pick<RiderFacts, 'wishes'>): number[] =>
  wishes.filter(({ good }) => good).map(({ horseId }) => horseId)
