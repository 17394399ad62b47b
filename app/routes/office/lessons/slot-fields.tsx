import type { formState } from '~/components/form/form-state'
import { SelectField } from '~/components/form/select-field'
import { formatDayShort, formatWeekday, type LocalDate, weekDays } from '~/utils/dates'
import { formatTimeOfDay, LESSON_TIMES } from '~/utils/time-of-day'
import { ScopeChoice } from './scope-choice'

type FieldOf = ReturnType<typeof formState>['fieldOf']

/** Day, time, ride type and how often: where a new lesson or ride is to stand. */
export function SlotFields({
  week,
  day,
  types,
  fieldOf,
  scope,
}: {
  week: LocalDate
  day: LocalDate
  types: string[]
  fieldOf: FieldOf
  /** What is chosen before anybody chooses. */
  scope?: string
}) {
  const date = fieldOf('date')
  const { defaultValue = scope, errors } = fieldOf('scope')
  return (
    <>
      <SelectField
        label="Day"
        options={weekDays(week).map((one) => ({ value: one, label: `${formatWeekday(one)}, ${formatDayShort(one)}` }))}
        {...date}
        defaultValue={date.defaultValue ?? day}
      />
      <SelectField
        label="Time"
        options={[
          { value: '', label: 'Choose a time' },
          ...LESSON_TIMES.map((time) => ({ value: time, label: formatTimeOfDay(time) })),
        ]}
        {...fieldOf('time')}
      />
      <SelectField
        label="Ride type"
        options={[{ value: '', label: 'Choose a ride type' }, ...types.map((type) => ({ value: type, label: type }))]}
        {...fieldOf('type')}
      />
      <ScopeChoice defaultValue={defaultValue} errors={errors} />
    </>
  )
}

/** Which student. */
export function StudentField({
  students,
  chosen,
  fieldOf,
}: {
  students: { id: string; name: string }[]
  chosen?: string
  fieldOf: FieldOf
}) {
  const field = fieldOf('riderId')
  return (
    <SelectField
      label="Student"
      options={[
        { value: '', label: 'Choose a student' },
        ...students.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...field}
      defaultValue={field.defaultValue ?? chosen}
    />
  )
}
