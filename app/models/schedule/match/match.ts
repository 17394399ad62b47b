import { LEVELS } from '~/models/vocabulary/level'

/** What is known of a rider; null where nobody has said. */
export interface RiderFacts {
  /** In pounds. */
  weightLb: number | null
  level: string | null
  /** What the office said of the rider with some horses. */
  wishes: readonly Wish[]
}

interface Wish {
  horseId: number
  /** The two are good together; false is a veto. */
  good: boolean
}

/** What a horse is for; null is no limit. */
export interface HorseLimits {
  id: number
  maxWeightLb: number | null
  minLevel: string | null
}

/** Something to think about before a horse is given. It never decides: whoever chooses knows the two better. */
export interface Concern {
  /** `beyond` shows red; `unknown` shows yellow, because a fact is missing that a limit asks for; `good` speaks for the horse. */
  kind: 'beyond' | 'unknown' | 'good'
  /** Words behind the horse's name, such as `over its limit of 160 lb`. The rider's own weight is not named. */
  text: string
}

export const sayFit = ({ good }: Pick<Wish, 'good'>): string => (good ? 'Good with' : 'Not with')

/** Whether nothing that the school knows speaks against a horse for a rider: weight, level, and what the office said of the two. */
export const suits = (horse: HorseLimits, rider: RiderFacts): boolean =>
  !isTooHeavy(horse, rider) &&
  !isBelow(horse, rider) &&
  !rider.wishes.some(({ horseId, good }) => horseId === horse.id && !good)

const isTooHeavy = ({ maxWeightLb }: HorseLimits, { weightLb }: RiderFacts) =>
  maxWeightLb !== null && weightLb !== null && weightLb > maxWeightLb

// The first level is for everyone.
const isBelow = ({ minLevel }: HorseLimits, { level }: RiderFacts) => {
  const least = rankOf(minLevel)
  return least > 0 && level !== null && rankOf(level) < least
}

/** What the office said of a horse with a rider, what else speaks against the two, and what cannot be said. */
export function concernsOf(horse: HorseLimits, rider: RiderFacts): Concern[] {
  const { id, maxWeightLb, minLevel } = horse
  const concerns: Concern[] = rider.wishes
    .filter(({ horseId }) => horseId === id)
    .map(({ good }) => ({ kind: good ? 'good' : 'beyond', text: `${sayFit({ good }).toLowerCase()} this rider` }))
  if (isTooHeavy(horse, rider)) concerns.push({ kind: 'beyond', text: `over its limit of ${maxWeightLb} lb` })
  else if (maxWeightLb !== null && rider.weightLb === null)
    concerns.push({ kind: 'unknown', text: `rider’s weight unknown, limit ${maxWeightLb} lb` })
  const least = rankOf(minLevel)
  if (least > 0) {
    const from = `for ${LEVELS[least]?.label} riders${least === LEVELS.length - 1 ? '' : ' and up'}`
    if (rider.level === null) concerns.push({ kind: 'unknown', text: `rider’s level unknown, ${from}` })
    else if (isBelow(horse, rider)) concerns.push({ kind: 'beyond', text: from })
  }
  return concerns
}

const rankOf = (level: string | null) => LEVELS.findIndex(({ name }) => name === level)

export const isBeyond = ({ kind }: Concern): boolean => kind === 'beyond'
