import { t } from '#text'
import type { Slot } from '~/models/vocabulary/slot'
import { formatDay, formatWeekday } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Returns `Tuesdays` for `Tuesday`. */
export const everyWeekday = (weekday: string): string => t('{weekday}s', { weekday })

/** Returns `4:00 PM on Nov 24, 2026`. */
export const atTime = ({ date, time }: Pick<Slot, 'date' | 'time'>): string =>
  t('{time} on {day}', { time: formatTimeOfDay(time), day: formatDay(date) })

/** Returns `4:00 PM on Tuesdays`. */
export const atTimeWeekly = ({ date, time }: Pick<Slot, 'date' | 'time'>): string =>
  t('{time} on {day}', { time: formatTimeOfDay(time), day: everyWeekday(formatWeekday(date)) })
