import { t } from '#text'
import { NO_END } from '~/models/vocabulary/makeup'
import { addDays, formatDayShort, formatWeekdayShort, instantInZone, type LocalDate } from '~/utils/dates'
import { addMinutes, formatTimeOfDay, minuteOfDay, type TimeOfDay } from '~/utils/time-of-day'

/**
 * What calling off does: it gives a makeup; the ride counts, because it is late or the package has no makeup left; it
 * counts for nothing; or it returns the makeup that the ride was booked with, or loses it.
 */
type AbsenceOutcome = 'makeup' | 'late' | 'none-left' | 'not-counted' | 'back' | 'lost'

export interface Absence {
  outcome: AbsenceOutcome
  /** The last day of the makeup. */
  until: LocalDate | null
  cutoff: { date: LocalDate; time: TimeOfDay }
}

const DAY = 24 * 60

/**
 * Returns the cutoff, in hours before a ride on the school's clock: 24 of them are the same time the day before, even
 * if clocks change in between.
 */
export function cutoffOf({ date, time }: { date: LocalDate; time: TimeOfDay }, hours: number) {
  const minute = minuteOfDay(time) - hours * 60
  const days = Math.floor(minute / DAY)
  return { date: addDays(date, days), time: addMinutes('00:00', minute - days * DAY) }
}

/** Whether it is before the cutoff: at that second it is late. */
export const isInTime = (cutoff: { date: LocalDate; time: TimeOfDay }, now: Date, zone: string): boolean =>
  now < instantInZone(cutoff.date, cutoff.time, zone)

interface AbsenceFacts {
  inTime: boolean
  isMakeup: boolean
  /** Whether the ride type is only logged: no package counts it. */
  isLoggedOnly: boolean
  makeupsLeft: number
}

export function outcomeOf({ inTime, isMakeup, isLoggedOnly, makeupsLeft }: AbsenceFacts): AbsenceOutcome {
  if (isMakeup) return inTime ? 'back' : 'lost'
  if (isLoggedOnly) return 'not-counted'
  if (!inTime) return 'late'
  return makeupsLeft > 0 ? 'makeup' : 'none-left'
}

/** Identifies the outcome that a form showed: if it has changed, the family is asked again. */
export const absenceKey = ({ outcome, until }: Pick<Absence, 'outcome' | 'until'>): string =>
  until ? `${outcome} ${until}` : outcome

const at = ({ date, time }: Absence['cutoff']) =>
  `${formatWeekdayShort(date)}, ${formatDayShort(date)}, ${formatTimeOfDay(time)}`

/**
 * Returns a sentence about the outcome, before the ride is called off. `byOffice` is whether the family can book nothing
 * for the rider itself.
 */
export function formatAbsence({ outcome, until, cutoff }: Absence, byOffice = false): string {
  const when = at(cutoff)
  const day = until && until !== NO_END ? formatDayShort(until) : null
  const books = byOffice ? ` ${t('The office books it for you.')}` : ''
  switch (outcome) {
    case 'makeup': {
      const gets = day
        ? t('You’re in time, so you get a makeup, good until {day}.', { day })
        : t('You’re in time, so you get a makeup.')
      return gets + books
    }
    case 'late':
      return t('It’s past the cutoff ({when}), so this counts as a used lesson.', { when })
    case 'none-left':
      return t('No makeups left this month, so this counts as a used lesson.')
    case 'not-counted':
      return t('This ride doesn’t count, so there’s no makeup.')
    case 'back': {
      if (byOffice) {
        const keeps = day
          ? t('You’re in time, so you keep your makeup, good until {day}.', { day })
          : t('You’re in time, so you keep your makeup.')
        return keeps + books
      }
      return day
        ? t('You’re in time, so you can book your makeup again, good until {day}.', { day })
        : t('You’re in time, so you can book your makeup again.')
    }
    case 'lost':
      return t('It’s past the cutoff ({when}), so this ride uses your makeup.', { when })
  }
}

/**
 * Returns why a family would get no makeup, for the office, which may give one all the same; null if it would, or if
 * there is none to give.
 */
export function whyNoMakeup({ outcome, cutoff }: Pick<Absence, 'outcome' | 'cutoff'>): string | null {
  if (outcome === 'none-left') return 'No makeups left this month. If the family canceled, this ride would count.'
  if (outcome !== 'late' && outcome !== 'lost') return null
  const counts = outcome === 'late' ? 'this ride would count' : 'this ride would use its makeup'
  return `It’s past the cutoff (${at(cutoff)}). If the family canceled, ${counts}.`
}
