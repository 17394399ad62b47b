import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { overlaps } from './overlap'

/** What a horse does beside the rides of the school's riders, such as lunging or a ride by staff. */
export interface OtherWork {
  time: TimeOfDay
  /** The length in minutes. */
  duration: number
  kind: string
}

/** Suggestions; any other text is possible. */
export const KINDS: readonly string[] = ['Lunging', 'Schooling ride', 'Hack by staff', 'Show', 'Groundwork']

/** Returns `Lunging at 9:00 AM`. */
export const formatOtherWork = ({ kind, time }: OtherWork): string => `${kind} at ${formatTimeOfDay(time)}`

/** Returns the work that keeps a horse from a ride. */
export const workDuring = <Row extends OtherWork>(
  ride: { time: TimeOfDay; duration: number },
  work: readonly Row[],
): Row | undefined => work.find((one) => overlaps(one, ride))

/** Returns a note for a count of outings, if it includes other work, which counts like a ride. */
export const formatOtherWorkIncluded = (work: number): string => (work > 0 ? ', other work among them' : '')
