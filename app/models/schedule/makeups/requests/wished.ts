import type { Slot } from '~/models/vocabulary/slot'
import { dayOfWeek } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'
import type { MakeupRequest } from './request'

type Wish = Pick<MakeupRequest, 'weekdays' | 'wish'>

const HOURS = /\b(after|from|before|until)\s+(\d{1,2})(?::(\d\d))?\s*([ap]\.?m\b)?/gi

/** Parses an hour. Without AM or PM, 1 to 6 are after noon: no lesson begins at night. */
function timeOf(hour: number, minute: string, half: string | undefined): TimeOfDay {
  const isAfterNoon = half ? half.toLowerCase().startsWith('p') : hour < 7
  return `${String((hour % 12) + (isAfterNoon || (!half && hour === 12) ? 12 : 0)).padStart(2, '0')}:${minute}`
}

/** Returns the hours in a sentence such as "after 4 PM"; none if they contradict each other. */
function hoursIn(wish: string): { after?: TimeOfDay; before?: TimeOfDay } {
  if (/\bnot\b|n['’]t\b/i.test(wish)) return {}
  return Object.fromEntries(
    [...wish.matchAll(HOURS)]
      .filter(([, , hour]) => Number(hour) >= 1 && Number(hour) <= 12)
      .map(([, word = '', hour, minute = '00', half]) => [
        /after|from/i.test(word) ? 'after' : 'before',
        timeOf(Number(hour), minute, half),
      ]),
  )
}

/** Whether the family named days or hours at all. */
export const saysWhen = ({ weekdays, wish }: Wish): boolean =>
  weekdays.length > 0 || Object.keys(hoursIn(wish)).length > 0

/** Whether a lesson is on a requested day and time, as far as the sentence is understood. */
export function isWished({ weekdays, wish }: Wish, { date, time }: Pick<Slot, 'date' | 'time'>): boolean {
  const { after = '00:00', before = '24:00' } = hoursIn(wish)
  return (weekdays.length === 0 || weekdays.includes(dayOfWeek(date))) && time >= after && time <= before
}
