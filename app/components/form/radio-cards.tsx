import { type ReactNode, useId } from 'react'
import { t } from '#text'
import { classes } from '~/components/classes'
import type { FieldMeta } from './field-frame'

interface Choice {
  value: string
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
}

/** A choice between a few cards, each of which can be pressed anywhere. */
export function RadioCards({
  legend,
  meta,
  name = meta?.name,
  choices,
  defaultValue = typeof meta?.initialValue === 'string' ? meta.initialValue : undefined,
  errors = meta?.errors,
  columns = 1,
  hideLegend,
}: {
  legend: ReactNode
  /** A field of a conform form. Without it, `name` and `errors` are given. */
  meta?: FieldMeta
  name?: string
  choices: Choice[]
  defaultValue?: string
  errors?: string[]
  columns?: 1 | 2 | 3
  hideLegend?: boolean
}) {
  const errorId = `${useId()}-error`
  const grid = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }[columns]
  return (
    <fieldset className="min-w-0" aria-describedby={errors?.length ? errorId : undefined}>
      <legend className={hideLegend ? 'sr-only' : 'mb-1 font-semibold'}>{legend}</legend>
      <div className={classes('grid gap-2', grid)}>
        {choices.map(({ value, label, description, disabled }) => (
          <label
            key={`${meta?.key} ${value}`}
            className="card flex min-h-11 items-start gap-3 p-3 has-checked:border-brand has-checked:bg-brand-soft has-disabled:opacity-60"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultValue}
              disabled={disabled}
              aria-invalid={errors?.length ? true : undefined}
              className="mt-0.5 size-5 flex-none"
            />
            <span className="min-w-0">
              <span className="font-semibold">{label}</span>
              {description ? <span className="block text-sm text-muted">{description}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {errors?.length ? (
        <p id={errorId} className="mt-1 text-sm font-semibold text-bad">
          {errors.map((error) => t(error)).join(' ')}
        </p>
      ) : null}
    </fieldset>
  )
}
