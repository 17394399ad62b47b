import type { InputHTMLAttributes, ReactNode } from 'react'
import type { FieldMeta } from './field-frame'

/** A checkbox whose whole line can be pressed. */
export function Checkbox({
  label,
  hint,
  meta,
  ...rest
}: {
  label: ReactNode
  hint?: ReactNode
  /** A field of a conform form. Without it, `name` and `defaultChecked` are given. */
  meta?: FieldMeta
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  const field = meta && {
    id: meta.id,
    name: meta.name,
    required: meta.required,
    defaultChecked: meta.initialValue === 'on',
  }
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input key={meta?.key} type="checkbox" className="size-5 flex-none" {...field} {...rest} />
      <span>
        {label}
        {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
      </span>
    </label>
  )
}
