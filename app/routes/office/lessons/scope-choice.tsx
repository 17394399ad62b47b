import { RadioCards } from '~/components/form/radio-cards'
import { formatDay, formatWeekday, type LocalDate } from '~/utils/dates'

/** This date only, or every week from that date on. */
export function ScopeChoice({
  date,
  defaultValue,
  errors,
}: {
  /** Where it is known already. */
  date?: LocalDate
  defaultValue?: string
  errors?: string[]
}) {
  return (
    <RadioCards
      legend="How often"
      name="scope"
      defaultValue={defaultValue}
      errors={errors}
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
