import { addDays, dayInZone, instantInZone } from '~/utils/dates'
import { type TimeOfDay, timeInZone } from '~/utils/time-of-day'

/** From one time to the other, past midnight if the second is earlier. Equal times are no quiet hours. */
export interface QuietHours {
  from: TimeOfDay
  to: TimeOfDay
}

/** A notice about something that begins so soon after quiet hours is of little use at their end. */
const AHEAD_MS = 3 * 60 * 60 * 1000

/** When the quiet hours around an instant end in the school's zone. Null outside of them. */
function endOfQuiet(instant: Date, { from, to }: QuietHours, zone: string): Date | null {
  const [day, time] = [dayInZone(zone, instant), timeInZone(zone, instant)]
  const overMidnight = from > to
  const isQuiet = overMidnight ? time >= from || time < to : time >= from && time < to
  if (!isQuiet) return null
  const end = instantInZone(overMidnight && time >= from ? addDays(day, 1) : day, to, zone)
  // An hour that the clocks show twice may end before it began.
  return end > instant ? end : null
}

/** How long quiet hours hold what is written now. Null if it may go out: if it concerns something that begins before their end, or less than three hours after, too. */
export function heldUntil(instant: Date, quiet: QuietHours, zone: string, begins?: Date): Date | null {
  const end = endOfQuiet(instant, quiet, zone)
  return end && begins && end.getTime() > begins.getTime() - AHEAD_MS ? null : end
}
