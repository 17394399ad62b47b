import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { addDays, formatDay, type LocalDate, toDbDate, weekStart } from '~/utils/dates'
import type { HorseRow } from './horse-lock.server'

export const REASON_FIELD = 'overReason'

/**
 * Returns the reason if the horse goes beyond a limit.
 * @throws Refused 400 if there is no such horse; 409 if it is on rest, or beyond its limit without a reason.
 */
export async function checkLimits(
  tx: Tx,
  horse: HorseRow | undefined,
  date: LocalDate,
  /** The horse's other rides that day. */
  onDay: number,
  reason: string | undefined,
): Promise<{ horse: HorseRow; overReason: string | null }> {
  if (!horse?.isActive) throw new Refused('Choose a horse', 'horseId')
  if (horse.onRest) throw new Refused(`${horse.name} is resting. Choose another horse.`, 'horseId', 409)
  const monday = weekStart(date)
  const otherDays = await tx.horseUsage.count({
    where: {
      horseId: horse.id,
      usageDate: { gte: toDbDate(monday), lte: toDbDate(addDays(monday, 6)), not: toDbDate(date) },
    },
  })
  const over = overLimit(horse, onDay, onDay + otherDays, date)
  if (over && !reason) throw new Refused(`${over} Add a reason to assign it anyway.`, REASON_FIELD, 409)
  return { horse, overReason: over ? (reason ?? null) : null }
}

function overLimit({ name, dayLimit, weekLimit }: HorseRow, onDay: number, inWeek: number, date: LocalDate) {
  const rides = (count: number) => `${count} ${count === 1 ? 'ride' : 'rides'}`
  if (dayLimit > 0 && onDay >= dayLimit) {
    return `${name} has ${rides(onDay)} on ${formatDay(date)} already (max ${dayLimit} per day).`
  }
  if (weekLimit > 0 && inWeek >= weekLimit) {
    return `${name} has ${rides(inWeek)} in that week already (max ${weekLimit} per week).`
  }
  return null
}
