import type { Added } from '~/models/schedule/lessons/decide/rider'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import type { Slot } from '~/models/vocabulary/slot'
import type { Told } from '~/services/mail/day-closed-mail.server'
import { formatDay } from '~/utils/dates'

/** Returns what the office should know about an added rider or lesson: days that stay off, and who is not restored. */
export function formatAdded({ aloneOn, offOn }: Omit<Added, 'book'>, what?: string): string | undefined {
  const alone = aloneOn && `The lesson on ${formatDay(aloneOn)} was canceled, so only this student is scheduled`
  const off = offOn.length > 0 ? `Still canceled on ${offOn.map(formatDay).join(', ')}` : undefined
  return [what, alone, off].filter(Boolean).join('. ') || undefined
}

/** Returns a note about days that had been moved from a lesson that ended, and stay. */
export function formatMoved(what: string, moved: readonly Slot[]): string {
  return moved.length === 0 ? what : `${what}. Also moved: ${moved.map(atTime).join(', ')}`
}

/** Returns whose family no email reaches, so that the office calls; undefined if there are none. */
export const formatToCall = (names: readonly string[]): string | undefined =>
  names.length > 0 ? `No email on file: ${names.join(', ')}` : undefined

/** Returns who was notified of a closed day; undefined if nobody was. */
export function formatNotified({ told, withdrawn, unreached }: Told): string | undefined {
  const mails = (count: number) => (count === 1 ? '1 email' : `${count} emails`)
  const parts = [
    withdrawn > 0 && `${mails(withdrawn)} not sent after all`,
    told > 0 && `${mails(told)} to families`,
    formatToCall(unreached),
  ]
  return parts.filter(Boolean).join('. ') || undefined
}
