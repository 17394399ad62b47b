import { type MakeupReason, usesMakeup } from '~/models/vocabulary/makeup'
import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** A makeup with the ride that it is booked for, as months count it. */
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
  /** The mark of the ride that it is booked for. */
  attendance: string | null
}

/** Makeups of a month besides what its packages give. */
interface MonthMakeups {
  /** Makeups that may be ridden in it, and that no package of it gives. */
  added: MakeupOf[]
  /** Makeups of its packages that are ridden in another month, or were withdrawn. */
  taken: MakeupOf[]
  /** Makeups for its rescheduled rides, not ridden yet. */
  reserved: number
}

/**
 * Assigns makeups to months. A makeup for an absence is one of the package of the missed ride's month. Ridden in
 * another month, it is allowed there and no longer in its own; until it is booked, it is allowed in every month in
 * which it can be. A makeup given in addition to the package is allowed in every month in which it can be ridden, and
 * once it is booked only in that one.
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
