import type { InputHTMLAttributes } from 'react'
import { classes } from '~/components/classes'
import { FieldFrame, type FieldProps, useField } from './field-frame'

/** A labelled input with its hint and errors. A password is never filled in again. */
export function Field({
  label,
  meta,
  name,
  id,
  hint,
  errors,
  hideLabel,
  type = 'text',
  className,
  ...rest
}: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id'>) {
  const field = useField({ label, meta, name, id, hint, errors })
  const initial = type === 'password' ? undefined : field.initial
  return (
    <FieldFrame field={field} label={label} hint={hint} hideLabel={hideLabel}>
      <input
        key={meta?.key}
        type={type}
        defaultValue={'value' in rest ? undefined : initial}
        {...field.constraints}
        {...field.control}
        className={classes('input', className)}
        {...rest}
      />
    </FieldFrame>
  )
}
