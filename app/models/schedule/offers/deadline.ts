import { heldUntil, type QuietHours } from '~/models/notices/quiet-hours'
import type { Slot } from '~/models/vocabulary/slot'
import { instantInZone } from '~/utils/dates'

/** The hours to answer an offered place, unless the school has set its own. */
export const OFFER_HOURS = 12

const HOUR_MS = 60 * 60 * 1000
const LAST_MS = 2 * HOUR_MS
const SHORTEST_MS = 15 * 60 * 1000

interface Terms {
  hours: number | null
  quiet: QuietHours
  zone: string
}

/**
 * Returns until when an offer that is made now can be answered: the school's hours from when the email goes out, or the
 * end of quiet hours if they end within them, and never later than two hours before the lesson. Null if that is too
 * soon for an offer.
 */
export function deadlineOf(slot: Slot, now: Date, { hours, quiet, zone }: Terms): Date | null {
  const begins = instantInZone(slot.date, slot.time, zone)
  const told = heldUntil(now, quiet, zone, begins) ?? now
  const after = new Date(told.getTime() + (hours ?? OFFER_HOURS) * HOUR_MS)
  // Nobody has to answer at night.
  const asked = (heldUntil(after, quiet, zone) ?? after).getTime()
  const deadline = Math.min(asked, begins.getTime() - LAST_MS)
  return deadline - told.getTime() < SHORTEST_MS ? null : new Date(deadline)
}
