import { addDays, formatDayShort, formatWeekdayShort, instantInZone, type LocalDate } from '~/utils/dates'
import { addMinutes, formatTimeOfDay, minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { NO_END } from './makeup'

/**
 * What telling that a rider cannot come does: it gives a makeup; the ride counts, because it is late or the package has no makeup left; it
 * counts for nothing; or it gives the makeup back that the ride was booked by, or loses it.
 */
type AbsenceOutcome = 'makeup' | 'late' | 'none-left' | 'not-counted' | 'back' | 'lost'

export interface Absence {
  outcome: AbsenceOutcome
  /** The last day of the makeup. */
  until: LocalDate | null
  cutoff: { date: LocalDate; time: TimeOfDay }
}

const DAY = 24 * 60

/** Hours before a ride on the school's clock: 24 of them are the same time the day before, also when clocks change in between. */
export function cutoffOf({ date, time }: { date: LocalDate; time: TimeOfDay }, hours: number) {
  const minute = minuteOfDay(time) - hours * 60
  const days = Math.floor(minute / DAY)
  return { date: addDays(date, days), time: addMinutes('00:00', minute - days * DAY) }
}

/** At the second of the cut-off it is late. */
export const isInTime = (cutoff: { date: LocalDate; time: TimeOfDay }, now: Date, zone: string): boolean =>
  now < instantInZone(cutoff.date, cutoff.time, zone)

interface AbsenceFacts {
  inTime: boolean
  isMakeup: boolean
  /** Of its ride type: no package counts it. */
  isLoggedOnly: boolean
  makeupsLeft: number
}

export function outcomeOf({ inTime, isMakeup, isLoggedOnly, makeupsLeft }: AbsenceFacts): AbsenceOutcome {
  if (isMakeup) return inTime ? 'back' : 'lost'
  if (isLoggedOnly) return 'not-counted'
  if (!inTime) return 'late'
  return makeupsLeft > 0 ? 'makeup' : 'none-left'
}

/** What a form showed: another one is asked about again. */
export const absenceKey = ({ outcome, until }: Pick<Absence, 'outcome' | 'until'>): string =>
  until ? `${outcome} ${until}` : outcome

const till = (until: LocalDate | null) => (!until || until === NO_END ? '' : `, good until ${formatDayShort(until)}`)

const at = ({ date, time }: Absence['cutoff']) =>
  `${formatWeekdayShort(date)}, ${formatDayShort(date)}, ${formatTimeOfDay(time)}`

/** A sentence, before it is told. */
export function formatAbsence({ outcome, until, cutoff }: Absence): string {
  const when = at(cutoff)
  return {
    makeup: `You’re in time, so you get a makeup${till(until)}.`,
    late: `It’s past the cut-off (${when}), so this ride counts.`,
    'none-left': 'No makeups left this month, so this ride counts.',
    'not-counted': 'This ride isn’t counted, so there’s nothing to make up.',
    back: `You’re in time, so you can book your makeup again${till(until)}.`,
    lost: `It’s past the cut-off (${when}), so this ride uses your makeup.`,
  }[outcome]
}

/** What keeps a family from a makeup, said to the office, which may give one all the same; null if nothing does, or none is at stake. */
export function whyNoMakeup({ outcome, cutoff }: Pick<Absence, 'outcome' | 'cutoff'>): string | null {
  if (outcome === 'none-left') return 'No makeups left this month. If the family canceled, this ride would count.'
  if (outcome !== 'late' && outcome !== 'lost') return null
  const counts = outcome === 'late' ? 'this ride would count' : 'this ride would use its makeup'
  return `It’s past the cut-off (${at(cutoff)}). If the family canceled, ${counts}.`
}
