import { horseIdField } from '~/models/schedule/vocabulary/horse.schema'
import { addDays, isLocalDate, type LocalDate, monthStart } from '~/utils/dates'
import { withoutTime } from '~/utils/fields'

/** The most days of a record on one screen; a file may have more. */
const MAX_DAYS = 366
/** The most days of all horses' records with each of their rides. */
export const MAX_DAYS_OF_ALL = 31

interface Asked {
  from: LocalDate
  to: LocalDate
  horse?: number
}

/**
 * Reads `?from=`, `?to=` and `?horse=`. By default, and for an invalid range, this month up to today and all horses; a
 * range that is too long for a screen begins later.
 */
export function readWorkload(query: URLSearchParams, today: LocalDate, mostDays = MAX_DAYS): Asked {
  const horse = horseIdField.safeParse(query.get('horse') || undefined).data
  const [from, to] = [withoutTime(query.get('from') ?? ''), withoutTime(query.get('to') ?? '')]
  if (!isLocalDate(from) || !isLocalDate(to) || from > to) return { from: monthStart(today), to: today, horse }
  const earliest = addDays(to, 1 - mostDays)
  return { from: from < earliest ? earliest : from, to, horse }
}
