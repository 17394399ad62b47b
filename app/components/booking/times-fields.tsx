import { t } from '#text'
import { SelectField } from '~/components/form/select-field'

interface Group {
  label: string
  options: { value: string; label: string }[]
}

const CHOICES = [() => t('1st choice'), () => t('2nd choice'), () => t('3rd choice'), () => t('4th choice')]

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
      {CHOICES.map((label, i) => (
        <SelectField
          key={label()}
          label={label()}
          name={`${name}[${i}]`}
          id={`${name}[${i}]`}
          options={[{ value: '', label: i === 0 ? t('Choose a time') : t('None') }]}
          groups={groups}
          defaultValue={times[i] ?? ''}
          errors={i === 0 ? errors : undefined}
        />
      ))}
    </div>
  )
}
