import type { ReactNode } from 'react'
import type { Tone } from '~/components/ui/badge'

interface Part {
  value: string
  label: ReactNode
  /** The color while selected; green by default. */
  tone?: Extract<Tone, 'bad' | 'info'>
}

/**
 * Renders one of a few choices as buttons of a form, each of which saves at once. Only the recorded one is filled; none
 * if `value` is not among them.
 */
export function SegmentedButtons({
  label,
  name,
  value,
  parts,
}: {
  label: string
  name: string
  value: string | null | undefined
  parts: readonly Part[]
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
