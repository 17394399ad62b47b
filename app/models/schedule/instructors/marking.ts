import { officeLabel } from '~/models/vocabulary/attendance'
import { RODE } from '~/models/vocabulary/away'
import { addDays, formatDayShort, formatWeekday, type LocalDate } from '~/utils/dates'

/** A mark of an instructor. */
export interface TaughtMark {
  /** Of the ride. */
  date: LocalDate
  was: string
  attendance: string
  /** The day on which it is made. */
  on: LocalDate
}

/** Why an instructor may not record this, as a sentence; null if they may. `days` is how long they may after the ride's day. */
export function whyNotMark({ date, was, attendance, on }: TaughtMark, days: number): string | null {
  if (attendance === 'reschedule') return 'Only the office reschedules a ride, because it reserves a makeup.'
  // Who rode after all was there; any other mark would take the rider's makeup.
  if (was === 'reschedule' && !RODE.includes(attendance)) {
    return `This ride is ${officeLabel(was).toLowerCase()}, and its makeup is reserved. Only the office changes that.`
  }
  if (date > on) return `You can mark this ride from ${formatWeekday(date)}, ${formatDayShort(date)}, on.`
  if (addDays(date, days) >= on) return null
  const long = days === 0 ? 'on its day only' : `on its day and for ${days} ${days === 1 ? 'day' : 'days'} after it`
  return `Instructors can mark a ride ${long}. Please tell the office.`
}
