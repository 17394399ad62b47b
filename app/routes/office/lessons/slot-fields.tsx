import type { ReactNode } from 'react'
import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import type { FieldProps } from '~/components/form/field-frame'
import { SelectField } from '~/components/form/select-field'
import { NO_MATCH } from '~/components/office/student-search'
import { NO_INSTRUCTOR_ID, OTHER_TIME } from '~/models/schedule/vocabulary/slot.schema'
import { type LessonTimes, offeredTimes } from '~/models/school/lesson-times'
import { LEVELS } from '~/models/vocabulary/level'
import { formatDayShort, formatWeekday, type LocalDate, weekDays } from '~/utils/dates'
import { formatTimeOfDay, type TimeOfDay } from '~/utils/time-of-day'
import { ScopeChoice } from './scope-choice'

type FieldOf<Name extends string> = (name: Name) => Pick<FieldProps, 'meta'> & { autoFocus: boolean }

/** Renders day, time, ride type and repetition of a new lesson or ride. */
export function SlotFields({
  week,
  times,
  types,
  field,
  children,
}: {
  week: LocalDate
  times: LessonTimes
  types: string[]
  field: FieldOf<'date' | 'time' | 'otherTime' | 'type' | 'scope'>
  /** Shown between the ride type and the repetition. */
  children?: ReactNode
}) {
  return (
    <>
      <SelectField
        label="Day"
        options={weekDays(week).map((one) => ({ value: one, label: `${formatWeekday(one)}, ${formatDayShort(one)}` }))}
        {...field('date')}
      />
      <TimeField times={times} field={field} />
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

/** One of the times that the school offers, the lesson's present one, or any that is typed. */
export function TimeField({
  times,
  present,
  field,
}: {
  times: LessonTimes
  present?: TimeOfDay
  field: FieldOf<'time' | 'otherTime'>
}) {
  const offered = offeredTimes(times)
  const all = present === undefined || offered.includes(present) ? offered : [...offered, present].sort()
  const [chosen, other] = [field('time'), field('otherTime')]
  // An error of the time is shown where it was typed.
  const typed = chosen.meta?.initialValue === OTHER_TIME
  const errors = chosen.meta?.errors ?? []
  return (
    <div className="time-field grid gap-2">
      <SelectField
        label="Time"
        options={[
          ...(present === undefined ? [{ value: '', label: 'Choose a time' }] : []),
          ...all.map((time) => ({ value: time, label: formatTimeOfDay(time) })),
          { value: OTHER_TIME, label: 'Another time' },
        ]}
        {...chosen}
        errors={typed ? [] : errors}
        autoFocus={chosen.autoFocus && !typed}
      />
      <div className="other-time">
        <Field
          label="Begins at"
          type="time"
          {...other}
          errors={[...(typed ? errors : []), ...(other.meta?.errors ?? [])]}
          autoFocus={other.autoFocus || (chosen.autoFocus && typed)}
        />
      </div>
    </div>
  )
}

/** Chooses the length; a lesson may keep one that the school no longer offers. */
export function LengthField({
  lengths,
  present,
  ...field
}: ReturnType<FieldOf<'duration'>> & { lengths: readonly number[]; present?: number }) {
  const all = present === undefined || lengths.includes(present) ? lengths : [...lengths, present].sort((a, b) => a - b)
  return (
    <SelectField
      label="Length"
      options={all.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` }))}
      {...field}
    />
  )
}

/**
 * Edits the number of spots, the level, and the arena if the school has any. `ofType` is the number that an empty field
 * means; `present` is the lesson's arena, which it may keep when the school no longer has it.
 */
export function PlacesFields({
  field,
  ofType,
  arenas,
  present = null,
}: {
  field: FieldOf<'capacity' | 'level' | 'arena'>
  ofType?: number | null
  arenas: readonly string[]
  present?: string | null
}) {
  const empty = ofType === undefined ? 'the ride type’s spots' : ofType === null ? 'no limit' : ofType
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field
        label="Spots"
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
      <ArenaField arenas={arenas} present={present} {...field('arena')} />
    </div>
  )
}

/** Chooses who teaches. */
export const InstructorField = ({
  instructors,
  ...field
}: ReturnType<FieldOf<'instructorId'>> & { instructors: readonly { id: string; name: string }[] }) => (
  <SelectField
    label="Instructor"
    options={[
      { value: NO_INSTRUCTOR_ID, label: 'No instructor' },
      ...instructors.map(({ id, name }) => ({ value: id, label: name })),
    ]}
    {...field}
  />
)

/** Chooses the arena; renders nothing if there is none to choose. */
function ArenaField({
  arenas,
  present,
  ...field
}: ReturnType<FieldOf<'arena'>> & { arenas: readonly string[]; present: string | null }) {
  const all = present === null || arenas.includes(present) ? arenas : [...arenas, present]
  if (all.length === 0) return null
  return (
    <SelectField
      label="Arena"
      options={[{ value: '', label: 'None' }, ...all.map((name) => ({ value: name, label: name }))]}
      {...field}
    />
  )
}

/** Shown after a lesson was refused because there is one of that type. */
export const SecondBox = ({ field, asked }: { field: FieldOf<'second'>; asked: string | undefined }) => (
  <AskedBox meta={field('second').meta} label="Add a second one" value={asked} />
)

/** Shown after a lesson was refused as full: the office may exceed its places. */
export function BeyondBox({ field, label = 'Add anyway' }: { field: FieldOf<'beyond'>; label?: string }) {
  return <AskedBox meta={field('beyond').meta} label={label} />
}

/** Shown after a ride was to be marked as ridden before its lesson. */
export const AheadBox = ({ field }: { field: FieldOf<'ahead'> }) => (
  <AskedBox meta={field('ahead').meta} label="Mark it anyway" />
)

/** Shows a refusal's question with a checkbox that confirms, with `value` exactly that; renders nothing before. */
export function AskedBox({ meta, label, value }: { meta: FieldProps['meta']; label: string; value?: string }) {
  if (!meta?.errors) return null
  return (
    <div role="alert" className="rounded-lg border border-warn px-3 py-1">
      <p className="font-semibold">{meta.errors.join(' ')}</p>
      <Checkbox label={label} meta={meta} {...(value !== undefined && { value })} />
    </div>
  )
}

/** A select for the student. */
export function StudentField({
  students,
  search,
  field,
}: {
  students: { id: string; name: string }[]
  /** What the search above it looked for. */
  search: string
  field: FieldOf<'riderId'>
}) {
  const none = search ? NO_MATCH : 'No students yet. Add or import them first.'
  return (
    <SelectField
      label="Student"
      hint={students.length ? undefined : none}
      options={[
        { value: '', label: 'Choose a student' },
        ...students.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      {...field('riderId')}
    />
  )
}
