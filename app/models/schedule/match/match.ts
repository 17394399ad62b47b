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

/** What the office said of a horse with a rider, what else speaks against the two, and what cannot be said. */
export function concernsOf(
  { id, maxWeightLb, minLevel }: HorseLimits,
  { weightLb, level, wishes }: RiderFacts,
): Concern[] {
  const concerns: Concern[] = wishes
    .filter(({ horseId }) => horseId === id)
    .map(({ good }) => ({ kind: good ? 'good' : 'beyond', text: `${sayFit({ good }).toLowerCase()} this rider` }))
  if (maxWeightLb !== null) {
    if (weightLb === null) concerns.push({ kind: 'unknown', text: `rider’s weight unknown, limit ${maxWeightLb} lb` })
    else if (weightLb > maxWeightLb) concerns.push({ kind: 'beyond', text: `over its limit of ${maxWeightLb} lb` })
  }
  const least = rankOf(minLevel)
  // The first level is for everyone.
  if (least > 0) {
    const from = `for ${LEVELS[least]?.label} riders${least === LEVELS.length - 1 ? '' : ' and up'}`
    if (level === null) concerns.push({ kind: 'unknown', text: `rider’s level unknown, ${from}` })
    else if (rankOf(level) < least) concerns.push({ kind: 'beyond', text: from })
  }
  return concerns
}

const rankOf = (level: string | null) => LEVELS.findIndex(({ name }) => name === level)

export const isBeyond = ({ kind }: Concern): boolean => kind === 'beyond'
