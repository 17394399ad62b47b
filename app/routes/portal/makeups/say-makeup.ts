import type { ListedMakeup } from '~/models/schedule/makeups/makeup-list.server'
import { formatMakeup, NO_END } from '~/models/vocabulary/makeup'
import { formatDay, formatWeekday } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Returns a sentence about a makeup's state for its family. */
export function formatMakeupState(makeup: ListedMakeup): string {
  const { state, until, bookedDate, bookedTime, isBookedByOffice, revokeReason } = makeup
  const day = formatDay(until)
  const ride = bookedDate
    ? `${formatWeekday(bookedDate)}, ${formatDay(bookedDate)} at ${formatTimeOfDay(bookedTime ?? '')}`
    : ''
  return {
    open: until === NO_END ? 'Book it anytime.' : `Use it by ${day}.`,
    booked: `${isBookedByOffice ? 'The office booked it' : 'Booked'} for ${ride}.`,
    used: `Used on ${ride}.`,
    expired: `It expired on ${day}.`,
    revoked: `The office removed it: ${revokeReason}`,
  }[state]
}

/** Returns why there is a makeup, and what happened to it or was requested for it. */
export function formatMakeupHistory(makeup: ListedMakeup): string {
  const asked = makeup.request?.state === 'open' ? ' Request sent.' : ''
  return `${formatMakeup(makeup)
    .replace('Makeup: ', '')
    .replace(/^./, (letter) => letter.toUpperCase())}. ${formatMakeupState(makeup)}${asked}`
}
