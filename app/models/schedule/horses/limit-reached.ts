import { formatOtherWorkIncluded } from '~/models/schedule/vocabulary/other-work'

/** Rides and other work of a horse. Other work counts as a ride. */
export interface Outings {
  onDay: number
  /** From Monday to Sunday. */
  inWeek: number
  /** How many of them are other work. */
  dayWork: number
  weekWork: number
}

export interface Reached {
  kind: 'limit'
  limit: number
  outings: number
  work: number
  span: 'that day' | 'that week'
}

/** The limit at which a horse goes out no more; null if it may. 0 is no limit. */
export function limitReached(
  { dayLimit, weekLimit }: { dayLimit: number; weekLimit: number },
  { onDay, inWeek, dayWork, weekWork }: Outings,
): Reached | null {
  if (dayLimit > 0 && onDay >= dayLimit) {
    return { kind: 'limit', limit: dayLimit, outings: onDay, work: dayWork, span: 'that day' }
  }
  if (weekLimit > 0 && inWeek >= weekLimit) {
    return { kind: 'limit', limit: weekLimit, outings: inWeek, work: weekWork, span: 'that week' }
  }
  return null
}

/** `within 30 minutes of another outing` */
export const sayGap = ({ gapMinutes }: { gapMinutes: number }): string =>
  `within ${gapMinutes} minutes of another outing`

/** `4 rides that day (limit 3)` */
export const formatOverLimit = ({ outings, span, work, limit }: Reached): string =>
  `${outings} rides ${span}${formatOtherWorkIncluded(work)} (limit ${limit})`
