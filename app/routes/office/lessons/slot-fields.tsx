import type { ReactNode } from 'react'
import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import type { FieldProps } from '~/components/form/field-frame'
import { SelectField } from '~/components/form/select-field'
import { LEVELS } from '~/models/places/level'
import { LENGTHS } from '~/models/schedule/slot.schema'
import { formatDayShort, formatWeekday, type LocalDate, weekDays } from '~/utils/dates'
import { formatTimeOfDay, LESSON_TIMES } from '~/utils/time-of-day'
import { ScopeChoice } from './scope-choice'

type FieldOf<Name extends string> = (name: Name) => Pick<FieldProps, 'meta'> & { autoFocus: boolean }

/** Day, time, ride type and how often: where a new lesson or ride is to stand. */
export function SlotFields({
  week,
  types,
  field,
  children,
}: {
  week: LocalDate
  types: string[]
  field: FieldOf<'date' | 'time' | 'type' | 'scope'>
  /** What stands between the ride type and how often. */
  children?: ReactNode
}) {
  return (
    <>
      <SelectField
        label="Day"
        options={weekDays(week).map((one) => ({ value: one, label: `${formatWeekday(one)}, ${formatDayShort(one)}` }))}
        {...field('date')}
      />
      <SelectField
        label="Time"
        options={[
          { value: '', label: 'Choose a time' },
          ...LESSON_TIMES.map((time) => ({ value: time, label: formatTimeOfDay(time) })),
        ]}
        {...field('time')}
      />
      <SelectField
        label="Ride type"
        options={[{ value: '', label: 'Choose a ride type' }, ...types.map((type) => ({ value: type, label: type }))]}
        {...field('type')}
      />
      {children}
      <ScopeChoice meta={field('scope').meta} />
    </>
  )
}

/** How long the lesson lasts; an imported one may keep its own length. */
export function LengthField({ present, ...field }: ReturnType<FieldOf<'duration'>> & { present?: number }) {
  const lengths = present === undefined || LENGTHS.includes(present) ? LENGTHS : [present, ...LENGTHS]
  return (
    <SelectField
      label="Length"
      options={lengths.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
      {...field}
    />
  )
}

/** How many places the lesson has and for whom it is. `ofType` is what an empty number means. */
export function PlacesFields({ field, ofType }: { field: FieldOf<'capacity' | 'level'>; ofType?: number | null }) {
  const empty = ofType === undefined ? 'the ride type’s places' : ofType === null ? 'no limit' : ofType
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field
        label="Places"
        type="number"
        inputMode="numeric"
        min={0}
        max={99}
        hint={`Leave blank for ${empty}. 0 means no limit.`}
        {...field('capacity')}
      />
      <SelectField
        label="Level"
        options={[{ value: '', label: 'Any level' }, ...LEVELS.map(({ name, label }) => ({ value: name, label }))]}
        {...field('level')}
      />
    </div>
  )
}

/** Shown once a lesson was full: the office may go beyond its places. */
export function BeyondBox({ field, label = 'Add anyway' }: { field: FieldOf<'beyond'>; label?: string }) {
  return <AskedBox meta={field('beyond').meta} label={label} />
}

/** Shown once a ride was to be marked as ridden before its lesson. */
export const AheadBox = ({ field }: { field: FieldOf<'ahead'> }) => (
  <AskedBox meta={field('ahead').meta} label="Mark it anyway" />
)

/** What a refusal asked, with a box that says yes; nothing before. */
export function AskedBox({ meta, label }: { meta: FieldProps['meta']; label: string }) {
  if (!meta?.errors) return null
  return (
    <div role="alert" className="rounded-lg border border-warn px-3 py-1">
      <p className="font-semibold">{meta.errors.join(' ')}</p>
      <Checkbox label={label} meta={meta} />
    </div>
  )
}

/** Which student. */
export function StudentField({
  students,
  field,
}: {
  students: { id: string; name: string }[]
  field: FieldOf<'riderId'>
}) {
  return (
    <SelectField
      label="Student"
      options={[
        { value: '', label: 'Choose a student' },
        ...students.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...field('riderId')}
    />
  )
}
