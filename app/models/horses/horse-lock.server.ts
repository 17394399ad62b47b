import type { HorseLimits } from '~/models/match/match'
import type { Tx } from '~/platform/tx.server'

export interface HorseRow extends HorseLimits {
  id: number
  name: string
  isActive: boolean
  onRest: boolean
  /** Rides a day and a week; 0 is no limit. */
  dayLimit: number
  weekLimit: number
}

/** Locks horses after riders, always in the same order, so that two changes never wait for each other. */
export const lockHorses = (tx: Tx, horseIds: readonly number[]): Promise<HorseRow[]> =>
  tx.$queryRaw<HorseRow[]>`
    SELECT id, name, is_active AS "isActive", on_rest AS "onRest", day_limit AS "dayLimit", week_limit AS "weekLimit",
           max_weight_lb AS "maxWeightLb", min_level AS "minLevel"
    FROM horses WHERE id = ANY(${horseIds}) ORDER BY id FOR NO KEY UPDATE`
