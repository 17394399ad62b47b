import { limitReached } from '~/models/schedule/horses/limit-reached'
import type { HorseUse } from '~/models/schedule/snapshot/book'
import { lockHorses } from '~/models/schedule/snapshot/horse-lock.server'
import { formatResting, restsOn } from '~/models/schedule/vocabulary/rest'
import { hotLimits } from '~/models/schedule/workload/hot-days.server'
import type { Tx } from '~/platform/tx.server'
import { addDays, type LocalDate, weekStart } from '~/utils/dates'

/** A horse that cannot go back to its ride, and why: `resting through Dec 5: abscess`. */
export interface NotBack {
  use: HorseUse
  why: string
}

/**
 * Of the horses that an undo gives rides again, those that rest on that day, or are at a limit by now, as the database would refuse them.
 * `gone` are the horses' rides that the undo takes away. `evenAtRest`: the change took horses off their rides because they rest.
 */
export async function notBack(
  tx: Tx,
  { gone, come }: { gone: readonly HorseUse[]; come: readonly HorseUse[] },
  { evenAtRest }: { evenAtRest: boolean },
): Promise<NotBack[]> {
  const days = come.map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const horses = await lockHorses(
    tx,
    come.map(({ horseId }) => horseId),
  )
  const other = await tx.$queryRaw<{ horseId: number; date: LocalDate }[]>`
    SELECT horse_id AS "horseId", day::text AS date FROM horse_outings
    WHERE horse_id = ANY(${horses.map(({ id }) => id)}) AND NOT coalesce(ride_id = ANY(${gone.map(({ id }) => id)}), false)
      AND day BETWEEN ${weekStart(first)}::date AND ${addDays(weekStart(last), 6)}::date`
  const hot = await hotLimits(tx, first, last)
  const out = [...other]
  const refused: NotBack[] = []
  // A use with a reason to exceed the limit goes out all the same, and counts toward it.
  for (const use of [...come].sort((a, b) => Number(hasReason(b)) - Number(hasReason(a)))) {
    const horse = horses.find(({ id }) => id === use.horseId)
    const own = out.filter(({ horseId }) => horseId === use.horseId)
    const onDay = own.filter(({ date }) => date === use.date).length
    const inWeek = own.filter(({ date }) => weekStart(date) === weekStart(use.date)).length
    const dayLimit = hot(use.horseId, use.date) ?? horse?.dayLimit ?? 0
    const reached =
      horse && !hasReason(use) && limitReached({ ...horse, dayLimit }, { onDay, inWeek, dayWork: 0, weekWork: 0 })
    if (horse?.rest && !evenAtRest && restsOn(horse, use.date)) refused.push({ use, why: formatResting(horse.rest) })
    else if (reached) refused.push({ use, why: `at its limit ${reached.span}` })
    else out.push(use)
  }
  return refused
}

const hasReason = ({ overReason }: HorseUse): boolean => typeof overReason === 'string'
