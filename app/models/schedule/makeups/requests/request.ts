import { everyWeekday } from '~/models/schedule/vocabulary/slot-words'
import { weekdayName } from '~/utils/dates'
import { capitalized } from '~/utils/text/capitalized'

/** `closed`: nobody answered, and its makeup was booked, used, withdrawn or has expired. */
export type RequestState = 'open' | 'declined' | 'withdrawn' | 'closed'

/** A family's request for a makeup time. */
export interface MakeupRequest {
  id: number
  /** The wanted weekdays; 0 is Sunday. */
  weekdays: number[]
  wish: string
  askedAt: string
  state: RequestState
  /** The office's message when it declined. */
  answer: string | null
}

/** The weekdays from Monday on, as people read a week. */
export const weekdays = (): { day: number; name: string }[] =>
  [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, name: weekdayName(day) }))

/** Returns the state as SQL: `q` is the request's row, `makeup` the state of its makeup. */
export const requestStateSql = (makeup: string): string =>
  `CASE WHEN q.outcome IS NOT NULL THEN q.outcome WHEN ${makeup} = 'open' THEN 'open' ELSE 'closed' END`

/** Returns `Mondays, Fridays: after 4 PM`. */
export function formatWish({ weekdays: wanted, wish }: Pick<MakeupRequest, 'weekdays' | 'wish'>): string {
  const days = weekdays()
    .filter(({ day }) => wanted.includes(day))
    .map(({ name }) => everyWeekday(name))
  return [capitalized(days.join(', ')), wish].filter(Boolean).join(': ')
}
