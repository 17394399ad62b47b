import type { FieldMeta } from '~/components/form/field-frame'
import { RadioCards } from '~/components/form/radio-cards'
import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'

/** This date only, or every week from that date on. */
export function ScopeChoice({
  date,
  meta,
  legend = 'How often',
}: {
  /** Absent if it is still to be chosen. */
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
