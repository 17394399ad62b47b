import type { HorseRow } from '~/models/schedule/snapshot/horse-lock.server'
import { formatOtherWork, formatOtherWorkIncluded, workDuring } from '~/models/schedule/vocabulary/other-work'
import { overlaps } from '~/models/schedule/vocabulary/overlap'
import { restsOn } from '~/models/schedule/vocabulary/rest'
import { otherWorkIn } from '~/models/schedule/workload/other-work-rows.server'
import { Refused } from '~/platform/refused'
import type { Tx } from '~/platform/tx.server'
import { addDays, formatDay, type LocalDate, toDbDate, weekStart } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import { sayGap } from './limit-reached'

export const REASON_FIELD = 'overReason'

interface Span {
  time: TimeOfDay
  duration: number
}

/**
 * Returns the reason if the horse goes beyond a limit, toward which other work counts as a ride does.
 * @throws Refused 400 if there is no such horse; 409 if it is on rest, at other work then, or beyond a limit without a reason.
 */
export async function checkLimits(
  tx: Tx,
  horse: HorseRow | undefined,
  /** `others` are the horse's other rides that day. */
  { others, ...ride }: Span & { date: LocalDate; others: readonly Span[] },
  reason: string | undefined,
): Promise<{ horse: HorseRow; overReason: string | null }> {
  if (!horse?.isActive) throw new Refused('invalid', 'Choose a horse', 'horseId')
  const { date } = ride
  if (restsOn(horse, date))
    throw new Refused('horse_unavailable', `${horse.name} is resting. Choose another horse.`, 'horseId')
  const monday = weekStart(date)
  const work = await otherWorkIn({ from: monday, to: addDays(monday, 6) }, horse.id, tx)
  const workOnDay = work.filter((one) => one.date === date)
  const during = workDuring(ride, workOnDay)
  if (during)
    throw new Refused(
      'horse_unavailable',
      `${horse.name} has ${formatOtherWork(during)} on ${formatDay(date)}`,
      'horseId',
    )
  const otherDays = await tx.horseUsage.count({
    where: {
      horseId: horse.id,
      usageDate: { gte: toDbDate(monday), lte: toDbDate(addDays(monday, 6)), not: toDbDate(date) },
    },
  })
  const day = { outings: others.length + workOnDay.length, work: workOnDay.length }
  const week = { outings: others.length + otherDays + work.length, work: work.length }
  // At the same time it is busy, which is said with whom.
  const near = [...others, ...workOnDay].some(
    (other) => overlaps(other, ride, horse.gapMinutes) && !overlaps(other, ride),
  )
  const over = overLimit(horse, day, week, date) ?? (near ? `${horse.name} is ${sayGap(horse)}.` : null)
  if (over && !reason)
    throw new Refused('horse_limit', `${over} Add a reason to assign this horse anyway.`, REASON_FIELD)
  return { horse, overReason: over ? (reason ?? null) : null }
}

interface Counted {
  outings: number
  /** How many of them are other work. */
  work: number
}

function overLimit({ name, dayLimit, weekLimit }: HorseRow, day: Counted, week: Counted, date: LocalDate) {
  const said = ({ outings, work }: Counted, span: string) =>
    `${name} has ${outings} ${outings === 1 ? 'ride' : 'rides'} ${span} already${formatOtherWorkIncluded(work)}`
  if (dayLimit > 0 && day.outings >= dayLimit) {
    return `${said(day, `on ${formatDay(date)}`)} (max ${dayLimit} per day).`
  }
  if (weekLimit > 0 && week.outings >= weekLimit) return `${said(week, 'in that week')} (max ${weekLimit} per week).`
  return null
}
