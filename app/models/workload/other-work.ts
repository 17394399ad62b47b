import { overlaps } from '~/models/schedule/overlap'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'

/** What a horse does beside the rides of the school's riders, such as lunging or a ride by staff. */
export interface OtherWork {
  time: TimeOfDay
  /** Minutes. */
  duration: number
  kind: string
}

/** What the office is offered to say; it may say anything else. */
export const KINDS: readonly string[] = ['Lunging', 'Schooling ride', 'Hack by staff', 'Show', 'Groundwork']

/** `Lunging at 9:00 AM` */
export const formatOtherWork = ({ kind, time }: OtherWork): string => `${kind} at ${formatTimeOfDay(time)}`

/** The work that keeps a horse from a ride. */
export const workDuring = <Row extends OtherWork>(
  ride: { time: TimeOfDay; duration: number },
  work: readonly Row[],
): Row | undefined => work.find((one) => overlaps(one, ride))

/** Of a count of outings: other work counts as a ride does, and is told. */
export const formatOtherWorkIncluded = (work: number): string => (work > 0 ? ', other work among them' : '')
