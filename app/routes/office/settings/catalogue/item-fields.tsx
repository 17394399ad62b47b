import { Checkbox } from '~/components/form/checkbox'
import { Field } from '~/components/form/field'
import { SelectField } from '~/components/form/select-field'
import { TextAreaField } from '~/components/form/text-area-field'
import type { AnswerField } from '~/components/form/use-answer'
import { newAddOnSchema, packageSchema } from '~/models/money/catalog/catalog.schema'
import { ADD_ON_TYPES, EXAMPLE, type MonthlyCounts } from '~/models/vocabulary/catalog'
import { type Cents, decimalOf } from '~/utils/money'

interface Item extends Partial<MonthlyCounts> {
  name: string
  description: string | null
  price: Cents
  sortOrder: number
  active: boolean
  isRecurring?: boolean
}

const COUNTS: { name: keyof MonthlyCounts; label: string }[] = [
  { name: 'lessonsPerMonth', label: 'Group' },
  { name: 'privateLessonsPerMonth', label: 'Private' },
  { name: 'makeupLessons', label: 'Makeup' },
  { name: 'hacksPerMonth', label: 'Hacks' },
]

/** The fields of the forms for a package and an add-on, new or not. */
export const itemForm = packageSchema.extend(newAddOnSchema.shape)

export const isExample = ({ name }: { name: string }) => name.startsWith(EXAMPLE)

/**
 * Returns an item's values for its form, or those of a new one. An example proposes the name that families would read.
 */
export function itemTexts(item: Item | null, nextOrder: number) {
  const counts = Object.fromEntries(COUNTS.map(({ name }) => [name, String(item?.[name] ?? 0)]))
  if (!item)
    return { ...counts, type: 'group_lesson' as const, sortOrder: String(nextOrder), active: true, isRecurring: true }
  const { price, description, sortOrder, active, isRecurring } = item
  const name = isExample(item) ? item.name.slice(EXAMPLE.length) : item.name
  return { ...counts, name, price: decimalOf(price), description, sortOrder: String(sortOrder), active, isRecurring }
}

/** The fields of a package or an add-on. The type can't be changed later. */
export function ItemFields({
  kind,
  isNew,
  nameHint,
  field,
}: {
  kind: 'packages' | 'add-ons'
  isNew: boolean
  nameHint: string | undefined
  field: AnswerField<typeof itemForm>
}) {
  const whole = { type: 'number', inputMode: 'numeric' } as const
  return (
    <>
      <Field label="Name" hint={nameHint} autoComplete="off" {...field('name')} />
      {isNew && kind === 'add-ons' ? (
        <SelectField
          label="Counts as"
          hint="Can't be changed later."
          options={Object.entries(ADD_ON_TYPES).map(([value, label]) => ({ value, label }))}
          {...field('type')}
        />
      ) : null}
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label="Price"
          hint="In dollars, for example 220.00"
          inputMode="decimal"
          autoComplete="off"
          {...field('price')}
        />
        <Field label="Sort" hint="Lowest first" {...whole} {...field('sortOrder')} />
      </div>
      <TextAreaField label="Description (optional)" rows={2} {...field('description')} />
      {kind === 'packages' ? (
        <fieldset>
          <legend className="mb-1 font-semibold">Lessons each month</legend>
          <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-4">
            {COUNTS.map(({ name, label }) => (
              <Field key={name} label={label} {...whole} {...field(name)} />
            ))}
          </div>
        </fieldset>
      ) : (
        <Checkbox
          label="Available monthly"
          hint="Turn off to sell it once, not in subscriptions. Current subscriptions keep it."
          meta={field('isRecurring').meta}
        />
      )}
      <Checkbox
        label="For sale"
        hint="Turn off to stop selling it. Families who have it keep it."
        meta={field('active').meta}
      />
    </>
  )
}
