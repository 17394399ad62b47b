import { isLocalDate, type LocalDate, weekStart } from '~/utils/dates'

export interface ShownWeek {
  /** The week's Monday. */
  week: LocalDate
  day: LocalDate
}

/** Parses a day; null if it does not exist. */
export const dayOf = (text: string | null | undefined): LocalDate | null => (text && isLocalDate(text) ? text : null)

/**
 * Returns the week and day to show. A dialog's address names its lesson's day. The day is always in the week: the
 * requested one, otherwise today, otherwise Monday.
 */
export function shownWeek(query: URLSearchParams, lessonDay: string | undefined, today: LocalDate): ShownWeek {
  const asked = dayOf(query.get('day')) ?? dayOf(lessonDay)
  const named = dayOf(query.get('week'))
  const week = weekStart(named ?? asked ?? today)
  const inWeek = [asked, named !== week ? named : null, today].find((day) => day && weekStart(day) === week)
  return { week, day: inWeek ?? week }
}
