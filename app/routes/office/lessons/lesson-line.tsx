import type { Slot } from '~/models/vocabulary/slot'
import { formatDay, formatWeekday } from '~/utils/dates'
import { formatTimeOfDay } from '~/utils/time-of-day'

/** Which lesson a dialog is about. */
export function LessonLine({ date, time, type }: Slot) {
  return (
    <p className="mb-4 text-muted">
      <strong className="text-ink">
        {formatTimeOfDay(time)} {type}
      </strong>
      , {formatWeekday(date)}, {formatDay(date)}
    </p>
  )
}
