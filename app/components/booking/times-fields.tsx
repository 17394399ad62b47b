import { SelectField } from '~/components/form/select-field'

interface Group {
  label: string
  options: { value: string; label: string }[]
}

const ORDINALS = ['1st', '2nd', '3rd', '4th']

/** Selects for the weekly times that work for a family, the best first: `1st choice` to `4th choice`. `name` is that of the list. */
export function TimesFields({
  name,
  groups,
  times,
  errors,
}: {
  name: string
  groups: Group[]
  times: readonly (string | undefined)[]
  errors?: string[]
}) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {ORDINALS.map((ordinal, i) => (
        <SelectField
          key={ordinal}
          label={`${ordinal} choice`}
          name={`${name}[${i}]`}
          id={`${name}[${i}]`}
          options={[{ value: '', label: i === 0 ? 'Choose a time' : 'None' }]}
          groups={groups}
          defaultValue={times[i] ?? ''}
          errors={i === 0 ? errors : undefined}
        />
      ))}
    </div>
  )
}
