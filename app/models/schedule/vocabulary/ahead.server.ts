import type { Attendance } from '~/models/vocabulary/attendance'
import { RODE } from '~/models/vocabulary/away'
import type { Slot } from '~/models/vocabulary/slot'
import { now, schoolNow } from '~/platform/clock.server'
import { getEnv } from '~/platform/env.server'
import { Refused } from '~/platform/refused'
import { formatDayShort, formatWeekday, instantInZone } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'
import type { Toast } from '~/utils/toast'

/** The name of the box that confirms a mark before the lesson. */
export const AHEAD_FIELD = 'ahead'

/** How long before a lesson a rider may be marked without a question, in milliseconds: riders arrive while the horses are saddled. */
const SADDLING_MS = 30 * 60_000

type When = Pick<Slot, 'date' | 'time'>

/** Whether a lesson has not begun. */
export function isToCome({ date, time }: When): boolean {
  const clock = schoolNow()
  return date > clock.date || (date === clock.date && time > clock.time)
}

/** Returns the question before a ride is marked as ridden; null from half an hour before its lesson on. */
export function askedAhead({ date, time }: When): string | null {
  if (now().getTime() >= instantInZone(date, time, getEnv().schoolTimezone).getTime() - SADDLING_MS) return null
  const day = `${formatWeekday(date)}, ${formatDayShort(date)}`
  return `This lesson begins on ${day}, at ${formatTimeOfDay(time)}. The family sees at once that the ride was ridden.`
}

/** Returns the message instead of marking all riders of a lesson that has not begun; null once they may be marked. */
export function askedForAll(lesson: When): Pick<Toast, 'type' | 'title' | 'description'> | null {
  const asked = askedAhead(lesson)
  return asked === null
    ? null
    : { type: 'info', title: 'Nothing recorded yet', description: `${asked} To mark one anyway, tap ✓.` }
}

/**
 * Returns the question before a ride gets this mark: whether it was ridden, if nobody can have ridden it yet. An absence
 * is usually marked ahead, without a question. Null if there is none.
 */
export const askedOfMark = (lesson: When, attendance: Attendance): string | null =>
  RODE.includes(attendance) ? askedAhead(lesson) : null

/**
 * Asks before a ride is marked as ridden that nobody can have ridden yet.
 * @throws Refused 409 at `AHEAD_FIELD`
 */
export function askAhead(lesson: When, attendance: Attendance): void {
  const asked = askedOfMark(lesson, attendance)
  if (asked) throw new Refused('confirm_again', asked, AHEAD_FIELD)
}
