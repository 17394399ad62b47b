import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants'
import { formatDistanceStrict } from 'date-fns/formatDistanceStrict'
import { UtcDate } from '~/utils/utc-date'

/** Formats a length of time in the largest unit that fits twice, such as `26 hours`; less than a minute is `a moment`. */
export function inWords(ms: number): string {
  if (ms < millisecondsInMinute) return 'a moment'
  return formatDistanceStrict(new UtcDate(ms), new UtcDate(0), { unit: unitOf(ms), roundingMethod: 'floor' })
}

function unitOf(ms: number) {
  if (ms < 2 * millisecondsInHour) return 'minute'
  return ms < 2 * millisecondsInDay ? 'hour' : 'day'
}
