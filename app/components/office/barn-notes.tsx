/** What the barn must know about a rider. Renders nothing without notes. */
export function BarnNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul aria-label="For the barn" className="grid gap-1 rounded bg-warn-soft p-3 font-semibold">
      {[...new Set(notes)].map((text) => (
        <li key={text} className="whitespace-pre-line">
          {text}
        </li>
      ))}
    </ul>
  )
}
