const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

/** A length of time in the largest unit that fits twice, such as `26 hours`; less than a minute is `a moment`. */
export function inWords(ms: number): string {
  if (ms < MINUTE) return 'a moment'
  if (ms < 2 * HOUR) return counted(Math.floor(ms / MINUTE), 'minute')
  if (ms < 2 * DAY) return counted(Math.floor(ms / HOUR), 'hour')
  return counted(Math.floor(ms / DAY), 'day')
}
