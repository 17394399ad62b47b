import { addDays, dayInZone, instantInZone } from '~/utils/dates'
import { type TimeOfDay, timeInZone } from '~/utils/time-of-day'

/** The hours from one time to the other, past midnight if the second is earlier. Equal times mean none. */
export interface QuietHours {
  from: TimeOfDay
  to: TimeOfDay
}

/**
 * How soon after quiet hours an event has to begin, in milliseconds, so that its notice is not delayed: it would be of
 * little use at their end.
 */
const AHEAD_MS = 3 * 60 * 60 * 1000

/** Returns when the quiet hours around an instant end in the school's time zone; null outside of them. */
function endOfQuiet(instant: Date, { from, to }: QuietHours, zone: string): Date | null {
  const [day, time] = [dayInZone(zone, instant), timeInZone(zone, instant)]
  const overMidnight = from > to
  const isQuiet = overMidnight ? time >= from || time < to : time >= from && time < to
  if (!isQuiet) return null
  const end = instantInZone(overMidnight && time >= from ? addDays(day, 1) : day, to, zone)
  // An hour that the clocks show twice may end before it began.
  return end > instant ? end : null
}

/**
 * Returns until when quiet hours delay what is written now; null if it may go out, also because the event begins before
 * their end, or less than three hours after.
 */
export function heldUntil(instant: Date, quiet: QuietHours, zone: string, begins?: Date): Date | null {
  const end = endOfQuiet(instant, quiet, zone)
  return end && begins && end.getTime() > begins.getTime() - AHEAD_MS ? null : end
}
