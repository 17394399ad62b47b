import type { TextareaHTMLAttributes } from 'react'
import { classes } from '~/components/classes'
import { FieldFrame, type FieldProps, useField } from './field-frame'

/** A labeled box for several lines, with its hint and errors. */
export function TextAreaField({
  label,
  meta,
  name,
  id,
  hint,
  errors,
  hideLabel,
  className,
  ...rest
}: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'name' | 'id'>) {
  const field = useField({ label, meta, name, id, hint, errors })
  return (
    <FieldFrame field={field} label={label} hint={hint} hideLabel={hideLabel}>
      <textarea
        key={meta?.key}
        rows={3}
        defaultValue={'value' in rest ? undefined : field.initial}
        {...field.constraints}
        {...field.control}
        className={classes('input', className)}
        {...rest}
      />
    </FieldFrame>
  )
}
