import { LEVELS } from '~/models/places/level'

/** What is known of a rider; null where nobody has said. */
export interface RiderFacts {
  /** In pounds. */
  weightLb: number | null
  level: string | null
}

/** What a horse is for; null is no limit. */
export interface HorseLimits {
  maxWeightLb: number | null
  minLevel: string | null
}

/** Something to think about before a horse is given. It never decides: whoever chooses knows the two better. */
export interface Concern {
  /** `beyond` shows red; `unknown` shows yellow, because a fact is missing that a limit asks for. */
  kind: 'beyond' | 'unknown'
  /** Words behind the horse's name, such as `over its limit of 160 lb`. The rider's own weight is not named. */
  text: string
}

/** What speaks against a horse for a rider, or cannot be said. */
export function concernsOf({ maxWeightLb, minLevel }: HorseLimits, { weightLb, level }: RiderFacts): Concern[] {
  const concerns: Concern[] = []
  if (maxWeightLb !== null) {
    if (weightLb === null) concerns.push({ kind: 'unknown', text: `rider’s weight unknown, limit ${maxWeightLb} lb` })
    else if (weightLb > maxWeightLb) concerns.push({ kind: 'beyond', text: `over its limit of ${maxWeightLb} lb` })
  }
  const least = rankOf(minLevel)
  // The first level is for everybody.
  if (least > 0) {
    const from = `for ${LEVELS[least]?.label} riders${least === LEVELS.length - 1 ? '' : ' and up'}`
    if (level === null) concerns.push({ kind: 'unknown', text: `rider’s level unknown, ${from}` })
    else if (rankOf(level) < least) concerns.push({ kind: 'beyond', text: from })
  }
  return concerns
}

const rankOf = (level: string | null) => LEVELS.findIndex(({ name }) => name === level)

export const isBeyond = ({ kind }: Concern): boolean => kind === 'beyond'
