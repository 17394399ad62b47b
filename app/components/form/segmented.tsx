import type { ReactNode } from 'react'
import type { Tone } from '~/components/ui/badge'

interface Part {
  value: string
  label: ReactNode
  /** Its color while it holds; green without. */
  tone?: Extract<Tone, 'bad' | 'info'>
}

/** One of a few as buttons of a form, each of which saves at once. Only what is recorded is filled; nothing if `value` is none of them. */
export function SegmentedButtons({
  label,
  name,
  value,
  parts,
}: {
  label: string
  name: string
  value: string | null | undefined
  parts: Part[]
}) {
  return (
    <fieldset aria-label={label} className="segmented">
      {parts.map((part) => (
        <button
          type="submit"
          key={part.value}
          name={name}
          value={part.value}
          aria-pressed={part.value === value}
          data-tone={part.tone}
        >
          {part.label}
        </button>
      ))}
    </fieldset>
  )
}

/** One of a few as radios, sent with the rest of their form. */
export function SegmentedRadios({
  legend,
  name,
  value,
  parts,
  hideLegend,
}: {
  legend: ReactNode
  name: string
  value?: string | undefined
  parts: Part[]
  hideLegend?: boolean
}) {
  return (
    <fieldset className="min-w-0">
      <legend className={hideLegend ? 'sr-only' : 'mb-1 font-semibold'}>{legend}</legend>
      <div className="segmented">
        {parts.map((part) => (
          <label key={part.value} data-tone={part.tone}>
            <input
              type="radio"
              name={name}
              value={part.value}
              defaultChecked={part.value === value}
              className="sr-only"
            />
            {part.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
