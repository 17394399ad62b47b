import type { FieldMeta } from '~/components/form/field-frame'
import { RadioCards } from '~/components/form/radio-cards'
import { atTime } from '~/models/schedule/vocabulary/slot-words'
import type { Slot } from '~/models/vocabulary/slot'
import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'

/** Chooses between this date only, and every week from that date on. */
export function ScopeChoice({
  date,
  meta,
  legend = 'How often',
}: {
  /** Undefined if it is still to be chosen. */
  date?: LocalDate
  meta: FieldMeta | undefined
  legend?: string
}) {
  return (
    <RadioCards
      legend={legend}
      meta={meta}
      columns={2}
      choices={[
        { value: 'one-time', label: 'This date only', description: date && formatDay(date) },
        {
          value: 'weekly',
          label: 'Every week',
          description: date && `${formatWeekday(date)}s from ${formatDay(date)}`,
        },
      ]}
    />
  )
}

/**
 * Days that were moved from a lesson individually: leaving the lesson for good leaves them too, unless the box is
 * unchecked.
 */
export function MovedDays({ moved }: { moved: readonly Slot[] }) {
  if (moved.length === 0) return null
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" name="withMoved" defaultChecked className="size-5 flex-none" />
      <span>Every week: also remove the days that were moved, {[...new Set(moved.map(atTime))].join(', ')}</span>
    </label>
  )
}
