import type { LocalDate } from '~/utils/dates'
import type { TimeOfDay } from '~/utils/time-of-day'

/** A lesson on a day, identified as in the specification. */
export interface Slot {
  date: LocalDate
  time: TimeOfDay
  type: string
}

/** Whether two lessons on a day, or on a weekday, are the same. */
export const isSameLesson = (a: Omit<Slot, 'date'>, b: Omit<Slot, 'date'>): boolean =>
  a.time === b.time && a.type === b.type

export const slotKey = ({ date, time, type }: Slot): string => `${date} ${time} ${type}`

/** Returns the HTML ID of a lesson's row, by which a swap finds it again. */
export const slotId = (slot: Slot): string => encodeURIComponent(slotKey(slot))
