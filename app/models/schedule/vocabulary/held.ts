import type { Slot } from '~/models/vocabulary/slot'
import { dayOfWeek } from '~/utils/dates'

/** A place that is held for a family to whom it was offered; weekly from its date on. */
export interface HeldPlace extends Slot {
  weekly: boolean
  /** The rider it is held for, where the office reads it. */
  name?: string
}

/** Returns the places of a lesson that are held on its date. */
export const heldAt = (held: readonly HeldPlace[], slot: Slot): HeldPlace[] =>
  held.filter(
    ({ date, time, type, weekly }) =>
      time === slot.time &&
      type === slot.type &&
      (date === slot.date || (weekly && date < slot.date && dayOfWeek(date) === dayOfWeek(slot.date))),
  )
