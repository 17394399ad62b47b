import type { ReactNode } from 'react'
import { type Slot, slotId } from '~/models/vocabulary/slot'
import { formatDayShort, formatWeekdayShort } from '~/utils/dates'
import { capitalized } from '~/utils/text/capitalized'
import { formatSpan, formatTimeOfDay } from '~/utils/time-of-day'

/** A lesson in a list to choose from: when it takes place, its type, and on the right what can be done. */
export function LessonRow({
  id,
  lesson,
  dated = false,
  details,
  below,
  children,
}: {
  /** The row's own ID; otherwise that of the lesson. */
  id?: string
  lesson: Slot & { duration: number }
  /** Whether it shows its date, because it is not listed under its day. */
  dated?: boolean
  details: (string | null | false)[]
  /** Shown instead of the details, or on its own lines below. */
  below?: ReactNode
  children?: ReactNode
}) {
  const { date, time, duration } = lesson
  const said = details.filter(Boolean)
  return (
    <li id={id ?? slotId(lesson)} className="lesson-row">
      <div className="min-w-0">
        <p className="num font-semibold">
          {dated
            ? `${capitalized(formatWeekdayShort(date))}, ${formatDayShort(date)}, ${formatTimeOfDay(time)}`
            : formatSpan(time, duration)}
        </p>
        {said.length ? <p className="text-sm text-muted">{said.join(' · ')}</p> : null}
        {below}
      </div>
      {children}
    </li>
  )
}
