import { groupBy } from '~/utils/group-by'
import type { PlanHorse, PlanRide } from './horse-plan'

interface Known {
  /** The horse that the rider had last, and that of the same ride a week before, if it is to come first. */
  last: number | undefined
  before: number | undefined
  /** All horses that the rider should have. */
  known: readonly number[]
  /** Those that the office says are good with the rider, which stands beside every horse. */
  good: readonly number[]
  isLeast: boolean
}

/** Why a rider is proposed a horse, such as `Ridden last` or `New to this rider. Worked least this week`; null if it is only one that is good with the rider. */
export function sayWhyThis(horseId: number, { last, before, known, good, isLeast }: Known): string | null {
  const why = [sayKnown(), isLeast && 'Worked least this week'].filter(Boolean).join('. ')
  return why || null

  function sayKnown() {
    if (horseId === last) return 'Ridden last'
    if (horseId === before) return 'Ridden a week before'
    if (good.includes(horseId)) return null
    return known.includes(horseId) ? 'Ridden before' : 'New to this rider'
  }
}

/** Whether none of the other horses that suit a ride, and do not rest, goes out less that week than this one does without it. */
export function workedLeast(horseId: number, suit: readonly PlanHorse[], rides: readonly PlanRide[]): boolean {
  const ridesOf = groupBy(rides, (ride) => ride.horseId)
  const outings = ({ id, otherDays, work }: PlanHorse) => otherDays + work.length + (ridesOf.get(id)?.length ?? 0)
  const own = suit.find(({ id }) => id === horseId)
  const others = suit.filter((horse) => horse !== own && !horse.onRest)
  return own !== undefined && others.length > 0 && others.every((horse) => outings(own) - 1 <= outings(horse))
}
