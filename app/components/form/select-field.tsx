import type { SelectHTMLAttributes } from 'react'
import { classes } from '~/components/classes'
import { FieldFrame, type FieldProps, useField } from './field-frame'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

/** A labeled select with its hint and errors. A select without an empty option is never marked required. */
export function SelectField({
  label,
  meta,
  name,
  id,
  hint,
  errors,
  hideLabel,
  options,
  groups = [],
  className,
  ...rest
}: FieldProps & { options: Option[]; groups?: { label: string; options: Option[] }[] } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    'name' | 'id'
  >) {
  const field = useField({ label, meta, name, id, hint, errors })
  return (
    <FieldFrame field={field} label={label} hint={hint} hideLabel={hideLabel}>
      <select
        key={meta?.key}
        defaultValue={'value' in rest ? undefined : field.initial}
        required={field.constraints.required && options.some(({ value }) => value === '')}
        {...field.control}
        className={classes('input', className)}
        {...rest}
      >
        <Options options={options} />
        {groups.map((group) => (
          <optgroup key={group.label} label={group.label}>
            <Options options={group.options} />
          </optgroup>
        ))}
      </select>
    </FieldFrame>
  )
}

const Options = ({ options }: { options: Option[] }) =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ))
