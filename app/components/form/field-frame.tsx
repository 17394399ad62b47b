import { type ReactNode, useId } from 'react'
import { t } from '#text'

/** The part of conform's field metadata that our fields use. */
export interface FieldMeta {
  id: string
  key?: string | undefined
  name: string
  initialValue?: unknown
  errors?: string[] | undefined
  required?: boolean | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  min?: string | number | undefined
  max?: string | number | undefined
}

export interface FieldProps {
  label: ReactNode
  /** A field of a conform form. Without it, `name` and `errors` are given. */
  meta?: FieldMeta
  name?: string
  id?: string
  hint?: ReactNode
  errors?: string[] | undefined
  /** Whether the label is only for screen readers, because the field's position explains it to sighted people. */
  hideLabel?: boolean
}

/** Returns the IDs, errors and attributes that a label, its control, its hint and its errors share. */
export function useField({ meta, name, id, hint, errors = meta?.errors }: FieldProps) {
  const made = useId()
  const fieldId = id ?? meta?.id ?? made
  const hintId = `${fieldId}-hint`
  const errorId = `${fieldId}-error`
  const invalid = Boolean(errors?.length)
  return {
    hintId,
    errorId,
    errors,
    control: {
      id: fieldId,
      name: meta?.name ?? name,
      'aria-invalid': invalid || undefined,
      'aria-describedby': [hint && hintId, invalid && errorId].filter(Boolean).join(' ') || undefined,
    },
    initial: typeof meta?.initialValue === 'string' ? meta.initialValue : undefined,
    constraints: { required: meta?.required, minLength: meta?.minLength, maxLength: meta?.maxLength },
    range: { min: meta?.min, max: meta?.max },
  }
}

/** A label, its control, a hint, and errors, from top to bottom. */
export function FieldFrame({
  field,
  label,
  hint,
  hideLabel,
  children,
}: {
  field: ReturnType<typeof useField>
  label: ReactNode
  hint?: ReactNode
  hideLabel?: boolean
  children: ReactNode
}) {
  return (
    <div className="grid gap-1">
      <label htmlFor={field.control.id} className={hideLabel ? 'sr-only' : 'font-semibold'}>
        {label}
      </label>
      {children}
      {hint ? (
        <p id={field.hintId} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {field.errors?.length ? (
        <p id={field.errorId} className="text-sm font-semibold text-bad">
          {field.errors.map((error) => t(error)).join(' ')}
        </p>
      ) : null}
    </div>
  )
}
