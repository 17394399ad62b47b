import { type MakeupReason, usesMakeup } from '~/models/makeups/makeup'
import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** A makeup with the ride that it is booked into, as months count it. */
export interface MakeupOf extends MakeupReason {
  id: number
  /** The ride type that it is for. */
  type: string
  from: LocalDate
  until: LocalDate
  revoked: boolean
  bookedDate: LocalDate | null
  bookedTime: TimeOfDay | null
  bookedType: string | null
  /** Of the ride that it is booked into. */
  attendance: string | null
}

/** Makeups of a month beside what its packages give. */
interface MonthMakeups {
  /** They may be ridden in it, and no package of it gives them. */
  added: MakeupOf[]
  /** Its packages gave them, and they are ridden in another month, or the office took them back. */
  taken: MakeupOf[]
  /** For its rescheduled rides, not ridden yet. */
  reserved: number
}

/**
 * A makeup for an absence is one of the package of the missed ride's month. Ridden in another month, it is allowed there and no more at
 * home; until it is booked, it is allowed in every month in which it can be. One that was given beside the package is allowed in every month
 * in which it can be ridden, and once it is booked in that month alone.
 */
export function makeupsOfMonth(
  makeups: readonly MakeupOf[],
  { from, to }: { from: LocalDate; to: LocalDate },
): MonthMakeups {
  const isIn = (day: LocalDate | null) => day !== null && day >= from && day <= to
  const month: MonthMakeups = { added: [], taken: [], reserved: 0 }
  for (const makeup of makeups) {
    const { why, revoked, bookedDate, attendance } = makeup
    const isHome = why === 'absence' && isIn(makeup.date)
    if (isHome && !revoked && !(bookedDate && usesMakeup(attendance))) month.reserved++
    if (isHome) {
      if (revoked || (bookedDate && !isIn(bookedDate))) month.taken.push(makeup)
    } else if (!revoked && (bookedDate ? isIn(bookedDate) : makeup.from <= to && makeup.until >= from)) {
      month.added.push(makeup)
    }
  }
  month.added.sort(byEnd)
  return month
}

const byEnd = (a: MakeupOf, b: MakeupOf) => a.until.localeCompare(b.until) || a.id - b.id

/** Whether an added makeup counts in that month for the first time. */
export const isAddedAnew = (makeup: MakeupOf, from: LocalDate): boolean =>
  makeup.bookedDate !== null || (makeup.why !== 'absence' && makeup.from >= from)
