import { isSameLesson, type Slot } from '~/models/vocabulary/slot'
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
    (place) =>
      isSameLesson(place, slot) &&
      (place.date === slot.date ||
        (place.weekly && place.date < slot.date && dayOfWeek(place.date) === dayOfWeek(slot.date))),
  )
