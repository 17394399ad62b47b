import type { Slot } from '~/models/vocabulary/slot'
import { formatDay, formatWeekday } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Returns `4:00 PM on Nov 24, 2026`. */
export const atTime = ({ date, time }: Pick<Slot, 'date' | 'time'>): string =>
  `${formatTimeOfDay(time)} on ${formatDay(date)}`

/** Returns `4:00 PM on Tuesdays`. */
export const atTimeWeekly = ({ date, time }: Pick<Slot, 'date' | 'time'>): string =>
  `${formatTimeOfDay(time)} on ${formatWeekday(date)}s`
