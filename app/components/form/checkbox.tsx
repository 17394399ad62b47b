import type { InputHTMLAttributes, ReactNode } from 'react'

/** A checkbox whose whole line can be pressed. */
export function Checkbox({
  label,
  hint,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" className="size-5 flex-none" {...rest} />
      <span>
        {label}
        {hint ? <span className="block text-sm text-muted">{hint}</span> : null}
      </span>
    </label>
  )
}
