import type { SubmissionResult } from '@conform-to/react'
import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { formState } from '~/components/form/form-state'
import { SelectField } from '~/components/form/select-field'
import { TextAreaField } from '~/components/form/text-area-field'
import { ADD_ON_TYPES, type MonthlyCounts } from '~/models/catalog/catalog'
import { type Cents, decimalOf } from '~/utils/money'

interface Item extends Partial<MonthlyCounts> {
  name: string
  description: string | null
  price: Cents
  sortOrder: number
  active: boolean
}

const COUNTS: { name: keyof MonthlyCounts; label: string }[] = [
  { name: 'lessonsPerMonth', label: 'Group' },
  { name: 'privateLessonsPerMonth', label: 'Private' },
  { name: 'makeupLessons', label: 'Makeup' },
  { name: 'hacksPerMonth', label: 'Hacks' },
]
const NAMES = ['name', 'type', 'price', 'description', ...COUNTS.map(({ name }) => name), 'sortOrder']

/** The fields of a package or an add-on, filled with what was sent or else with what holds. A name and a type are given once. */
export function ItemFields({
  kind,
  item,
  nextOrder,
  lastResult,
}: {
  kind: 'packages' | 'add-ons'
  item: Item | null
  nextOrder: number
  lastResult: SubmissionResult<string[]> | null
}) {
  const { fieldOf } = formState(lastResult, NAMES)
  const field = (name: string, known: string | number | null = '') => {
    const state = fieldOf(name)
    return { ...state, defaultValue: lastResult ? (state.defaultValue ?? '') : String(known ?? '') }
  }
  const active = lastResult ? lastResult.initialValue?.active === 'on' : (item?.active ?? true)
  const whole = { type: 'number', inputMode: 'numeric', min: 0 } as const
  return (
    <>
      {item ? null : <Field label="Name" required maxLength={100} autoComplete="off" {...field('name')} />}
      {item || kind === 'packages' ? null : (
        <SelectField
          label="Counts as"
          hint="What one of it gives. It stays as it is."
          options={Object.entries(ADD_ON_TYPES).map(([value, label]) => ({ value, label }))}
          {...field('type', 'group_lesson')}
        />
      )}
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Price"
          hint="In dollars, such as 220.00"
          inputMode="decimal"
          autoComplete="off"
          required
          {...field('price', item && decimalOf(item.price))}
        />
        <Field
          label="Order"
          hint="The lowest comes first"
          max={999}
          required
          {...whole}
          {...field('sortOrder', item?.sortOrder ?? nextOrder)}
        />
      </div>
      <TextAreaField
        label="Description (optional)"
        rows={2}
        maxLength={300}
        {...field('description', item?.description)}
      />
      {kind === 'packages' ? (
        <fieldset>
          <legend className="mb-1 font-semibold">Lessons each month</legend>
          <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
            {COUNTS.map(({ name, label }) => (
              <Field key={name} label={label} max={99} required {...whole} {...field(name, item?.[name] ?? 0)} />
            ))}
          </div>
        </fieldset>
      ) : null}
      <Checkbox
        label="For sale"
        hint="Off, nobody can buy it any more. Who has it keeps it."
        name="active"
        defaultChecked={active}
      />
    </>
  )
}
