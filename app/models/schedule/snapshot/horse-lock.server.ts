import { Prisma } from '~/generated/prisma/client'
import type { HorseLimits } from '~/models/schedule/match/match'
import type { Rest } from '~/models/schedule/vocabulary/rest'
import type { Tx } from '~/platform/tx.server'
import type { LocalDate } from '~/utils/dates'

export interface HorseRow extends HorseLimits {
  name: string
  isActive: boolean
  rest: Rest | null
  /** Rides a day and a week; 0 is no limit. */
  dayLimit: number
  weekLimit: number
  /** Minutes that it stands between two outings, at least. */
  gapMinutes: number
  coat: string | null
}

/** The columns of a horse `h`; with a day, its limit is that of the day, which is lower if it is hot, or is to be by `fewer` rides. */
export const horseColumns = (on?: LocalDate, fewer?: number) => {
  const less = fewer === undefined ? Prisma.sql`(SELECT fewer FROM hot_days WHERE date = ${on}::date)` : fewer
  const dayLimit = on === undefined ? Prisma.sql`h.day_limit` : Prisma.sql`limit_on_day(h.day_limit, ${less})`
  return Prisma.sql`
    h.id, h.name, h.is_active AS "isActive", ${dayLimit} AS "dayLimit", h.week_limit AS "weekLimit",
    h.gap_minutes AS "gapMinutes",  h.max_weight_lb AS "maxWeightLb", h.min_level AS "minLevel", h.coat,
    CASE WHEN h.on_rest THEN json_build_object('from', h.rest_from, 'until', h.rest_until, 'reason', h.rest_reason) END AS rest`
}

/** Locks horses after riders, always in the same order, so that two changes never wait for each other. `on` as in `horseColumns`. */
export const lockHorses = (tx: Tx, horseIds: readonly number[], on?: LocalDate): Promise<HorseRow[]> =>
  tx.$queryRaw<HorseRow[]>`
    SELECT ${horseColumns(on)} FROM horses h WHERE h.id = ANY(${[...horseIds]}) ORDER BY h.id FOR NO KEY UPDATE`
