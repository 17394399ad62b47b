import type { Slot } from '~/models/schedule/slot'
import { atTime } from '~/models/schedule/slot-words'

/** Days that were moved from a lesson by themselves: leaving it for good leaves them too, unless the box is cleared. */
export function MovedDays({ moved }: { moved: readonly Slot[] }) {
  if (moved.length === 0) return null
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name="withMoved" defaultChecked className="size-5 flex-none" />
      <span>Every week: also remove the days that were moved, {[...new Set(moved.map(atTime))].join(', ')}</span>
    </label>
  )
}
