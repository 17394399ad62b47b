import { t } from '#text'
import { addDays, addMonths, formatDayShort, type LocalDate, monthEnd, monthStart } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** Why a makeup exists: the school closed, the rider called off in time, or the office gave it. */
export type MakeupWhy = 'closed' | 'absence' | 'office'

export const MAKEUP_STATES = ['open', 'booked', 'used', 'expired', 'revoked'] as const
export type MakeupState = (typeof MAKEUP_STATES)[number]

/** The filters of the office's list. */
export const MAKEUP_FILTERS = ['asked', 'open', 'booked', 'expiring', 'all'] as const
export type MakeupFilter = (typeof MAKEUP_FILTERS)[number]

/** The last day of a makeup without an end. */
export const NO_END: LocalDate = '9999-12-31'

/** Rides that were booked as a makeup use it with these marks. A rider who does not come has lost it. */
export const USES = ['makeup', 'present', 'absent']

export const usesMakeup = (attendance: string | null): boolean => USES.includes(attendance ?? '')

const NOT_OPEN: Record<Exclude<MakeupState, 'open'>, () => string> = {
  booked: () => t('This makeup is booked.'),
  used: () => t('This makeup was used.'),
  expired: () => t('This makeup has expired.'),
  revoked: () => t('The office removed this makeup.'),
}

export const notOpenReason = (state: Exclude<MakeupState, 'open'>): string => NOT_OPEN[state]()

/** How a makeup stands: `m` is its row, `b` its booking and `r` the ride of that, either of which may be missing. */
export const makeupStateSql = (today: string): string =>
  `CASE WHEN m.revoked_at IS NOT NULL THEN 'revoked'
        WHEN b.id IS NOT NULL THEN CASE WHEN r.attendance IN (${USES.map((use) => `'${use}'`).join(', ')}) THEN 'used' ELSE 'booked' END
        WHEN m.valid_to < ${today} THEN 'expired' ELSE 'open' END`

/** How long a makeup for an absence is valid: to the end of the ride's month, for 30 days, or without an end. */
export const MAKEUP_HOLDS = ['month', 'days', 'always'] as const
export type MakeupHolds = (typeof MAKEUP_HOLDS)[number]
export const MAKEUP_HOLDS_LABELS: Record<MakeupHolds, string> = {
  month: 'to the end of the month',
  days: 'for 30 days',
  always: 'without an end',
}
export const DEFAULT_HOLDS: MakeupHolds = 'days'

/** Returns the last day of a makeup for a ride of that day. */
export function lastDayOf(ride: LocalDate, holds: MakeupHolds): LocalDate {
  if (holds === 'always') return NO_END
  return holds === 'month' ? monthEnd(ride) : addDays(ride, 30)
}

/** Returns the last day after a closing: a lesson in the last week of a month could not be made up in that month. */
export const lastDayOfClosed = (date: LocalDate): LocalDate => monthEnd(addMonths(monthStart(date), 1))

/** Why there is a makeup. The ride's day is undefined if the office gave it without one. */
export interface MakeupReason {
  why: MakeupWhy
  date: LocalDate | null
  time: TimeOfDay | null
  reason: string
}

/** Returns `lesson of Dec 9, 4:00 PM was canceled (snow)`. */
export function formatMakeupWhy({ why, date, time, reason }: MakeupReason): string {
  if (!date || !time) return t('given by the office ({reason})', { reason })
  const ride = `${formatDayShort(date)}, ${formatTimeOfDay(time)}`
  if (why === 'closed') return t('lesson of {ride} was canceled ({reason})', { ride, reason })
  if (why === 'absence') return t('lesson of {ride} was canceled in time', { ride })
  return t('lesson of {ride} ({reason})', { ride, reason })
}

/** Returns `Makeup: lesson of Dec 9, 4:00 PM was canceled (snow)`. */
export const formatMakeup = (makeup: MakeupReason): string => t('Makeup: {why}', { why: formatMakeupWhy(makeup) })

/** Returns `until Dec 22`; empty without an end. */
export const formatUntil = (until: LocalDate): string =>
  until === NO_END ? '' : t('until {day}', { day: formatDayShort(until) })
