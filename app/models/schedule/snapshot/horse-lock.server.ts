import { Prisma } from '~/generated/prisma/client'
import type { HorseLimits } from '~/models/schedule/match/match'
import type { Rest } from '~/models/schedule/vocabulary/rest'
import type { Tx } from '~/platform/tx.server'

export interface HorseRow extends HorseLimits {
  name: string
  isActive: boolean
  rest: Rest | null
  /** Rides a day and a week; 0 is no limit. */
  dayLimit: number
  weekLimit: number
  /** Minutes that it stands between two outings, at least. */
  gapMinutes: number
}

/** The columns of a horse `h`. */
export const HORSE_COLUMNS = Prisma.sql`
  h.id, h.name, h.is_active AS "isActive", h.day_limit AS "dayLimit", h.week_limit AS "weekLimit",
  h.gap_minutes AS "gapMinutes",  h.max_weight_lb AS "maxWeightLb", h.min_level AS "minLevel",
  CASE WHEN h.on_rest THEN json_build_object('from', h.rest_from, 'until', h.rest_until, 'reason', h.rest_reason) END AS rest`

/** Locks horses after riders, always in the same order, so that two changes never wait for each other. */
export const lockHorses = (tx: Tx, horseIds: readonly number[]): Promise<HorseRow[]> =>
  tx.$queryRaw<HorseRow[]>`
    SELECT ${HORSE_COLUMNS} FROM horses h WHERE h.id = ANY(${[...horseIds]}) ORDER BY h.id FOR NO KEY UPDATE`
