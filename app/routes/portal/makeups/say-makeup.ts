import { t } from '#text'
import type { ListedMakeup } from '~/models/schedule/makeups/makeup-list.server'
import { formatMakeupWhy, NO_END } from '~/models/vocabulary/makeup'
import { formatDay, formatWeekday } from '~/utils/dates'
import { capitalized } from '~/utils/text/capitalized'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Returns a sentence about a makeup's state for its family. */
export function formatMakeupState(makeup: ListedMakeup): string {
  const { state, until, bookedDate, bookedTime, isBookedByOffice, revokeReason } = makeup
  const day = formatDay(until)
  const ride = bookedDate
    ? t('{day} at {time}', {
        day: `${formatWeekday(bookedDate)}, ${formatDay(bookedDate)}`,
        time: formatTimeOfDay(bookedTime ?? ''),
      })
    : ''
  switch (state) {
    case 'open':
      return until === NO_END ? t('Book it anytime.') : t('Use it by {day}.', { day })
    case 'booked':
      return isBookedByOffice ? t('The office booked it for {ride}.', { ride }) : t('Booked for {ride}.', { ride })
    case 'used':
      return t('Used on {ride}.', { ride })
    case 'expired':
      return t('It expired on {day}.', { day })
    case 'revoked':
      return t('The office removed it: {reason}', { reason: revokeReason ?? '' })
  }
}

/** Returns why there is a makeup, and what happened to it or was requested for it. */
export function formatMakeupHistory(makeup: ListedMakeup): string {
  const asked = makeup.request?.state === 'open' ? ` ${t('Request sent.')}` : ''
  return `${capitalized(formatMakeupWhy(makeup))}. ${formatMakeupState(makeup)}${asked}`
}
