import { formatDayShort, type LocalDate } from '~/utils/dates'

/** When a horse rests, and why. */
export type Rest = {
  /** Null is since ever. */
  from: LocalDate | null
  /** The last day of it; null is for good. */
  until: LocalDate | null
  reason: string | null
}

/** Whether a horse rests on a day. The database's own answer is `horse_rests`. */
export const restsOn = ({ rest }: { rest: Rest | null }, day: LocalDate): boolean =>
  rest !== null && (rest.from === null || rest.from <= day) && (rest.until === null || day <= rest.until)

/** `resting through Dec 5: abscess` */
export const formatResting = ({ until, reason }: Rest): string =>
  `resting${until ? ` through ${formatDayShort(until)}` : ''}${reason ? `: ${reason}` : ''}`

/** `Resting from Nov 26 through Dec 5: abscess`; null once it is over. */
export function formatRest(rest: Rest | null, today: LocalDate): string | null {
  if (!rest || (rest.until !== null && rest.until < today)) return null
  if (rest.from === null || rest.from <= today) return `R${formatResting(rest).slice(1)}`
  return `Resting from ${formatDayShort(rest.from)}${formatResting(rest).slice('resting'.length)}`
}
